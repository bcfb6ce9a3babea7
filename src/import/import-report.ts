// Import report: the result for each node of an export, and its quality, as data and as lines for people.

import type { Fidelity, Note, SourceSetting } from "./source-flow.ts";

export interface ImportReport {
  /** Name of the system that the export is of. */
  readonly format: string;
  /** Id of the flow. */
  readonly flow: string;
  readonly nodes: readonly ImportedNode[];
  readonly settings: readonly SourceSetting[];
}

export interface ImportedNode {
  readonly source: string;
  readonly name: string | undefined;
  readonly kind: string;
  /** Ids of the resulting nodes; none for a part outside the conversation. */
  readonly nodes: readonly string[];
  readonly fidelity: Fidelity;
  readonly notes: readonly Note[];
}

const order: readonly Fidelity[] = ["exact", "approximate", "manual"];

export function worst(notes: readonly Note[]): Fidelity {
  return order[Math.max(0, ...notes.map(({ fidelity }) => order.indexOf(fidelity)))] ?? "exact";
}

/** Number of nodes by quality of the result. */
function countsOf({ nodes }: ImportReport): Readonly<Record<"exact" | "approximate" | "manual", number>> {
  const count = (fidelity: string): number => nodes.filter((node) => node.fidelity === fidelity).length;
  return { exact: count("exact"), approximate: count("approximate"), manual: count("manual") };
}

/** UTF-16 units of a cell; longer ids are cut. */
const cellCharsMax = 32;
/** UTF-16 units of a setting, a path printed before its words. */
const settingCharsMax = 120;

/** A count, then exact, approximate and manual parts, each node by its id in the export. */
export function reportLines(report: ImportReport): readonly string[] {
  const { exact, approximate, manual } = countsOf(report);
  const nodes = report.nodes.length === 1 ? "1 node" : `${report.nodes.length} nodes`;
  const rows = report.nodes.flatMap(({ source, kind, nodes: ids, fidelity, notes }) => [
    [fidelity, cell(source), cell(kind), cell(ids[0] ?? "-")]
      .map((text, i) => text.padEnd([11, 24, 16, 0][i] ?? 0))
      .join("  "),
    ...notes.map((note) => `               ${note.fidelity}: ${oneLine(note.words)}`),
  ]);
  const settings = report.settings.map(
    ({ setting, fidelity, words }) =>
      `${fidelity.padEnd(11)}  ${cell(setting, settingCharsMax)}: ${oneLine(words)}`,
  );
  return [
    `${nodes} of ${report.format}: ${exact} exact, ${approximate} approximate, ${manual} manual`,
    ...rows.map((line) => `  ${line.trimEnd()}`),
    ...(settings.length === 0 ? [] : ["Beside the nodes:", ...settings.map((line) => `  ${line}`)]),
  ];
}

/** Nothing of an export may steer the terminal. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, " ").trim();
}

function cell(text: string, charsMax = cellCharsMax): string {
  const line = oneLine(text);
  return line.length > charsMax ? `${line.slice(0, charsMax - 1)}…` : line;
}
