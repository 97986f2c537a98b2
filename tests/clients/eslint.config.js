// ESLint's recommended rules; and in games/static/play imports only downwards, and a model that
// knows no browser.
import js from "@eslint/js";
import globals from "globals";

const LAYERS = ["model", "server", "proof", "parts", "pages"];

/** Return what a layer may not import: the layers above it, and `lit` where nothing is drawn. */
function forbidden(layer) {
  const above = LAYERS.slice(LAYERS.indexOf(layer) + 1).map((name) => `**/${name}/*`);
  return layer === "model" || layer === "server" ? [...above, "**/vendor/**"] : above;
}

export default [
  js.configs.recommended,
  { rules: { "no-unused-vars": ["error", { ignoreRestSiblings: true }] } },
  {
    files: ["games/static/**"],
    ignores: ["games/static/play/model/**"],
    languageOptions: { globals: globals.browser },
  },
  { files: ["tests/**"], languageOptions: { globals: globals.node } },
  {
    // It also runs on node, and looks for control characters.
    files: ["games/static/verify/**"],
    languageOptions: { globals: globals.node },
    rules: { "no-control-regex": "off" },
  },
  ...LAYERS.slice(0, -1).map((layer) => ({
    files: [`games/static/play/${layer}/**`],
    rules: { "no-restricted-imports": ["error", { patterns: [{ group: forbidden(layer) }] }] },
  })),
];
