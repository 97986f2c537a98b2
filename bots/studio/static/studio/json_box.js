// The JSON of a card in an editor: line numbers, colors, suggestions. The text area holds the text.
"use strict";

const JsonBox = (() => {
  const { EditorState, EditorView, keymap } = CodeMirror;

  // Replace a text area by an editor; both always hold the same text.
  function create(text, schema, words) {
    const place = document.createElement("p");
    const suggest = document.createElement("button");
    const help = document.createElement("p");
    place.className = "studio-place";
    help.className = "studio-hint";
    help.id = "studio-json-help";
    help.textContent = words["suggest-help"];
    suggest.type = "button";
    suggest.className = "studio-suggest";
    suggest.textContent = words.suggest;

    const fill = (template, values) => template.replace(/\{(\w+)\}/g, (_, name) => values[name]);
    const { source } = JsonCompletion.create(schema, words);
    const suggestions = (context) => {
      const found = source(context);
      if (!found && context.explicit) help.textContent = words["suggest-none"];
      return found;
    };

    function update(change) {
      if (change.docChanged) {
        const written = change.state.doc.toString();
        if (text.value !== written) {
          text.value = written;
          text.dispatchEvent(new Event("input", { bubbles: true }));
        }
      }
      if (change.docChanged || !change.startState.selection.eq(change.state.selection)) {
        help.textContent = words["suggest-help"];
        tell(change.state);
      }
    }

    function tell(state) {
      const { head } = state.selection.main;
      const line = state.doc.lineAt(head);
      place.textContent = fill(words.line, { line: line.number, column: head - line.from + 1 });
    }

    const view = new EditorView({
      doc: text.value,
      extensions: [
        CodeMirror.lineNumbers(),
        CodeMirror.highlightActiveLineGutter(),
        CodeMirror.highlightSpecialChars(),
        CodeMirror.history(),
        CodeMirror.indentOnInput(),
        CodeMirror.bracketMatching(),
        CodeMirror.closeBrackets(),
        CodeMirror.json(),
        CodeMirror.syntaxHighlighting(CodeMirror.classHighlighter),
        CodeMirror.autocompletion({ override: [suggestions], icons: false, maxRenderedOptions: 60 }),
        EditorState.phrases.of({
          Completions: words.suggest,
          "Control character": words["control-character"],
          "Selection deleted": words["selection-deleted"],
        }),
        // No key for the tabulator: it leaves the editor.
        keymap.of([
          ...CodeMirror.closeBracketsKeymap,
          ...CodeMirror.completionKeymap,
          ...CodeMirror.historyKeymap,
          ...CodeMirror.defaultKeymap,
        ]),
        EditorView.contentAttributes.of({
          "aria-autocomplete": "list",
          "aria-describedby": [text.getAttribute("aria-describedby"), help.id].filter(Boolean).join(" "),
          "aria-invalid": text.getAttribute("aria-invalid") || "false",
          "aria-label": `${words["card-text"]}, ${words.json}`,
        }),
        EditorView.updateListener.of(update),
      ],
    });

    // Take over a text that was written into the text area.
    function refresh() {
      const { doc } = view.state;
      if (doc.toString() === text.value) return;
      view.dispatch({ changes: { from: 0, to: doc.length, insert: text.value } });
    }

    function visit(from, to = from) {
      const { length } = view.state.doc;
      const selection = { anchor: Math.min(from, length), head: Math.min(to, length) };
      const effects = EditorView.scrollIntoView(selection.head, { y: "center" });
      view.dispatch({ selection, effects });
      view.focus();
    }

    text.hidden = true;
    text.addEventListener("input", refresh);
    suggest.addEventListener("click", () => {
      const { anchor, head } = view.state.selection.main;
      visit(anchor, head);
      CodeMirror.startCompletion(view);
    });
    text.before(help, suggest, view.dom, place);
    tell(view.state);
    return { refresh, visit };
  }

  return { create };
})();
