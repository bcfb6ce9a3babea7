// Expression completion: suggests variables, functions, built-in fields and options of a choice.

import { functionManual } from "../../../src/flow/language/expression/function-manual.ts";
import type { NameEntry, FlowNames } from "./flow-names.ts";
import type { Completion, Completions } from "./completion-item.ts";

/** Built-in values that every expression can read, with their fields. */
export const builtIn: ReadonlyMap<string, { readonly doc: string; readonly fields: readonly string[] }> =
  new Map([
    [
      "session",
      {
        doc: "Direction, language and number of turns of the call.",
        fields: ["id", "language", "channel", "direction", "from", "to", "turns", "started_at"],
      },
    ],
    [
      "call",
      {
        doc: "Numbers of the phone call, and who or what answered an outgoing call.",
        fields: ["from", "to", "direction", "answered_by"],
      },
    ],
    ["context", { doc: "Context given when the session was started.", fields: [] }],
    ["metadata", { doc: "Metadata given when the session was started.", fields: [] }],
    ["last", { doc: "The caller's last answer.", fields: ["text", "confidence", "dtmf"] }],
    ["attempt", { doc: "Number of times that this question was asked, from 1.", fields: [] }],
    ["failure", { doc: "The last failure.", fields: ["tool", "kind", "status"] }],
    ["result", { doc: "Result of the tool, flow or event. Only in save.", fields: [] }],
  ]);

const words: readonly Completion[] = [
  ["and", "True if both are true."],
  ["or", "True if either is true."],
  ["not", "True if the condition is false."],
  ["in", "True if the list contains the value."],
  ["if", "If a is true, b, otherwise c."],
  ["else", "If a is true, b, otherwise c."],
  ["true", "Yes."],
  ["false", "No."],
  ["null", "Nothing."],
].map(([text = "", doc = ""]) => ({ kind: "word", text, doc }));

const functions: readonly Completion[] = Object.entries(functionManual).map(
  ([name, { form, explanation }]) => ({
    kind: "function",
    text: `${name}(`,
    label: name,
    detail: form,
    doc: explanation,
  }),
);

const filters: readonly Completion[] = functions.map(({ label = "", ...each }) => ({
  ...each,
  text: label,
  label,
}));

/** `before` is the expression up to the caret. */
export function expressionCompletions(before: string, names: FlowNames): Completions {
  const quoted = quoteIn(before);
  if (quoted !== undefined) return { from: quoted, options: optionsBefore(before, quoted, names) };
  const word = /[A-Za-z_][A-Za-z0-9_]*$/.exec(before)?.[0] ?? "";
  const from = before.length - word.length;
  const ahead = before.slice(0, from).trimEnd();
  if (/\d$/.test(before.slice(0, from)) && word !== "") return { from, options: [] };
  if (ahead.endsWith(".")) return { from, options: fieldsBefore(ahead.slice(0, -1)) };
  if (ahead.endsWith("|")) return { from, options: filters };
  return {
    from,
    options: [...names.of.variable.map(variableCompletion), ...builtIns, ...functions, ...words],
  };
}

function variableCompletion({ name, detail, doc }: NameEntry): Completion {
  return { kind: "variable", text: name, detail, doc };
}

const builtIns: readonly Completion[] = [...builtIn].map(([text, { doc }]) => ({
  kind: "variable",
  text,
  detail: "built in",
  doc,
}));

function fieldsBefore(ahead: string): readonly Completion[] {
  const owner = /[A-Za-z_]\w*$/.exec(ahead)?.[0] ?? "";
  return (builtIn.get(owner)?.fields ?? []).map((text) => ({
    kind: "variable",
    text,
    detail: owner,
    doc: "",
  }));
}

/** Start of the quoted text around the caret, in UTF-16 units; undefined outside of quotes. */
function quoteIn(before: string): number | undefined {
  let quote: string | undefined;
  let from = 0;
  for (let at = 0; at < before.length; at += 1) {
    const char = before[at] ?? "";
    if (quote === undefined && (char === "'" || char === '"')) {
      quote = char;
      from = at + 1;
    } else if (char === "\\" && quote !== undefined) at += 1;
    else if (char === quote) quote = undefined;
  }
  return quote === undefined ? undefined : from;
}

const zones: readonly Completion[] = Intl.supportedValuesOf("timeZone").map((text) => ({
  kind: "option",
  text,
  detail: "time zone",
  doc: "",
}));

/** `dept == '`: the options of dept; `now('`: time zones. */
function optionsBefore(before: string, from: number, names: FlowNames): readonly Completion[] {
  if (/\b(?:now|today)\(\s*['"]$/.test(before.slice(0, from))) return zones;
  const name = /([A-Za-z_]\w*)\s*(?:==|!=|in\s*\[.*)\s*['"]$/.exec(before.slice(0, from))?.[1] ?? "";
  return (names.optionsOf.get(name) ?? []).map(({ name: text, doc }) => ({
    kind: "option",
    text,
    detail: name,
    doc,
  }));
}

/** Start of the expression in the last `{{` that is open before the caret, in UTF-16 units; undefined outside. */
export function openHole(before: string): number | undefined {
  const from = before.lastIndexOf("{{");
  return from === -1 || before.indexOf("}}", from) !== -1 ? undefined : from + 2;
}
