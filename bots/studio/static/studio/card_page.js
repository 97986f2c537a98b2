// The page of a card: the switch between form and JSON, and what the card means while typing.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const studio = document.getElementById("studio");
  if (!studio) return;
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const find = (selector) => studio.querySelector(selector);
  const wordsOf = (id) => Object.fromEntries(
    [...document.getElementById(id).content.children].map((one) => [one.dataset.text, one.textContent]),
  );
  const texts = wordsOf("studio-texts");
  const language = studio.dataset.language;
  const text = find(".studio-json textarea");
  const holder = find(".studio-form");
  const note = find(".studio-note");
  const fill = (words, values) => words.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const schema = read("studio-schema");
  const editor = CardForm.create(holder, schema, wordsOf("studio-editor-texts"), language);
  const box = JsonBox.create(text, schema, texts);
  const usual = schema.defaultProperties.filter((name) => !schema.required.includes(name));
  let mode = "json";
  let shown = null; // the value that the form displays and the text holds
  let added = []; // the fields that the form displays although the text did not have them

  function say(words) {
    note.textContent = words;
    note.hidden = !words;
  }

  function show(wanted) {
    mode = wanted;
    holder.hidden = mode !== "form";
    find(".studio-json").hidden = mode !== "json";
    box.refresh();
    for (const button of studio.querySelectorAll("[data-mode]")) {
      button.setAttribute("aria-pressed", String(button.dataset.mode === mode));
    }
  }

  // Return the card in the form, without the added fields that have their default.
  function current() {
    const value = structuredClone(editor.getValue()); // the library changes its values in place
    for (const name of Object.keys(value)) { // a field that this kind of card does not have
      if (value[name] === undefined) delete value[name];
    }
    for (const name of added) {
      if (!CardForm.difference(value[name], schema.properties[name].default)) delete value[name];
    }
    return value;
  }

  // Put a card into the form, with all the usual fields.
  function display(value) {
    added = usual.filter((name) => !(name in value));
    const defaults = added.map((name) => [name, schema.properties[name].default]);
    editor.setValue(structuredClone({ ...Object.fromEntries(defaults), ...value }));
  }

  // Show the text in the form; stay in JSON if the form would lose a part of it.
  function openForm() {
    const isNew = !text.value.trim();
    let value = {};
    try {
      if (!isNew) value = JSON.parse(text.value);
    } catch (error) {
      say(fill(texts["form-no-json"], { reason: error.message }));
      const fault = /position (\d+)/.exec(error.message);
      if (mode === "json" && fault) box.visit(Number(fault[1]));
      return;
    }
    shown = value;
    display(Object(value));
    const lost = isNew ? null : CardForm.difference(value, current());
    if (lost) {
      say(fill(texts["form-cannot"], { path: lost }));
      return;
    }
    shown = current();
    say("");
    show("form");
  }

  // Give a new card the code of its name, and what all cards of its kind begin with.
  const beginnings = read("studio-beginnings");
  const codeOf = (name) => name.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f’']/g, "")
    .replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  let begun = { name: "", kind: "" };
  function begin() {
    const value = current();
    const given = {};
    if (value.name !== begun.name && (!value.code || value.code === codeOf(begun.name))) {
      given.code = codeOf(value.name);
    }
    const isBlank = !value.symbol && !(value.effects || []).length;
    if (value.kind !== begun.kind && isBlank) Object.assign(given, beginnings[value.kind]);
    begun = value;
    for (const [name, one] of Object.entries(given)) { // one by one: the focus stays where it is
      const field = editor.getEditor(`root.${name}`);
      if (field) field.setValue(structuredClone(one));
    }
  }

  // Write what was changed in the form to the text; what was not changed keeps its spelling.
  function write() {
    if (mode !== "form") return;
    const value = current();
    if (!CardForm.difference(shown, value)) return;
    shown = value;
    text.value = JSON.stringify(value, null, 2);
    text.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function openJson() {
    write();
    say("");
    show("json");
  }

  // What the card means, from the server, at each pause of typing.
  const result = find(".studio-result");
  const state = find(".studio-state");
  const field = (name) => text.form.elements.namedItem(name);
  const stored = (/\/card\/(\d+)\/change\//.exec(location.pathname) || ["", ""])[1];
  const heroes = read("studio-heroes-of-sets");
  const own = [...text.form.querySelectorAll("[data-own-text]")];
  let waiting = null;
  let asked = null;

  function listHeroes() {
    const known = heroes[field("card_set").value] || [];
    document.getElementById("studio-heroes").replaceChildren(
      ...known.map(([code, name]) => make("option", name, { value: code })),
    );
  }

  function later() {
    clearTimeout(waiting);
    if (asked) asked.abort();
    result.replaceChildren();
    const isBlank = !text.value.trim() || (!stored && mode === "form" && !current().name);
    state.textContent = isBlank ? texts["draft-of-nothing"] : texts["draft-stale"];
    if (!isBlank) waiting = setTimeout(ask, 400);
  }

  async function ask() {
    const body = new URLSearchParams({
      card: stored,
      card_set: field("card_set").value,
      definition: text.value,
    });
    for (const one of own) if (one.value !== one.defaultValue) body.set(one.name, one.value);
    asked = new AbortController();
    const { signal } = asked;
    try {
      const headers = { "X-CSRFToken": field("csrfmiddlewaretoken").value };
      const reply = await fetch(studio.dataset.draftUrl, { method: "POST", body, headers, signal });
      if (!reply.ok) throw new Error(String(reply.status));
      const meaning = await reply.json();
      if (!signal.aborted) tell(meaning);
    } catch (error) {
      if (!signal.aborted) state.textContent = texts["draft-failed"];
    }
  }

  function make(tag, words, values = {}) {
    const made = Object.assign(document.createElement(tag), values);
    made.textContent = words;
    return made;
  }

  function tell(meaning) {
    if (meaning.error) {
      state.textContent = texts.unfinished;
      const list = make("ul", "");
      list.append(item(meaning.error));
      result.replaceChildren(list);
      return;
    }
    for (const one of own) one.placeholder = meaning.made[one.dataset.ownText];
    const picture = make("img", "", { className: "studio-picture", width: 252, height: 352 });
    picture.alt = `${texts.picture}${texts.colon} ${meaning.names[language]}`;
    picture.src = `data:image/svg+xml,${encodeURIComponent(meaning.pictures[language])}`;
    const prose = Object.entries(meaning.languages).flatMap(([lang, name]) => [
      make("h4", name, { lang }), make("p", meaning.texts[lang], { lang }),
    ]);
    const findings = ["findings", "warnings"].flatMap((kind) => {
      if (!meaning[kind].length) return [];
      const list = make("ul", "", { className: `studio-${kind}` });
      list.append(...meaning[kind].map(item));
      return [make("h4", texts[kind]), list];
    });
    result.replaceChildren(...prose, ...findings, picture);
    if (meaning.card_set === null) state.textContent = texts["no-set"];
    else if (meaning.findings.length) state.textContent = "";
    else state.textContent = fill(texts["none-found"], meaning);
  }

  // A finding, with a button that goes to its field or to its place in the JSON.
  function item(one) {
    const made = make("li", "");
    const words = one.messages[language];
    if (one.pointer === null) {
      made.textContent = `${one.places[language]}${texts.colon} ${words}`;
      return made;
    }
    const place = mode === "form" && one.places ? one.places[language] : fill(texts.line, one.position);
    const button = make("button", place, { type: "button" });
    button.addEventListener("click", () => visit(one));
    made.append(button, ` ${words}`);
    return made;
  }

  function visit(one) {
    if (mode === "json") {
      box.visit(one.position.offset, one.position.offset + 1);
      return;
    }
    const words = own.find((box) => one.pointer === `/texts/${box.dataset.ownText}/text`);
    const place = words || CardForm.element(holder, one.pointer);
    place.scrollIntoView({ block: "center" });
    const input = words || place.querySelector("input:not([type=hidden]), select, textarea, button");
    if (input) input.focus({ preventScroll: true });
    place.classList.remove("studio-found");
    requestAnimationFrame(() => place.classList.add("studio-found"));
  }

  for (const one of [text, ...own]) one.addEventListener("input", later);
  field("card_set").addEventListener("change", later);
  field("card_set").addEventListener("change", listHeroes);
  listHeroes();

  editor.on("ready", () => {
    if (!stored) editor.on("change", begin);
    editor.on("change", write);
    editor.on("change", () => CardForm.nameControls(holder));
    find(".studio-switch").hidden = false;
    for (const [wanted, open] of [["form", openForm], ["json", openJson]]) {
      find(`[data-mode=${wanted}]`).addEventListener("click", () => {
        if (mode !== wanted) open();
        sessionStorage.setItem("studio-mode", mode);
      });
    }
    text.form.addEventListener("submit", write, true);
    show("json");
    if (sessionStorage.getItem("studio-mode") !== "json") openForm();
    find(".studio-meaning").hidden = false;
    later();
  });
});
