// Unsupported YAML: finds what YAML allows and a flow does not, in the tree, where keys and values are known.

import type { Path } from "./problem.ts";
import { type ScalarTree, type Tree, type MapTree, type Entry } from "./yaml-tree.ts";
import { keypadKeys, quoted, type Pitfall } from "./yaml-pitfalls.ts";

export interface UnsupportedYaml extends Pitfall {
  readonly path: Path;
  readonly severity: "error" | "warning";
}

export interface UnsupportedParts {
  readonly refusals: readonly UnsupportedYaml[];
  /** Values whose intended meaning is unclear. */
  readonly unread: ReadonlySet<Tree>;
  /** Entries whose key is not a usable text. */
  readonly dropped: ReadonlySet<Entry>;
}

/** Searches a whole tree; nesting deeper than `depthMax` levels is a finding, too. */
export function unsupportedYamlIn(root: Tree, text: string, depthMax: number): UnsupportedParts {
  const finder = new UnsupportedYamlSearch(text, depthMax);
  finder.walk(root, [], { key: "", isExpression: false });
  return finder;
}

interface TreeContext {
  /** The nearest key among the ancestors. */
  readonly key: string;
  /** True where expressions are expected, not texts. */
  readonly isExpression: boolean;
}

const expressionKeys: ReadonlySet<string> = new Set(["if", "set", "with", "save", "emit"]);
const spokenKeys: ReadonlySet<string> = new Set([
  "say",
  "fallback",
  "no_match",
  "no_input",
  "invalid",
  "label",
]);

class UnsupportedYamlSearch implements UnsupportedParts {
  readonly refusals: UnsupportedYaml[] = [];
  readonly unread = new Set<Tree>();
  readonly dropped = new Set<Entry>();
  readonly #text: string;
  readonly #depthMax: number;

  constructor(text: string, depthMax: number) {
    this.#text = text;
    this.#depthMax = depthMax;
  }

