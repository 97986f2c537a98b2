/** An address for another person or device: as code, as QR code, and to copy. */

import { html } from "../../vendor/lit/lit.js";
import { say } from "../server/words.js";
import { Part } from "./part.js";
import { copyable } from "./share.js";

class Link extends Part {
  address = { code: "", url: "", qr: "" };
  picture = "";

  render() {
    const { code, url, qr } = this.address;
    this.picture ||= URL.createObjectURL(new Blob([qr], { type: "image/svg+xml" }));
    return html`<div class="address">
      <img src=${this.picture} alt=${say("qr_code")} />
      <p>${say("code")} <strong>${code}</strong></p>
      ${copyable("address", url)}
    </div>`;
  }
}

customElements.define("fd-link", Link);
