import assert from "node:assert/strict";
import { test } from "node:test";

import { ESLint } from "../clients/node_modules/eslint/lib/api.js";

const eslint = new ESLint({ overrideConfigFile: "tests/clients/eslint.config.js" });

/** What is wrong with a file of a layer that has this text. */
async function wrong(layer, text) {
  const [result] = await eslint.lintText(text, { filePath: `games/static/play/${layer}/tried.js` });
  return result.messages.map((one) => one.ruleId);
}

for (const [layer, upper] of [
  ["model", "server"],
  ["server", "proof"],
  ["proof", "parts"],
  ["parts", "pages"],
]) {
  test(`${layer} imports nothing of ${upper}`, async () => {
    const up = `import "../${upper}/tried.js";\n`;
    assert.deepEqual(await wrong(layer, up), ["no-restricted-imports"]);
    assert.deepEqual(await wrong(upper, `import "../${layer}/tried.js";\n`), []);
  });
}

test("only what is drawn imports lit, and the model knows no browser", async () => {
  const lit = 'import "../../vendor/lit/lit.js";\n';
  assert.deepEqual(await wrong("model", lit), ["no-restricted-imports"]);
  assert.deepEqual(await wrong("parts", lit), []);
  assert.deepEqual(await wrong("model", "fetch(document.title);\n"), ["no-undef", "no-undef"]);
});
