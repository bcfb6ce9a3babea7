// YAML pitfalls: characters that mean something to YAML where an author meant plain text, such as `: ` or
// `{{`. They are found in the tokens, before a tree is built. A pitfall that would break the rest of the text
// is overwritten with the same number of harmless characters, so that reading can continue and offsets stay
// valid.

import type { YamlError } from "./composer.ts";
import type { YamlToken, YamlTokens, YamlTokenType } from "./yaml-tokens.ts";
import { colonInText } from "./yaml-errors.ts";

export interface Pitfall {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly from: number;
  readonly to: number;
}

export interface RepairedText {
  readonly text: string;
  readonly pitfalls: readonly Pitfall[];
}

interface Repair {
  readonly pitfall: Pitfall;
  /** Character that overwrites those of the pitfall; if absent, they stay. */
  readonly fill?: "x" | " ";
}

/** Keys of a document whose values are keys of a telephone keypad. */
export const keypadKeys: ReadonlySet<string> = new Set(["dtmf", "finish"]);

const deeperLine = {
  message: "the next line is indented further, so it belongs to this text",
  hint: "start all keys of a map in the same column",
};

/** Repairs a ': ' inside an unquoted text like a pitfall; other YAML errors are left. */
export function repairColons(text: string, flaws: readonly YamlError[]): RepairedText {
  const pitfalls = flaws
    .filter(({ code }) => code === "BLOCK_AS_IMPLICIT_KEY" || code === "BLOCK_IN_FLOW")
    .map((flaw) => {
      const lineEnd = lineEndOf(text, flaw.from);
      const to = flaw.code === "BLOCK_IN_FLOW" ? Math.min(flaw.to, lineEnd) : lineEnd;
      return {
        code: "VF101",
        ...(text.slice(flaw.from, to).includes(": ")
          ? { ...colonInText, hint: `write ${quoted(text.slice(flaw.from, to))}` }
          : deeperLine),
        from: flaw.from,
        to,
      };
    });
  const parts: string[] = [];
  let done = 0;
  for (const { from, to } of pitfalls.toSorted((a, b) => a.from - b.from)) {
    if (from < done || to <= from) continue;
    parts.push(text.slice(done, from), "x".repeat(to - from));
    done = to;
  }
  return { pitfalls, text: parts.join("") + text.slice(done) };
}

/** Pitfalls that are searched for in one text: no more are shown, and each costs a scan of its line. */
export const pitfallsMax = 200;

/** Finds the pitfalls of a text and overwrites those that would break the rest. The result has the same length. */
export function repairPitfalls(text: string, { tokens }: YamlTokens): RepairedText {
  const pitfalls: Pitfall[] = [];
  const parts: string[] = [];
  let done = 0;
  const scan = new PitfallScan(text, tokens);
  for (const [i, token] of tokens.entries()) {
    scan.move(i);
    if (pitfalls.length >= pitfallsMax) break;
    const mend = token.from < done ? undefined : scan.pitfall();
    if (mend === undefined) continue;
    const { pitfall, fill } = mend;
    pitfalls.push(pitfall);
    if (fill === undefined) continue;
    parts.push(text.slice(done, pitfall.from), fill.repeat(pitfall.to - pitfall.from));
    done = pitfall.to;
  }
  return { pitfalls, text: done === 0 ? text : parts.join("") + text.slice(done) };
}

class PitfallScan {
  readonly #text: string;
  readonly #tokens: readonly YamlToken[];
  #index = 0;
  #open = 0;

  constructor(text: string, tokens: readonly YamlToken[]) {
    this.#text = text;
    this.#tokens = tokens;
  }

  move(index: number): void {
    const last = this.#tokens[index - 1]?.type;
    if (last === "flow-map-start" || last === "flow-seq-start") this.#open += 1;
    if (last === "flow-map-end" || last === "flow-seq-end") this.#open = Math.max(0, this.#open - 1);
    if (last === "flow-error-end") this.#open = 0;
    this.#index = index;
  }

