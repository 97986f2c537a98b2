/** An address for another person or device: as code, as QR code, to share or to copy. */

import { html } from "../../vendor/lit/lit.js";
import { say } from "../server/words.js";
import { Part } from "./part.js";

class Link extends Part {
  address = { code: "", url: "", qr: "" };
  isCopied = false;
  picture = "";

  render() {
    const { code, url, qr } = this.address;
    this.picture ||= URL.createObjectURL(new Blob([qr], { type: "image/svg+xml" }));
    return html`<div class="address">
      <img src=${this.picture} alt=${say("qr_code")} />
      <p>${say("code")} <strong>${code}</strong></p>
      <label>${say("address")} <input readonly .value=${url} /></label>
      <button type="button" @click=${this.share}>${say(this.isCopied ? "copied" : "share")}</button>
    </div>`;
  }

  /** Share the address, or copy it by the command that browsers have without TLS too. */
  async share() {
    const { url } = this.address;
    if ("share" in navigator) return navigator.share({ url }).catch(() => {});
    this.querySelector("input")?.select();
    this.isCopied = document.execCommand("copy");
    this.requestUpdate();
  }
}

customElements.define("fd-link", Link);
