// Verify many bundles in one process: a line of standard input is a file in Base64, a line of output the verdict.

import { createInterface } from "node:readline";
import { verify } from "../../games/static/verify/verify.js";

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(verify(Buffer.from(line, "base64")))}\n`);
}
