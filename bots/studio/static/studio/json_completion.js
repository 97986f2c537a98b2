// What can stand at a place in the JSON of a card: its fields and values, from the schema of the form.
"use strict";

const JsonCompletion = (() => {
  const { ensureSyntaxTree, startCompletion, syntaxTree } = CodeMirror;

  function create(schema, words) {
    // Return the schemas that a schema stands for: its reference, or each of its alternatives.
    function expand(one) {
      if (!one) return [];
      if (one.$ref) return expand(schema.definitions[one.$ref.split("/").pop()]);
      return one.oneOf ? one.oneOf.flatMap(expand) : [one];
    }

    const tag = (one) => Object.entries(one.properties || {}).find(([, field]) => "const" in field);

    // Return those alternatives whose tag the object has; all of them if it has none of their tags.
    function narrow(schemas, members) {
      const fit = schemas.filter((one) => tag(one) && members.get(tag(one)[0]) === tag(one)[1].const);
      return fit.length ? fit : schemas;
    }

    // Return the schemas of a value: the root, the item of a list, or a member of an object.
    function schemasOf(node, state) {
      if (!node || node.name === "JsonText") return [schema];
      if (node.name === "Property") {
        const owner = holder(node.parent);
        return fieldsOf(schemasOf(owner.parent, state), owner, state, nameOf(node, state));
      }
      if (node.name === "Array") {
        const lists = schemasOf(node.parent, state);
        return lists.flatMap((one) => expand(one.items));
      }
      return schemasOf(node.parent, state);
    }

    function fieldsOf(schemas, owner, state, name) {
      const known = narrow(schemas, membersOf(owner, state));
      return known.flatMap((one) => expand((one.properties || {})[name] || one.additionalProperties));
    }

    // Return a value to begin with. A choice begins with none: the choices are suggested next.
    function initial(one) {
      if (one.enum) return "";
      if (one.type === "boolean") return !one.default;
      if ("default" in one) return one.default;
      return { array: [], integer: 1, object: {} }[one.type] ?? "";
    }

    // Return an object with the fields that it must have.
    function begun(one) {
      const fields = one.required.map((name) => {
        const [field] = expand(one.properties[name]);
        return [name, (field.enum || [])[0] ?? initial(field)];
      });
      return Object.fromEntries(fields);
    }

    // Return the fields of an object that are not given yet.
    function keys(owner, state, edited) {
      const members = membersOf(owner, state);
      members.delete(edited);
      const fit = narrow(schemasOf(owner.parent, state), members);
      const tagged = fit.filter(tag).length > 1; // Which part it is must be chosen first.
      const fields = new Map();
      for (const one of fit) {
        for (const [name, field] of Object.entries(one.properties || {})) {
          if (!members.has(name) && (!tagged || "const" in field)) fields.set(name, [field, one]);
        }
      }
      return [...fields].map(([name, [field, one]]) => {
        const kinds = expand(field);
        const value = tagged ? "" : initial(kinds.length > 1 && !("default" in field) ? kinds[0] : field);
        const needed = (one.required || []).includes(name);
        return {
          code: name,
          title: needed ? `${field.title} (${words.required})` : field.title,
          text: `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
          boost: needed ? 1 : 0,
          isKey: true,
          isOpen: tagged || kinds.some((kind) => kind.enum || (kind.items && !kind.items.type)),
        };
      });
    }

    // Return the values that a schema lists.
    function listed(one) {
      if ("const" in one) return [];
      if (one.enum || one.type === "boolean") {
        const titles = one.options.enum_titles;
        return (one.enum || [true, false]).map((value, at) => ({
          code: String(value) || '""',
          title: one.enum ? titles[at] : titles[value ? 0 : 1],
          text: JSON.stringify(value),
        }));
      }
      if (tag(one)) {
        const text = spaced(begun(one));
        return [{ code: tag(one)[1].const, title: one.title, help: one.description, text }];
      }
      const text = one.required ? spaced(begun(one)) : JSON.stringify(initial(one));
      return text === '""' ? [] : [{ code: text, title: one.title || "", text }];
    }

    // Return the values of a member, or of an item of a list.
    function values(node, state) {
      if (node && node.name === "Property") {
        const name = nameOf(node, state);
        const owner = holder(node.parent);
        const tagged = schemasOf(owner.parent, state).filter((one) => tag(one) && tag(one)[0] === name);
        if (tagged.length) {
          return tagged.map((one) => ({
            code: tag(one)[1].const,
            title: one.title,
            help: one.description,
            text: JSON.stringify(tag(one)[1].const),
          }));
        }
      }
      return schemasOf(node, state).flatMap(listed);
    }

    // Return what can stand at a position, for the list of suggestions.
    function source(context) {
      const { state } = context;
      const spot = spotAt(state, context.pos);
      const typed = spot ? state.sliceDoc(spot.from, context.pos) : "";
      const typing = /^["a-z]/.test(typed);
      const ready = typing || (context.explicit && !typed); // A number is complete.
      if (!spot || !ready) return null;
      const found = spot.isKey ? keys(spot.node, state, spot.name) : values(spot.node, state);
      const unique = new Map(found.map((one) => [one.code + one.text, one]));
      if (!unique.size) return null;
      return {
        from: spot.quoted ? spot.from + 1 : spot.from,
        options: [...unique.values()].map(option),
        validFor: /^[^"\s{}[\],:]*$/,
      };
    }

    return { source };
  }

  const spaced = (value) => JSON.stringify(value, null, 1).replace(/([{[])\n */g, "$1")
    .replace(/\n *([}\]])/g, "$1").replace(/\n */g, " ");

  const holder = (node) => {
    let found = node;
    while (found && found.name !== "Object") found = found.parent;
    return found;
  };

  function nameOf(property, state) {
    const name = property.getChild("PropertyName");
    return name ? text(name, state) : "";
  }

  function text(node, state) {
    try {
      return JSON.parse(state.sliceDoc(node.from, node.to));
    } catch (error) {
      return ""; // A string that is not finished has no value yet.
    }
  }

  // Return the names in an object, with the value of those that are strings.
  function membersOf(owner, state) {
    const given = owner.getChildren("Property").map((one) => {
      const value = one.getChild("String");
      return [nameOf(one, state), value ? text(value, state) : undefined];
    });
    return new Map(given);
  }

  // Return where a position is: the name or the value to replace, and what holds it; null if
  // neither can stand there.
  function spotAt(state, position) {
    const tree = ensureSyntaxTree(state, state.doc.length, 200) || syntaxTree(state);
    const inside = tree.resolveInner(position, -1);
    const whole = ["PropertyName", "String"].includes(inside.name) && inside.from < position;
    const closed = whole && inside.to === position && inside.to - inside.from > 1
      && state.sliceDoc(position - 1, position) === '"';
    if (closed) return null;
    const line = state.doc.lineAt(position);
    const [word] = /"?[^"\s{}[\],:]*$/.exec(state.sliceDoc(line.from, position));
    const from = whole ? inside.from : position - word.length;
    const to = whole ? inside.to : position;
    const before = state.sliceDoc(0, from).trimEnd();
    const sign = before.slice(-1);
    const around = tree.resolveInner(before.length, -1);
    const quoted = state.sliceDoc(from, from + 1) === '"' && from < position;
    const at = (names) => {
      let found = around;
      while (found && !names.includes(found.name)) found = found.parent;
      return found;
    };
    if (sign === ":") {
      const node = at(["Property"]);
      return node && { from, to, quoted, node, isKey: false };
    }
    if (sign === "{" || sign === ",") {
      const node = at(sign === "{" ? ["Object"] : ["Object", "Array"]);
      if (node && node.name === "Object") {
        const name = inside.name === "PropertyName" && whole ? text(inside, state) : "";
        return { from, to, quoted, node, name, isKey: true };
      }
      return node && { from, to, quoted, node, isKey: false };
    }
    if (sign === "[") {
      const node = at(["Array"]);
      return node && { from, to, quoted, node, isKey: false };
    }
    return sign ? null : { from, to, quoted, node: null, isKey: false };
  }

  // Return a suggestion: found by its code and its words, inserted as JSON.
  function option(one, at) {
    return {
      label: one.title ? `${one.code} ${one.title}` : one.code,
      displayLabel: one.code,
      detail: one.title,
      info: one.help || undefined,
      boost: one.boost,
      sortText: String(at).padStart(3, "0"), // in the order of the form
      apply: (view) => insert(view, one),
    };
  }

  function insert(view, one) {
    const spot = spotAt(view.state, view.state.selection.main.head);
    if (!spot) return;
    const after = view.state.sliceDoc(spot.to);
    const renames = one.isKey && /^\s*:/.test(after); // The name changes, the value stays.
    const comma = !renames && /^\s*["{[\w-]/.test(after) ? ", " : "";
    const words = renames ? JSON.stringify(one.code) : one.text;
    const empty = renames ? null : /""|\[\]|\{\}/.exec(words);
    view.dispatch({
      changes: { from: spot.from, to: spot.to, insert: words + comma },
      selection: { anchor: spot.from + (empty ? empty.index + 1 : words.length) },
      scrollIntoView: true,
      userEvent: "input.complete",
    });
    if (one.isOpen && empty) setTimeout(() => startCompletion(view));
  }

  return { create };
})();
