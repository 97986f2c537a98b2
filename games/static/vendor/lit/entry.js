export { LitElement, html, nothing, render, svg } from "lit";
export { classMap } from "lit/directives/class-map.js";
export { guard } from "lit/directives/guard.js";
export { repeat } from "lit/directives/repeat.js";
