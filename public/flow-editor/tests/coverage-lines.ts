// Coverage lines: formats test coverage for display: the tested share, and the untested parts by name. Pure.

import type { Coverage, UntestedBranch } from "../../../src/flow/author/testing/coverage.ts";

export interface CoverageLine {
  readonly label: string;
  readonly all: number;
  readonly tested: number;
  readonly untested: readonly UntestedItem[];
}

export interface UntestedItem {
  readonly label: string;
  /** Shown on the canvas; absent for handlers. */
  readonly node?: string;
  readonly edge?: string;
  /** Line of the text from 1; absent where only a name is known. */
  readonly line?: number;
}

/** Categories that the flow does not have are left out. `edgeOf` gives the id of a branch's edge in the graph. */
export function coverageLines(
  { nodes, branches, inherited, handlers }: Coverage,
  edgeOf: (branch: UntestedBranch) => string | undefined,
): readonly CoverageLine[] {
  const named = (names: readonly string[]): readonly UntestedItem[] =>
    names.map((name) => ({ label: name, node: name }));
  const lines: readonly CoverageLine[] = [
    {
      label: "Branches",
      ...shareOf(branches),
      untested: branches.untested.map((one) => branchLine(one, edgeOf(one))),
    },
    { label: "Nodes", ...shareOf(nodes), untested: named(nodes.untested) },
    { label: "Handlers", ...shareOf(handlers), untested: handlers.untested.map((label) => ({ label })) },
    { label: "Giving up by default", ...shareOf(inherited), untested: named(inherited.untested) },
  ];
  return lines.filter(({ all }) => all > 0);
}

function shareOf({ all, tested }: { readonly all: number; readonly tested: number }) {
  return { all, tested };
}

function branchLine({ from, to, label, line }: UntestedBranch, edge: string | undefined): UntestedItem {
  return { label: `${from}, ${label} → ${to}`, node: from, line, ...(edge === undefined ? {} : { edge }) };
}
