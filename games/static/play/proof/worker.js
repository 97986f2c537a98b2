/** The verifier, beside the page. */

import { verifyTogether } from "../../verify/verify.js";

addEventListener("message", ({ data }) => postMessage(verifyTogether(data, () => "")));
