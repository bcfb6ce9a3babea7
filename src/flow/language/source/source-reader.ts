// Source reader: reads the YAML text of a flow into plain data with source ranges and a list of its YAML problems.
// Never throws. The reader knows only the first key of the flow language, the version.

import { problemAt, type UnplacedProblem, type Path, type Problem } from "./problem.ts";
import { compose, type ParsedYaml, composeTokens, type YamlError } from "./composer.ts";
import { type YamlTokens, yamlTokensOf } from "./yaml-tokens.ts";
import { alignmentOf, LineIndex, type SourceRange } from "./positions.ts";
import { type UnsupportedYaml, type UnsupportedParts, unsupportedYamlIn } from "./unsupported-yaml.ts";
import { explainYamlError } from "./yaml-errors.ts";
import { repairColons, repairPitfalls, type Pitfall, pitfallsMax } from "./yaml-pitfalls.ts";
import type { Entry, MapTree, ScalarTree, Tree } from "./yaml-tree.ts";

export type SourceValue =
  null | boolean | number | string | readonly SourceValue[] | ReadonlyMap<string, SourceValue>;

/** Selects a part of the value at a path. */
export interface Within {
  /** True selects the key instead of the value. */
  readonly key?: boolean;
  /** Offset inside the scalar's decoded text, in UTF-16 units. */
  readonly offset?: number;
  /** End of that part, exclusive; if absent, one unit is selected. */
  readonly endOffset?: number;
}

export interface Source {
  readonly text: string;
  /**
   * The document: ordered maps, lists and scalars, with null for values that could not be read. Absent if the text is
   * not a YAML mapping; then an error is among the problems.
   */
  readonly value?: ReadonlyMap<string, SourceValue>;
  readonly problems: readonly Problem[];
  /**
   * The range of a scalar is its text, that of a map or a list its key or its first line. A path that does not exist
   * has the range of its nearest ancestor.
   */
  placeOf(path: Path, within?: Within): SourceRange;
  /** Whether the scalar is quoted with ' or ". */
  isQuoted(path: Path): boolean;
  /** Whether the value at the path, or an ancestor, could not be read; that problem is already reported. */
  isUnread(path: Path): boolean;
  problem(finding: UnplacedProblem, path: Path, within?: Within): Problem;
}

/** Bytes of a flow's text in UTF-8. */
export const sourceBytesMax = 256 * 1_024;
/** @internal */
export const depthMax = 30;
/** A dense flow of 256 KiB has 80,000 tokens; reading many more would take too long. */
const tokensMax = 120_000;
const problemsMax = 200;
/** Rounds of repair: correcting one pitfall can reveal another. */
const repairRoundsMax = 3;
const limits = { tokensMax, depthMax };

/** Reads a text of at most `sourceBytesMax` bytes. Never throws; everything wrong is in `problems`. */
export function readSource(text: string): Source {
  if (isTooLong(text))
    return unreadable(text, excess(`a flow can have at most ${sourceBytesMax / 1_024} KiB`));
  const { repaired, pitfalls, tokens } = repair(text);
  const composed = composeTokens(repaired, tokens);
  const colons = repairColons(repaired, composed.errors);
  if (colons.pitfalls.length === 0) return readingOf(text, pitfalls, composed);
  return readingOf(text, [...pitfalls, ...colons.pitfalls], compose(colons.text, limits));
}

function repair(text: string): {
  readonly repaired: string;
  readonly pitfalls: readonly Pitfall[];
  readonly tokens: YamlTokens;
} {
  const pitfalls: Pitfall[] = [];
  let tokens = yamlTokensOf(text, limits);
  let repaired = text;
  for (let i = 0; i < repairRoundsMax && tokens.excess === undefined && pitfalls.length < pitfallsMax; i++) {
    const repairedText = repairPitfalls(repaired, tokens);
    const starts = new Set(pitfalls.map(({ from }) => from));
    pitfalls.push(...repairedText.pitfalls.filter(({ from }) => !starts.has(from)));
    if (repairedText.text === repaired) break;
    repaired = repairedText.text;
    tokens = yamlTokensOf(repaired, limits);
  }
  return { repaired, pitfalls: pitfalls.slice(0, pitfallsMax), tokens };
}

function readingOf(text: string, pitfalls: readonly Pitfall[], composed: ParsedYaml): Source {
  const { root, excess: why } = composed;
  if (why !== undefined) return unreadable(text, excess(tooMuch[why]), composed);
  const parts = { text, pitfalls, tokens: composed };
  return root === undefined
    ? new ParsedSource({ ...parts, flaws: composed.errors })
    : new ParsedSource({ ...parts, flaws: [], root });
}

const tooMuch = {
  depth: `a flow can be nested at most ${depthMax} levels deep`,
  size: `a flow can have at most ${tokensMax.toLocaleString("en")} YAML tokens`,
};

