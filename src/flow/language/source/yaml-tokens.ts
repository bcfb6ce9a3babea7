// YAML tokenizer: cuts a text into its smallest tokens, and enforces the limits that hold before a tree is built.

import { CST, Lexer } from "yaml";

export type YamlTokenType = CST.TokenType | "plain" | "quoted" | "block-text" | "unknown";

export interface YamlToken {
  readonly type: YamlTokenType;
  readonly from: number;
  readonly to: number;
}

export interface YamlTokens {
  readonly tokens: readonly YamlToken[];
  /** Lexemes of the `yaml` library, one by one, for its parser. */
  readonly lexemes: readonly string[];
  /** The limit that the text exceeds, if any; the tokens end there and no tree must be built. */
  readonly excess?: "depth" | "size";
}

export interface TokenLimits {
  readonly tokensMax: number;
  readonly depthMax: number;
}

/** Cuts a text into tokens. Runs in linear time, and stops at the first limit. Never throws. */
export function yamlTokensOf(text: string, { tokensMax, depthMax }: TokenLimits): YamlTokens {
  const tokens: YamlToken[] = [];
  const lexemes: string[] = [];
  const depth = new DepthGauge();
  const namer = new Namer();
  let from = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (tokens.length >= tokensMax) return { tokens, lexemes, excess: "size" };
    lexemes.push(lexeme);
    const type = namer.name(lexeme);
    if (type === undefined) continue;
    const to = type === "flow-error-end" ? from : from + lexeme.length;
    tokens.push({ type, from, to });
    from = to;
    if (depth.after(type) > depthMax) return { tokens, lexemes, excess: "depth" };
  }
  return { tokens, lexemes };
}

/**
 * Names the types of tokens: the library's lexer marks scalars without their style, which follows from the
 * previous token.
 */
class Namer {
  #scalarNext = false;
  #afterHeader = false;

  name(lexeme: string): YamlTokenType | undefined {
    if (this.#scalarNext) {
      this.#scalarNext = false;
      const type = this.#afterHeader ? "block-text" : "plain";
      this.#afterHeader = false;
      return type;
    }
    const type = CST.tokenType(lexeme);
    if (type === "scalar") {
      this.#scalarNext = true;
      return undefined;
    }
    if (type === "doc-mode") return undefined;
    if (type === "block-scalar-header") this.#afterHeader = true;
    if (type === "single-quoted-scalar" || type === "double-quoted-scalar") return "quoted";
    return type ?? "unknown";
  }
}

/** Measures nesting: the depth of brackets, and the collections that one line opens by dashes and colons. */
class DepthGauge {
  #open = 0;
  #inLine = 0;

  after(type: YamlTokenType): number {
    if (type === "flow-map-start" || type === "flow-seq-start") {
      this.#open += 1;
      this.#inLine = 0;
    } else if (type === "flow-map-end" || type === "flow-seq-end") {
      this.#open = Math.max(0, this.#open - 1);
    } else if (type === "flow-error-end") {
      this.#open = 0;
    } else if (type === "comma" || (type === "newline" && this.#open === 0)) {
      this.#inLine = 0;
    } else if (type === "seq-item-ind" || type === "explicit-key-ind" || type === "map-value-ind") {
      this.#inLine += 1;
    }
    return this.#open + this.#inLine;
  }
}
