// Caret path scanner: finds the document path at the caret, and whether a key or a value is being written. It reads
// only the tokens before the caret, so it also works on text that is not valid YAML.

import { type YamlToken, yamlTokensOf } from "../../../src/flow/language/source/yaml-tokens.ts";
import { documentLimits } from "../../../src/flow/language/source/splice.ts";

export interface CaretContext {
  /** Path of the map in which a key is written, or of the value. */
  readonly path: readonly (string | number)[];
  readonly writes: "key" | "value";
  /** The part written so far, without its opening quote. */
  readonly word: string;
  /** Start of the word, in UTF-16 units from the start of the text. */
  readonly from: number;
  /** Keys before it in the same map, when a key is written. */
  readonly written: ReadonlySet<string>;
  /** The opening quote; undefined for a plain scalar. */
  readonly quote: "'" | '"' | undefined;
}

interface Frame {
  readonly kind: "map" | "list";
  /** Indentation of the block; undefined in a flow collection (`{}` or `[]`). */
  readonly column: number | undefined;
  readonly keys: Set<string>;
  /** For a map: the key whose value follows. */
  key: string | undefined;
  /** For a list: the index of the present item. */
  index: number;
}

/** Undefined where nothing can be completed: in a comment, or after a value's end. */
export function caretContextAt(text: string, offset: number): CaretContext | undefined {
  const before = text.slice(0, offset);
  return new CaretScanner(before).spot();
}

class CaretScanner {
  readonly #before: string;
  readonly #frames: Frame[] = [];
  #scalar: YamlToken | undefined;
  #lineStart = 0;
  #last: YamlToken | undefined;
  #inComment = false;

  constructor(before: string) {
    this.#before = before;
  }

  spot(): CaretContext | undefined {
    for (const piece of yamlTokensOf(this.#before, documentLimits).tokens) this.#take(piece);
    if (this.#inComment) return undefined;
    const scalar = this.#scalar;
    const end = this.#before.length;
    if (scalar !== undefined && scalar.to < end && scalar.type === "quoted") return undefined;
    const touches = scalar !== undefined && scalar.to === end;
    const from = touches ? scalar.from : end;
    if (scalar !== undefined && !touches && scalar.type === "plain") return this.#words(scalar);
    if (scalar?.type === "block-text") return this.#inText(scalar);
    return this.#spotFrom(from, from < end ? this.#before.slice(from) : "");
  }

  /** After a blank inside a plain scalar the word still begins with the scalar. */
  #words(scalar: YamlToken): CaretContext | undefined {
    return this.#spotFrom(scalar.from, this.#before.slice(scalar.from));
  }

  #inText({ from }: YamlToken): CaretContext {
    const word = this.#before.slice(from);
    const path = this.#pathOf(this.#frames);
    return { path, writes: "value", word, from, written: new Set(), quote: undefined };
  }

  #spotFrom(from: number, raw: string): CaretContext {
    const quote = raw[0] === '"' || raw[0] === "'" ? raw[0] : undefined;
    const word = quote === undefined ? raw : raw.slice(1);
    const start = quote === undefined ? from : from + 1;
    const top = this.#frames.at(-1);
    const common = { word, from: start, quote } as const;
    const isInBrackets = top !== undefined && top.column === undefined;
    if (isInBrackets) {
      const isKey = top.kind === "map" && top.key === undefined;
      const path = isKey ? this.#pathOf(this.#frames.slice(0, -1)) : this.#pathOf(this.#frames);
      return { path, writes: isKey ? "key" : "value", written: new Set(top.keys), ...common };
    }
    if (this.#colonOnLine(from)) {
      return { path: this.#pathOf(this.#frames), writes: "value", written: new Set(), ...common };
    }
    return this.#inBlock(from, common);
  }

  /** At the beginning of a line or after a dash, where the column decides which map it belongs to. */
  #inBlock(from: number, common: Pick<CaretContext, "word" | "from" | "quote">): CaretContext {
    const column = from - this.#lineStart;
    const frames = this.#frames.filter((frame) => (frame.column ?? 0) <= column);
    const top = frames.at(-1);
    if (top?.kind === "list" && top.column === column) frames.pop();
    const inside = frames.at(-1);
    if (inside?.kind === "map" && inside.column === column) {
      const path = this.#pathOf(frames.slice(0, -1));
      return { path, writes: "key", written: new Set(inside.keys), ...common };
    }
    return { path: this.#pathOf(frames), writes: "key", written: new Set(), ...common };
  }

  #pathOf(frames: readonly Frame[]): readonly (string | number)[] {
    return frames.flatMap((frame): readonly (string | number)[] =>
      frame.kind === "list" ? [frame.index] : frame.key === undefined ? [] : [frame.key],
    );
  }