function excess(message: string): Pitfall {
  return { code: "VF107", message, hint: "split the flow: a flow can call other flows", from: 0, to: 0 };
}

function unreadable(
  text: string,
  pitfall: Pitfall,
  { tokens }: Pick<YamlTokens, "tokens"> = { tokens: [] },
): Source {
  const last = tokens.at(-1);
  const at = last === undefined ? pitfall : { ...pitfall, from: last.from, to: last.to };
  return new ParsedSource({ text, pitfalls: [at], flaws: [], tokens: { tokens } });
}

/** Whether the text has more than `sourceBytesMax` bytes in UTF-8. */
function isTooLong(text: string): boolean {
  return text.length * 3 > sourceBytesMax && new TextEncoder().encode(text).length > sourceBytesMax;
}

interface SourceParts {
  readonly text: string;
  readonly pitfalls: readonly Pitfall[];
  readonly flaws: readonly YamlError[];
  readonly tokens: Pick<YamlTokens, "tokens">;
  readonly root?: Tree;
}

class ParsedSource implements Source {
  readonly text: string;
  readonly value?: ReadonlyMap<string, SourceValue>;
  readonly problems: readonly Problem[];
  readonly #root: Tree | undefined;
  readonly #lines: LineIndex;
  readonly #refused: UnsupportedParts | undefined;
  readonly #pitfalls: readonly Pitfall[];
  readonly #entries = new Map<MapTree, ReadonlyMap<string, Entry>>();

