// The form of a card: the library with our words, signs and labels, and comparisons of values.
"use strict";

const CardForm = (() => {
  const SIGNS = {
    add: "+", cancel: "✕", collapse: "▾", delete: "✕", edit_properties: "⚙",
    expand: "▸", movedown: "↓", moveup: "↑",
  };

  class Signs {
    getIcon(key) {
      if (!SIGNS[key]) return null;
      const sign = document.createElement("span");
      sign.setAttribute("aria-hidden", "true");
      sign.textContent = SIGNS[key];
      return sign;
    }
  }

  // The theme of the library, with names for screen readers instead of paths.
  function theme(words) {
    return class extends JSONEditor.defaults.themes.html {
      getHiddenLabel(text) {
        return super.getHiddenLabel(/ switcher$/.test(text) ? words.switcher : text);
      }

      getButton(text, icon, title) {
        const button = super.getButton(text, icon, title);
        if (title) button.setAttribute("aria-label", title);
        return button;
      }

      getFormControl(label, input, ...rest) {
        if (label && input) input.setAttribute("aria-label", label.textContent);
        return super.getFormControl(label, input, ...rest);
      }

      setButtonText(button, text, icon, title) {
        super.setButtonText(button, text, icon, title);
        if (title) button.setAttribute("aria-label", title);
      }
    };
  }

  function create(holder, schema, words, language) {
    JSONEditor.defaults.languages[language] = { ...JSONEditor.defaults.languages.en, ...words };
    JSONEditor.defaults.language = language;
    JSONEditor.defaults.themes.studio = theme(words);
    JSONEditor.defaults.iconlibs.studio = Signs;
    return new JSONEditor(holder, {
      schema,
      theme: "studio",
      iconlib: "studio",
      ajax: false,
      disable_array_delete_all_rows: true,
      disable_array_delete_last_row: true,
      disable_edit_json: true,
      display_required_only: true,
      enable_array_copy: true,
      keep_oneof_values: false,
      no_additional_properties: true,
      remove_button_labels: false,
      show_errors: "never",
      use_name_attributes: false,
    });
  }

  // Give each control without a label the title of the part of the form that it belongs to.
  function nameControls(holder) {
    for (const one of holder.querySelectorAll("input, select, textarea, button")) {
      const words = one.tagName === "BUTTON" ? one.textContent.trim() : "";
      if (words || one.ariaLabel || (one.labels && one.labels.length)) continue;
      const part = one.closest("[data-schemapath]");
      const title = part && part.querySelector("label, .je-header, .je-object__title");
      one.setAttribute("aria-label", one.title || (title ? title.textContent.trim() : "") || "–");
    }
  }

  // Return the JSON pointer of the first place where two values differ, null if they are equal.
  // The order of the members of an object has no meaning.
  function difference(one, other, at = "") {
    if (one === other) return null;
    const objects = [one, other].every((value) => typeof value === "object" && value !== null);
    if (!objects || Array.isArray(one) !== Array.isArray(other)) return at || "/";
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const there = `${at}/${key}`;
      if (!(key in one) || !(key in other)) return there;
      const found = difference(one[key], other[key], there);
      if (found) return found;
    }
    return null;
  }

  // Return the element of the form for a JSON pointer, or the nearest one around it.
  function element(holder, pointer) {
    const parts = ["root", ...pointer.split("/").slice(1)];
    for (; parts.length > 1; parts.pop()) {
      const path = CSS.escape(parts.join("."));
      const found = [...holder.querySelectorAll(`[data-schemapath="${path}"]`)];
      const shown = found.filter((one) => one.offsetParent !== null);
      if (shown.length) return shown[shown.length - 1];
    }
    return holder;
  }

  return { create, difference, element, nameControls };
})();
