/** The base of the elements: they draw into the page, so that one style sheet is for all. */

import { LitElement } from "../../vendor/lit/lit.js";

/** Declare the properties of which a change redraws an element. @param {string[]} names */
export function reactive(...names) {
  return Object.fromEntries(names.map((name) => [name, { attribute: false }]));
}

export class Part extends LitElement {
  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    // A browser that translates replaces texts: they could not be drawn again.
    this.translate = false;
  }

  /** Change what is drawn. @param {Record<string, unknown>} changed */
  change(changed) {
    Object.assign(this, changed);
    this.requestUpdate();
  }

  /** Tell the elements above what a person wants. @param {string} name @param {unknown} [detail] */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}
