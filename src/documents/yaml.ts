// YAML documents: stored ones read with their problems, and shown as JSON with their keys in order. They may contain
// more than flows, so aliases, tags and numbers as keys are allowed. The flow language defines the keys.

import type { Diagnostic } from "../base/fault.ts";
import { problemAt } from "../flow/language/source/problem.ts";
import { compose, type YamlError } from "../flow/language/source/composer.ts";
import { LineIndex } from "../flow/language/source/positions.ts";
import { documentLimits } from "../flow/language/source/splice.ts";
import { explainYamlError } from "../flow/language/source/yaml-errors.ts";
import { jsonText, type MapTree, plainOf, type Tree } from "../flow/language/source/yaml-tree.ts";

export interface ReadYaml {
  /** Absent if there is an error among the diagnostics. */
  readonly document?: MapTree;
  readonly diagnostics: readonly Diagnostic[];
}

const diagnosticsMax = 100;

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
      errors.map((flaw) => ({
        ...explainYamlError(flaw, text),
        code: codeOf(flaw),
        from: flaw.from,
        to: flaw.to,
      })),
    );
  }
  if (root?.kind !== "map") {
    const message = "a document is a mapping of keys to values";
    return refusal(text, [{ ...start, code: "VF100", message, hint: "begin a flow with 'voice_flow: 1'" }]);
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
  size: {
    ...start,
    code: "VF107",
    message: `a document has at most ${documentLimits.tokensMax.toLocaleString("en")} words and signs`,
  },
};

function refusal(text: string, wrongs: readonly Wrong[]): ReadYaml {
  const lines = new LineIndex(text);
  const diagnostics = wrongs
    .slice(0, diagnosticsMax)
    .map((wrong) => problemAt({ severity: "error", ...wrong }, [], lines.rangeOf(wrong.from, wrong.to)));
  return { diagnostics };
}

function codeOf({ code }: YamlError): string {
  return code === "ALIAS_BOMB" ? "VF106" : "VF101";
}

/** Refused documents that the library accepts, or checks too slowly. */
class Refusals {
  readonly found: Wrong[] = [];

  walk(tree: Tree, levels: number): void {
    if (levels < 0) return this.#report("VF107", tooDeep, tree);
    if (tree.kind === "alias" && tree.target === undefined) {
      this.#report("VF106", `there is no '&${tree.name}' that ends before this`, tree);
    }
    if (tree.kind === "list") for (const { value } of tree.items) this.walk(value, levels - 1);
    if (tree.kind === "map") this.#map(tree, levels);
  }

  #map(tree: MapTree, levels: number): void {
    const seen = new Set<string>();
    for (const { name, key, value } of tree.entries) {
      if (seen.has(name)) this.#report("VF108", `'${name}' is here twice`, key);
      seen.add(name);
      this.walk(key, levels - 1);
      this.walk(value, levels - 1);
    }
  }

  #report(code: string, message: string, { from, to }: Tree): void {
    this.found.push({ code, message, from, to });
  }
}
