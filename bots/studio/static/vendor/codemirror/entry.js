// What the JSON editor of a card uses of CodeMirror, as one global object.
export { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, startCompletion } from "@codemirror/autocomplete";
export { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
export { json } from "@codemirror/lang-json";
export { bracketMatching, ensureSyntaxTree, indentOnInput, syntaxHighlighting, syntaxTree } from "@codemirror/language";
export { EditorState } from "@codemirror/state";
export { EditorView, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
export { classHighlighter } from "@lezer/highlight";