  pitfall(): Repair | undefined {
    const token = this.#tokens[this.#index];
    switch (token?.type) {
      case "flow-map-start":
        return this.#isNext("flow-map-start", token.to) ? this.#hole(token) : this.#bracket(token);
      case "flow-seq-start":
        return this.#bracket(token);
      case "tag":
        return this.#tag(token);
      case "alias":
        return this.#alias(token);
      case "anchor":
        return {
          pitfall: { code: "VF106", ...anchorTold, from: token.from, to: token.to },
          fill: " ",
        };
      case "quoted":
        return this.#argument(token);
      case "comment":
        return this.#open > 0 && this.#key(keypadKeys) ? this.#hashKey(token) : undefined;
      default:
        return undefined;
    }
  }

  #isNext(type: YamlTokenType, from: number): boolean {
    const next = this.#tokens[this.#index + 1];
    return next?.type === type && next.from === from;
  }

  /** An expression such as `items + [line]` inside brackets, which YAML ends before its own bracket. */
  #bracket({ from: at }: YamlToken): Repair | undefined {
    const before = this.#before();
    if (before?.type !== "plain" || this.#open === 0) return undefined;
    const [from, to] = [before.from, this.#balancedEnd(at, this.#lineEnd(at))];
    const message = "inside { } and [ ], a text or expression with [ or { needs quotes";
    return {
      pitfall: { code: "VF101", message, hint: `write ${quoted(this.#text.slice(from, to))}`, from, to },
      fill: "x",
    };
  }

  /** A quoted argument behind a comma, as in `contains(x, 'a')`: inside brackets the comma ends the expression. */
  #argument({ to: at }: YamlToken): Repair | undefined {
    const from = this.#open === 0 ? undefined : this.#callBefore();
    const rest = this.#text.slice(at, this.#lineEnd(at)).trimStart();
    if (from === undefined || rest === "" || ",]}:".includes(rest.charAt(0))) return undefined;
    const to = callEnd(this.#text, from, this.#lineEnd(from));
    const message = "inside { } and [ ], an expression with a comma needs quotes";
    return {
      pitfall: { code: "VF109", message, hint: `write ${quoted(this.#text.slice(from, to))}`, from, to },
      fill: "x",
    };
  }

  /** Offset of the unquoted text whose parenthesis is still open here. */
  #callBefore(): number | undefined {
    let open = 0;
    for (let at = this.#index - 1, back = 0; back < argumentTokensMax; at -= 1, back += 1) {
      const token = this.#tokens[at];
      if (token?.type === "plain") {
        for (const sign of this.#text.slice(token.from, token.to))
          open += sign === "(" ? 1 : sign === ")" ? -1 : 0;
        if (open > 0) return token.from;
      } else if (token === undefined || !argumentTypes.has(token.type)) return undefined;
    }
    return undefined;
  }

  /** An unquoted `{{ name }}`, which YAML reads as a map with a map as its key. */
  #hole(token: YamlToken): Repair {
    const before = this.#before();
    const joined = before?.type === "plain" && this.#open > 0;
    const from = joined ? before.from : token.from;
    const closed = this.#text.indexOf("}}", token.to);
    const lineEnd = this.#lineEnd(token.from);
    const afterHole = closed === -1 || closed > lineEnd ? lineEnd : closed + 2;
    const to = this.#open > 0 ? this.#valueEnd(afterHole, lineEnd) : lineEnd;
    const message = joined
      ? "inside { } and [ ], a text with {{ needs quotes"
      : "a value that starts with {{ needs quotes";
    return {
      pitfall: {
        code: "VF102",
        message,
        hint: `write ${quoted(this.#text.slice(from, to))}`,
        from,
        to,
      },
      fill: "x",
    };
  }

  #tag({ from, to }: YamlToken): Repair {
    const word = this.#text.slice(from + 1, to);
    const hint = /^[a-z_]+$/i.test(word) ? `write 'not ${word}'` : "quote a text that starts with '!'";
    const message = "'!' starts a YAML tag and does not mean 'not'";
    return { pitfall: { code: "VF103", message, hint, from, to } };
  }

  #alias({ from, to }: YamlToken): Repair {
    if (to === from + 1 && this.#key(keypadKeys)) {
      const message = "YAML reads '*' as an alias: quote the key";
      return { pitfall: { code: "VF104", message, hint: 'write "*"', from, to }, fill: "x" };
    }
    const lineEnd = this.#lineEnd(from);
    const end = this.#open > 0 ? to : lineEnd;
    const message =
      "a text that starts with '*' needs quotes: YAML reads it as an alias, which is not allowed";
    const hint = `write ${quoted(this.#text.slice(from, end))}, or write the value out`;
    return { pitfall: { code: "VF106", message, hint, from, to: end }, fill: "x" };
  }

  /** A `#` inside brackets, which makes the rest of the line a comment, closing bracket included. */
  #hashKey({ from }: YamlToken): Repair {
    const rest = /^#[^\s,\]}]*/.exec(this.#text.slice(from, this.#lineEnd(from)))?.[0] ?? "#";
    const message = "YAML reads '#' as a comment: quote the key";
    return {
      pitfall: { code: "VF104", message, hint: 'write "#"', from, to: from + rest.length },
      fill: "x",
    };
  }

  /** The nearest token before this one that is not white space. */
  #before(from = this.#index - 1): YamlToken | undefined {
    let index = from;
    while (this.#tokens[index]?.type === "space") index -= 1;
    return this.#tokens[index];
  }

  /** Whether the token directly follows one of these keys. */
  #key(names: ReadonlySet<string>): boolean {
    let index = this.#index - 1;
    while (this.#tokens[index]?.type === "space") index -= 1;
    if (this.#tokens[index]?.type !== "map-value-ind") return false;
    const key = this.#before(index - 1);
    return key?.type === "plain" && names.has(this.#text.slice(key.from, key.to));
  }

  #lineEnd(from: number): number {
    return lineEndOf(this.#text, from);
  }

  /** Offset where a value that contains brackets ends. */
  #balancedEnd(from: number, lineEnd: number): number {
    let depth = 0;
    for (let at = from; at < lineEnd; at++) {
      const char = this.#text[at] ?? "";
      if (depth === 0 && ",]}".includes(char)) return at;
      if ("[{".includes(char)) depth += 1;
      else if ("]}".includes(char)) depth -= 1;
    }
    return lineEnd;
  }

  /** Offset where a value inside brackets ends. */
  #valueEnd(from: number, lineEnd: number): number {
    let at = from;
    while (at < lineEnd && !",]}".includes(this.#text[at] ?? ",")) at += 1;
    return at;
  }
}

/** Tokens between the arguments of a call. */
const argumentTypes: ReadonlySet<YamlTokenType> = new Set(["space", "comma", "quoted"]);
/** Tokens to search backwards for the beginning of a call. */
const argumentTokensMax = 24;

/** Offset where an expression that contains a call ends, inside brackets. */
function callEnd(text: string, from: number, lineEnd: number): number {
  let depth = 0;
  let quote = "";
  for (let at = from; at < lineEnd; at++) {
    const sign = text[at] ?? "";
    if (quote !== "") quote = sign === quote ? "" : quote;
    else if (sign === "'" || sign === '"') quote = sign;
    else if (depth <= 0 && ",]}".includes(sign)) return at;
    else if ("([{".includes(sign)) depth += 1;
    else if (")]}".includes(sign)) depth -= 1;
  }
  return lineEnd;
}

/** Offset of the line's end, without a trailing comment and white space. */
function lineEndOf(text: string, from: number): number {
  const newline = text.indexOf("\n", from);
  const line = text.slice(from, newline === -1 ? undefined : newline);
  const comment = line.indexOf(" #");
  return from + (comment === -1 ? line : line.slice(0, comment)).trimEnd().length;
}

const anchorTold = {
  message: "a text that starts with '&' needs quotes: YAML reads it as an anchor, which is not allowed",
  hint: "quote it, or remove the anchor",
};

/** UTF-16 units of a text that a hint shows completely. */
const shownCharsMax = 60;

/** A text in double quotes for a hint, shortened if it is long. */
export function quoted(text: string): string {
  const shown = text.length > shownCharsMax ? `${text.slice(0, shownCharsMax)}…` : text;
  return shown.includes('"') ? `'${shown.replaceAll("'", "''")}'` : `"${shown}"`;
}
