export { LitElement, html, nothing, render, svg } from "lit";
export { classMap } from "lit/directives/class-map.js";
export { repeat } from "lit/directives/repeat.js";