  /** Whether the offset is in the value of a key on the same line. */
  #colonOnLine(from: number): boolean {
    const last = this.#last;
    return (
      last !== undefined && last.type === "map-value-ind" && last.from >= this.#lineStart && last.to <= from
    );
  }

  #take(piece: YamlToken): void {
    switch (piece.type) {
      case "space":
      case "anchor":
      case "tag":
        return;
      case "comment":
        this.#inComment = true;
        return;
      case "newline":
        this.#newline(piece);
        return;
      case "block-text":
        this.#lineStart = this.#before.lastIndexOf("\n", piece.to - 1) + 1;
        this.#scalar = piece;
        return;
      case "plain":
      case "quoted":
        this.#scalar = piece;
        return;
      case "map-value-ind":
        this.#colon(piece);
        break;
      case "seq-item-ind":
        this.#dash(piece);
        break;
      case "flow-map-start":
        this.#open("map");
        break;
      case "flow-seq-start":
        this.#open("list");
        break;
      case "flow-map-end":
      case "flow-seq-end":
        this.#close();
        break;
      case "comma":
        this.#comma();
        break;
      default:
        break;
    }
    this.#last = piece;
    this.#scalar = undefined;
  }

  #newline(piece: YamlToken): void {
    this.#inComment = false;
    this.#lineStart = piece.to;
    const top = this.#frames.at(-1);
    // The lexer continues a plain scalar on the next line; for completion it ends with its line.
    if (top === undefined || top.column !== undefined) this.#scalar = undefined;
  }

  #colon(piece: YamlToken): void {
    const scalar = this.#scalar;
    const name = scalar === undefined ? "" : unquoted(this.#before.slice(scalar.from, scalar.to));
    const top = this.#frames.at(-1);
    if (top !== undefined && top.column === undefined) {
      if (top.kind === "map") this.#key(top, name);
      return;
    }
    const column = (scalar?.from ?? piece.from) - this.#lineStart;
    this.#leave(column);
    if (this.#frames.at(-1)?.kind === "list" && this.#frames.at(-1)?.column === column) this.#frames.pop();
    const here = this.#frames.at(-1);
    if (here?.kind === "map" && here.column === column) {
      this.#key(here, name);
      return;
    }
    this.#key(this.#push("map", column), name);
  }

  #dash(piece: YamlToken): void {
    const column = piece.from - this.#lineStart;
    const here = this.#frames.at(-1);
    if (here !== undefined && here.column === undefined) return;
    this.#leave(column);
    const top = this.#frames.at(-1);
    if (top?.kind === "list" && top.column === column) top.index += 1;
    else this.#push("list", column);
  }

  #leave(column: number): void {
    for (;;) {
      const top = this.#frames.at(-1);
      if (top === undefined || (top.column ?? 0) <= column) return;
      this.#frames.pop();
    }
  }

  #open(kind: "map" | "list"): void {
    this.#push(kind, undefined);
  }

  #close(): void {
    if (this.#frames.at(-1)?.column === undefined) this.#frames.pop();
  }

  #comma(): void {
    const top = this.#frames.at(-1);
    if (top === undefined || top.column !== undefined) return;
    if (top.kind === "list") top.index += 1;
    if (this.#scalar !== undefined && top.key === undefined) {
      top.keys.add(unquoted(this.#before.slice(this.#scalar.from, this.#scalar.to)));
    }
    top.key = undefined;
  }

  #push(kind: "map" | "list", column: number | undefined): Frame {
    const frame: Frame = { kind, column, keys: new Set(), key: undefined, index: 0 };
    this.#frames.push(frame);
    return frame;
  }

  #key(frame: Frame, name: string): void {
    frame.keys.add(name);
    frame.key = name;
  }
}

/** Removes the quotes. Escapes stay: keys of the language need none. */
function unquoted(raw: string): string {
  const quote = raw[0];
  if (quote !== "'" && quote !== '"') return raw;
  return raw.slice(1, raw.endsWith(quote) && raw.length > 1 ? -1 : undefined);
}
