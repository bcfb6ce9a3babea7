// CodeMirror aids: completion and hover help for the flow language.

import { autocompletion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { lintGutter } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import { hoverTooltip } from "@codemirror/view";
import type { Completion } from "../complete/completion-item.ts";
import type { ParsedText } from "../state/parsed-text.ts";
import { completionsAt } from "./text-completion.ts";
import { type Explanation, explanationAt } from "./hover-help.ts";

/** `parsed` is the present text, or the last version that could be parsed. */
export function editorAids(parsed: () => ParsedText): Extension {
  return [
    lintGutter(),
    autocompletion({
      override: [(context) => complete(context, parsed())],
      icons: false,
      activateOnTypingDelay: 60,
    }),
    hoverTooltip((view, at) => {
      const help = explanationAt(view.state.doc.toString(), at, parsed().document);
      if (help === undefined) return null;
      const { from, to } = help;
      return { pos: from, end: to, above: true, create: () => ({ dom: explanation(help) }) };
    }),
  ];
}

function complete(context: CompletionContext, { document }: ParsedText): CompletionResult | null {
  const { pos, state, explicit } = context;
  const text = state.doc.toString();
  const completions = completionsAt(text, pos, document);
  if (completions === undefined) return null;
  const { from, options } = completions;
  // On an empty line suggestions are shown only on request.
  if (!explicit && from === pos && options.every(({ kind }) => kind === "key")) return null;
  const isBeforeColon = /^[ \t]*:/.test(text.slice(pos, pos + 4));
  return {
    from,
    options: options.map((each) => offered(each, isBeforeColon)),
    validFor: /^[\w.-]*$/,
  };
}

function offered({ kind, text, label, detail, doc }: Completion, isBeforeColon: boolean) {
  return {
    label: label ?? text,
    apply: isBeforeColon ? (label ?? text) : text,
    type: kind,
    ...(detail === undefined || detail === "" ? {} : { detail }),
    ...(doc === "" ? {} : { info: doc }),
    boost: detail === "required" ? 1 : 0,
  };
}

/** Names of a flow are inserted as text, so they cannot inject markup. */
function explanation({ title, detail, doc }: Explanation): HTMLElement {
  const box = document.createElement("div");
  box.className = "cm-explained";
  for (const [words, name] of [
    [title, "title"],
    [doc, "doc"],
    [detail, "detail"],
  ] as const) {
    if (words === "") continue;
    const line = document.createElement("p");
    const inner = document.createElement(name === "title" ? "strong" : "span");
    inner.className = name;
    inner.dir = "auto";
    inner.textContent = words;
    line.append(inner);
    box.append(line);
  }
  return box;
}
