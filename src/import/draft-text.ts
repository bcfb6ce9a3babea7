// Draft text: an imported flow as YAML, with a comment on each node's origin.

import { blockRow } from "../flow/language/source/yaml-writer.ts";
import type { Plain } from "../flow/language/source/yaml-tree.ts";
import { type DraftVariable, isData } from "./draft-variable.ts";
import type { FlowDraft } from "./flow-draft.ts";
import type { ImportedNode } from "./import-report.ts";
import type { ImportReport } from "./import-report.ts";
import { optionRows } from "./imported-options.ts";
import { withoutBraces } from "./imported-text.ts";
import type { SampleLines } from "../flow/locale/sample-lines.ts";
import { reachedNames } from "./used-names.ts";

interface Parts {
  readonly head: ReadonlyMap<string, Plain>;
  readonly words: SampleLines;
  readonly report: ImportReport;
}

export function flowText(draft: FlowDraft, { head, words, report }: Parts): string {
  const owners = new Map(report.nodes.flatMap((node) => node.nodes.map((id) => [id, node] as const)));
  const asides = report.nodes.filter(({ nodes }) => nodes.length === 0);
  const variables = variablesOf(draft, words);
  return [
    `# Imported from ${report.format}. 'from' names a node there; read the lines below it, and check what is approximate.`,
    ...asides.flatMap((node) => commentOf(node, "")),
    ...report.settings.map(
      ({ setting, fidelity, words }) => `# ${fidelity}: ${oneLine(setting)}: ${oneLine(words)}`,
    ),
    ...[...head].flatMap(([key, value]) => row(key, value)),
    ...(variables.size === 0 ? [] : ["", ...row("variables", variables)]),
    ...(draft.tools.size === 0 ? [] : ["", ...row("tools", draft.tools)]),
    ...(draft.hooks.length === 0 ? [] : ["", ...row("hooks", draft.hooks)]),
    ...(draft.handlers.size === 0 ? [] : ["", ...row("handlers", draft.handlers)]),
    "",
    "nodes:",
    ...[...draft.nodes].flatMap(([id, node]) => {
      const owner = owners.get(id);
      const comment = owner === undefined ? [] : commentOf(owner, "  ");
      // Notes about it go to the first of its nodes.
      return [
        ...(owner?.nodes[0] === id ? comment : comment.slice(0, 1)),
        ...blockRow(id, node, { step: 2, literals: true, column: 2 }),
      ];
    }),
    "",
  ].join("\n");
}

function row(key: string, value: Plain): readonly string[] {
  return blockRow(key, value, { step: 2, literals: true, column: 0 });
}

function commentOf({ source, name, kind, notes }: ImportedNode, pad: string): readonly string[] {
  const called = name === undefined || name === source ? "" : `, ${oneLine(name)}`;
  return [
    `${pad}# from ${oneLine(source)} (${oneLine(kind)}${called})`,
    ...notes.map(({ fidelity, words }) => `${pad}#   ${fidelity}: ${oneLine(words)}`),
  ];
}

/** Valid text for a comment: no line breaks, and no characters that YAML forbids (1.2.2, 5.1). */
function oneLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029\ufeff\ufffe\uffff\s]+/gu, " ").trim();
  return line.length > 200 ? `${line.slice(0, 200).replace(/[\ud800-\udbff]$/, "")}…` : line;
}

function variablesOf(draft: FlowDraft, words: Parts["words"]): ReadonlyMap<string, Plain> {
  const used = reachedNames(draft);
  return new Map(
    [...draft.variables.values()]
      .filter(({ id }) => used.has(id))
      .map((each) => [each.id, variableOf(each, words)]),
  );
}

function variableOf(
  { id, type, options, description, initial, isFilled, isAsked }: DraftVariable,
  { tellMe }: Parts["words"],
): ReadonlyMap<string, Plain> {
  const written = new Map<string, Plain>([["type", type]]);
  const about = withoutBraces(description ?? id.replaceAll("_", " "));
  if (isAsked && !isData(type))
    written.set("ask", `${tellMe}${about.slice(0, 1_000).replaceAll(/%/g, " ")}.`);
  if (options.size > 0) written.set("options", optionRows(options));
  if (description !== undefined && description.trim() !== "") written.set("description", description);
  if (!isFilled) {
    if (initial !== undefined && initial.trim() !== "" && type === "text") written.set("default", initial);
    written.set("input", true);
  }
  return written;
}