  constructor({ text, pitfalls, flaws, tokens, root }: SourceParts) {
    this.text = text;
    this.#root = root;
    this.#lines = new LineIndex(text);
    this.#pitfalls = pitfalls;
    this.#refused = root === undefined ? undefined : unsupportedYamlIn(root, text, depthMax);
    const problems = [
      ...pitfalls.map((pitfall) => this.#told(pitfall)),
      ...flaws.map((flaw) =>
        this.#told({ code: "VF101", from: flaw.from, to: flaw.to, ...explainYamlError(flaw, text) }),
      ),
      ...tokens.tokens
        .filter(({ type }) => type === "directive-line")
        .map(({ from, to }) => this.#told({ ...directive, from, to })),
      ...(this.#refused?.refusals ?? [])
        .filter((refusal) => !this.#isInPitfall(refusal))
        .map((refusal) => problemAt(refusal, refusal.path, this.#lines.rangeOf(refusal.from, refusal.to))),
    ];
    if (root?.kind === "map") this.value = this.#mapOf(root);
    const isRead = problems.every(({ severity }) => severity !== "error");
    if (this.value !== undefined || isRead) problems.push(...this.#version());
    this.problems = firstOfEachLine(problems).slice(0, problemsMax);
  }

  placeOf(path: Path, within: Within = {}): SourceRange {
    const { entry, tree } = this.#nearest(path);
    const isAtKey =
      within.key === true || tree === undefined || tree.kind !== "scalar" || tree.from === tree.to;
    if (isAtKey && entry !== undefined) return this.#lines.rangeOf(entry.key.from, entry.key.to);
    if (tree === undefined) return this.#lines.rangeOf(0, 0);
    if (tree.kind !== "scalar") return this.#lines.rangeOf(tree.from, this.#lineEnd(tree));
    if (within.offset === undefined) return this.#lines.rangeOf(tree.from, tree.to);
    return this.#inside(tree, within.offset, within.endOffset ?? within.offset + 1);
  }

  isQuoted(path: Path): boolean {
    const { tree, isExact } = this.#nearest(path);
    return isExact && tree?.kind === "scalar" && (tree.style === "single" || tree.style === "double");
  }

  isUnread(path: Path): boolean {
    return this.#nearest(path).isUnread;
  }

  problem(finding: UnplacedProblem, path: Path, within: Within = {}): Problem {
    return problemAt(finding, path, this.placeOf(path, within));
  }

  #told(pitfall: Pitfall): Problem {
    const path = this.#root === undefined ? [] : pathAt(this.#root, pitfall.from);
    return problemAt({ severity: "error", ...pitfall }, path, this.#lines.rangeOf(pitfall.from, pitfall.to));
  }

  /** Whether a problem lies inside a reported pitfall, whose consequences are not reported as well. */
  #isInPitfall({ from, to, path, severity }: UnsupportedYaml): boolean {
    if (severity === "warning" && this.isUnread(path)) return true;
    return this.#pitfalls.some((pitfall) => from < pitfall.to && pitfall.from < to);
  }

  #inside(tree: ScalarTree, offset: number, endOffset: number): SourceRange {
    const offsets = alignmentOf(this.text, tree);
    const last = offsets.length - 1;
    const from = offsets[Math.min(Math.max(0, offset), last)] ?? tree.from;
    const end = Math.min(Math.max(offset, endOffset), last);
    // Ends after the previous unit, because the next one may be on another line.
    const to = end === last ? offsets[last] : (offsets[end - 1] ?? from) + 1;
    return this.#lines.rangeOf(from, Math.max(from, to ?? from));
  }

  #lineEnd({ from, to }: Tree): number {
    const newline = this.text.indexOf("\n", from);
    return newline === -1 ? to : Math.min(to, newline);
  }

  #nearest(path: Path): {
    readonly entry: Entry | undefined;
    readonly tree: Tree | undefined;
    readonly isExact: boolean;
    readonly isUnread: boolean;
  } {
    let tree = this.#root;
    let entry: Entry | undefined;
    let isUnread = tree !== undefined && this.#isBroken(tree);
    for (const part of path) {
      const next = tree?.kind === "map" ? this.#entry(tree, String(part)) : undefined;
      const item: Tree | undefined =
        next?.value ?? (tree?.kind === "list" ? tree.items[Number(part)]?.value : undefined);
      if (item === undefined)
        return { entry, tree: entry === undefined ? tree : undefined, isExact: false, isUnread };
      entry = next;
      tree = item;
      isUnread ||= this.#isBroken(item);
    }
    return { entry, tree, isExact: true, isUnread };
  }

  #entry(tree: MapTree, name: string): Entry | undefined {
    const cached = this.#entries.get(tree) ?? new Map(this.#kept(tree).map((entry) => [entry.name, entry]));
    this.#entries.set(tree, cached);
    return cached.get(name);
  }

  #kept({ entries }: MapTree): readonly Entry[] {
    return entries.filter((entry) => this.#refused?.dropped.has(entry) !== true);
  }

  #isBroken(tree: Tree): boolean {
    if (this.#refused?.unread.has(tree) === true) return true;
    if (tree.kind !== "scalar" && !tree.tagged) return false;
    return this.#pitfalls.some(({ from, to }) => tree.start < to && from < tree.to);
  }

  #mapOf(tree: MapTree): ReadonlyMap<string, SourceValue> {
    return new Map(this.#kept(tree).map(({ name, value }) => [name, this.#valueOf(value)]));
  }

  #valueOf(tree: Tree): SourceValue {
    if (this.#isBroken(tree) || tree.kind === "alias") return null;
    if (tree.kind === "scalar") return tree.value;
    return tree.kind === "map" ? this.#mapOf(tree) : tree.items.map(({ value }) => this.#valueOf(value));
  }

  #version(): Problem[] {
    const error = (message: string, hint: string, path: Path): Problem[] => [
      this.problem({ code: "VF100", severity: "error", message, hint }, path),
    ];
    if (this.value === undefined) {
      return error("a flow is a mapping of keys to values", "start it with 'voice_flow: 1'", []);
    }
    const version = this.value.get("voice_flow");
    if (version === 1 || this.isUnread(["voice_flow"])) return [];
    if (this.value.has("voice_flow")) {
      return error("this version of the flow language is unknown", "write 'voice_flow: 1'", ["voice_flow"]);
    }
    return [
      problemAt(
        {
          code: "VF100",
          severity: "error",
          message: "a flow must start with 'voice_flow: 1'",
          hint: "add it as the first line",
        },
        [],
        this.#lines.rangeOf(0, 0),
      ),
    ];
  }
}

/** The path of the innermost value at an offset. */
function pathAt(root: Tree, offset: number): Path {
  const path: (string | number)[] = [];
  const inTree = ({ start, to }: Tree): boolean => start <= offset && offset < to;
  let tree: Tree | undefined = root;
  while (tree !== undefined) {
    let next: Tree | undefined;
    if (tree.kind === "map") {
      const entry: Entry | undefined = tree.entries.find(({ value }) => inTree(value));
      next = entry?.value;
      if (entry !== undefined) path.push(entry.name);
    } else if (tree.kind === "list") {
      const index = tree.items.findIndex(({ value }) => inTree(value));
      next = tree.items[index]?.value;
      if (index !== -1) path.push(index);
    }
    tree = next;
  }
  return path;
}

const directive = {
  code: "VF101",
  message: "lines that start with '%' are not allowed",
  hint: "remove it, or quote the text",
};

/** Problems ordered by position; of the errors that one mistake causes in a line, only the first is kept. */
function firstOfEachLine(problems: readonly Problem[]): Problem[] {
  const sorted = problems.toSorted((a, b) => a.line - b.line || a.column - b.column);
  const lines = new Set<number>();
  return sorted.filter((problem) => {
    if (problem.code !== "VF101") {
      lines.add(problem.line);
      return true;
    }
    if (lines.has(problem.line)) return false;
    lines.add(problem.line);
    return true;
  });
}