  walk(tree: Tree, path: Path, treeContext: TreeContext): void {
    if (path.length > this.#depthMax) {
      this.#refuse(tree, path, {
        code: "VF107",
        message: `a flow can be nested at most ${this.#depthMax} levels deep`,
      });
      this.unread.add(tree);
    } else if (tree.kind === "scalar") this.#scalar(tree, path, treeContext);
    else if (tree.kind === "map") this.#map(tree, path, treeContext);
    else if (tree.kind === "list")
      tree.items.forEach(({ value }, i) => this.walk(value, [...path, i], treeContext));
    else this.unread.add(tree);
  }

  #map(tree: MapTree, path: Path, treeContext: TreeContext): void {
    const seen = new Set<string>();
    let last: Entry | undefined;
    for (const entry of tree.entries) {
      const { name, key, value } = entry;
      const isKey = this.#key(entry, { path, isFlow: tree.style === "flow", last, seen });
      if (isKey) {
        seen.add(name);
        last = entry;
        const isExpression = treeContext.isExpression || expressionKeys.has(name);
        this.walk(value, [...path, name], {
          key: isExpression || !isLanguage(name) ? name : treeContext.key,
          isExpression,
        });
      } else {
        this.dropped.add(entry);
        if (key.kind === "map" && last !== undefined) this.unread.add(last.value);
      }
    }
  }

  #key(
    entry: Entry,
    { path, isFlow, last, seen }: { path: Path; isFlow: boolean; last: Entry | undefined; seen: Set<string> },
  ): boolean {
    const { key, name } = entry;
    const at = [...path, name];
    const refuse = (code: string, message: string, hint: string): false => {
      this.#refuse(key, at, { code, message, hint });
      return false;
    };
    const isCut = last?.value.kind === "scalar" && last.value.style === "plain";
    if (isFlow && entry.colon === undefined && !(last !== undefined && this.unread.has(last.value))) {
      if (!isCut)
        return refuse("VF109", "inside { } each key needs a value", "put ': ' and a value after it");
      this.unread.add(last.value);
      return refuse(
        "VF109",
        "a comma ends an unquoted text or expression: write quotes",
        cutOff(this.#text, last, key),
      );
    }
    if (isFlow && entry.colon === undefined) return false;
    if (key.kind !== "scalar")
      return refuse("VF112", "a map, a list or an alias cannot be a key", "write a name");
    if (name === "<<" && key.style === "plain") {
      return refuse("VF106", "merge keys are not allowed", "write the keys out");
    }
    if (name === "__proto__") return refuse("VF113", "'__proto__' cannot be a key", "choose another name");
    if (typeof key.value !== "string") {
      const written = this.#text.slice(key.from, key.to);
      return refuse(
        "VF112",
        "a key must be a text",
        written === "" ? "write a name" : `write ${quoted(written)}`,
      );
    }
    if (seen.has(name))
      return refuse("VF108", `the key '${name}' occurs twice`, "remove one, or give it another name");
    return true;
  }

  #scalar(tree: ScalarTree, path: Path, { key, isExpression }: TreeContext): void {
    const written = this.#text.slice(tree.from, tree.to);
    const refuse = (code: string, message: string): void => {
      this.#refuse(tree, path, { code, message, hint: `write ${quoted(written)}` });
      this.unread.add(tree);
    };
    if (tree.strange === "endless") refuse("VF112", "the number must be finite");
    else if (tree.style !== "plain") return;
    else if (typeof tree.value === "number" && keypadKeys.has(key)) {
      refuse("VF104", "YAML reads this key as a number: write quotes");
    } else if (typeof tree.value === "number" && /^(?:\+\d{4,}|0\d+)$/.test(written)) {
      refuse("VF105", `a phone number needs quotes: YAML reads it as the number ${tree.value}`);
    } else if (tree.strange === "inexact") {
      refuse("VF112", "this number is too large to be represented exactly: write quotes");
    } else if (tree.value === null && keypadKeys.has(key) && this.#isHash(tree)) {
      const from = this.#text.indexOf("#", tree.from);
      this.unread.add(tree);
      this.refusals.push({
        code: "VF104",
        severity: "error",
        message: "YAML reads '#' as a comment: quote the key",
        hint: 'write "#"',
        path,
        from,
        to: from + 1,
      });
    } else if (typeof tree.value === "string" && !isExpression) this.#commentAfter(tree, path, key);
  }

  #isHash({ from, to }: ScalarTree): boolean {
    return from === to && /^[ \t]+#/.test(this.#text.slice(from, from + 80));
  }

  /**
   * Detects `say: Please press # to finish`, which YAML cuts at `#`. Two spaces before `#`, or a single word, suggest
   * a real comment.
   */
  #commentAfter(tree: ScalarTree, path: Path, key: string): void {
    if (!this.#text.startsWith(" #", tree.to)) return;
    if (!spokenKeys.has(key) && !/\s/.test(String(tree.value))) return;
    const newline = this.#text.indexOf("\n", tree.to);
    const to = newline === -1 ? this.#text.length : newline;
    const lost = this.#text.slice(tree.from, to).trimEnd();
    this.refusals.push({
      code: "VF118",
      severity: "warning",
      message: "a comment ends this text. Is '#' a part of the text?",
      hint: `write ${quoted(lost)}, or put the comment on a line of its own`,
      path,
      from: tree.to + 1,
      to: tree.from + lost.length,
    });
  }

  #refuse(tree: Tree, path: Path, told: { code: string; message: string; hint?: string }): void {
    this.refusals.push({ ...told, severity: "error", path, from: tree.from, to: tree.to });
  }
}

function isLanguage(key: string): boolean {
  return /^[a-z]{2}(?:-[a-zA-Z]{2,4})?$/.test(key);
}

function cutOff(text: string, { value }: Entry, rest: Tree): string {
  return `write ${quoted(text.slice(value.from, rest.to))}`;
}
