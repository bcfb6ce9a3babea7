// Stored documents as YAML: read with what is wrong with them, and shown as JSON with their keys in order. They may be
// more than flows: aliases, tags and numbers as keys are theirs. What the keys mean is the flow language's business.

import type { Diagnostic } from "../base/fault.ts";
import { problemAt } from "../flow/problem.ts";
import { compose } from "../flow/source/compose.ts";
import { Lines } from "../flow/source/place.ts";
import { documentLimits } from "../flow/source/splice.ts";
import { tell } from "../flow/source/syntax.ts";
import { jsonText, type MapTree, plainOf, type Tree } from "../flow/source/tree.ts";

export interface ReadYaml {
  /** Absent when there is an error among the diagnostics. */
  readonly document?: MapTree;
  readonly diagnostics: readonly Diagnostic[];
}

const diagnosticsMax = 100;
/** What a document may be with its aliases written out. */
const expandedCharsMax = 1_024 * 1_024;

interface Wrong {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly from: number;
  readonly to: number;
}

/** Never throws. A document is a mapping whose keys differ as text and whose aliases stay within bounds. */
export function readYaml(text: string): ReadYaml {
  const { root, errors, excess } = compose(text, documentLimits);
  if (excess !== undefined) return refusal(text, [tooMuch[excess]]);
  if (errors.length > 0) {
    return refusal(
      text,
      errors.map((flaw) => ({ code: "VF101", ...tell(flaw, text), from: flaw.from, to: flaw.to })),
    );
  }
  if (root?.kind !== "map") {
    return refusal(text, [{ ...start, code: "VF100", message: "a document is a mapping of keys to values" }]);
  }
  const refused = new Refusals();
  refused.walk(root, documentLimits.depthMax);
  return refused.found.length > 0 ? refusal(text, refused.found) : { document: root, diagnostics: [] };
}

export function jsonTextOf(document: MapTree): string {
  return jsonText(plainOf(document));
}

const start = { from: 0, to: 0 };
const tooDeep = `a document is nested at most ${documentLimits.depthMax} deep`;
const tooMuch: Readonly<Record<"depth" | "size", Wrong>> = {
  depth: { ...start, code: "VF107", message: tooDeep },
  size: { ...start, code: "VF107", message: "a document has at most 120,000 words and signs" },
};

function refusal(text: string, wrongs: readonly Wrong[]): ReadYaml {
  const lines = new Lines(text);
  const diagnostics = wrongs
    .slice(0, diagnosticsMax)
    .map((wrong) => problemAt({ severity: "error", ...wrong }, [], lines.place(wrong.from, wrong.to)));
  return { diagnostics };
}

/** What the library lets pass, or looks for too slowly. */
class Refusals {
  readonly found: Wrong[] = [];
  readonly #lengths = new Map<Tree, number>();

  /** Answers with the length as JSON, aliases written out. */
  walk(tree: Tree, levels: number): number {
    const length = this.#lengthOf(tree, levels);
    this.#lengths.set(tree, length);
    if (length > expandedCharsMax && this.found.length === 0)
      this.#report("VF106", "aliases lead to too much", tree);
    return length;
  }

  #lengthOf(tree: Tree, levels: number): number {
    if (levels < 0) {
      this.#report("VF107", tooDeep, tree);
      return 0;
    }
    switch (tree.kind) {
      case "scalar":
        return String(tree.value).length + 3;
      case "alias":
        if (tree.target === undefined) {
          this.#report("VF106", `there is no '&${tree.name}' that ends before this`, tree);
        }
        return tree.target === undefined ? 0 : (this.#lengths.get(tree.target) ?? 0);
      case "list":
        return tree.items.reduce((sum, { value }) => sum + this.walk(value, levels - 1), 2);
      case "map":
        return this.#mapLength(tree, levels);
    }
  }

  #mapLength(tree: MapTree, levels: number): number {
    const seen = new Set<string>();
    let length = 2;
    for (const { name, key, value } of tree.entries) {
      if (seen.has(name)) this.#report("VF108", `'${name}' is here twice`, key);
      seen.add(name);
      length += this.walk(key, levels - 1) + this.walk(value, levels - 1);
    }
    return length;
  }

  #report(code: string, message: string, { from, to }: Tree): void {
    this.found.push({ code, message, from, to });
  }
}
