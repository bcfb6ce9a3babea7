// JSGF reader: a grammar as text (Java Speech Grammar Format 1.0, W3C note of June 2000) into rules. What our own
// grammars hold is read: alternatives, weights, groups, optional parts, one or more of something.

/** One step of an alternative. Weights count among the first steps of a rule's alternatives. */
export type JsgfStep =
  | { readonly type: "word"; readonly word: string; readonly weight: number }
  | { readonly type: "rule"; readonly rule: JsgfRule; readonly weight: number }
  | { readonly type: "nothing"; readonly weight: number };

/** Its alternatives, in their order. A rule may end with itself. */
export interface JsgfRule {
  readonly alternatives: readonly (readonly JsgfStep[])[];
}

interface OpenRule {
  alternatives: JsgfStep[][];
}

const tokenPattern = /\/[^/]*\/|<[^>]*>|[()[\]|+;=]|[^\s()[\]|+;=<>/]+/g;

/** The public rule. Throws for a text that is not such a grammar. */
export function readJsgf(text: string): JsgfRule {
  const [header, ...lines] = text.split("\n");
  if (header?.startsWith("#JSGF") !== true) throw new Error("A grammar begins with #JSGF");
  return new JsgfReader(lines.join("\n").match(tokenPattern) ?? []).read();
}

class JsgfReader {
  readonly #tokens: readonly string[];
  readonly #rules = new Map<string, OpenRule>();
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  read(): JsgfRule {
    let start: JsgfRule | undefined;
    while (this.#at < this.#tokens.length) {
      const token = this.#next();
      if (token === "grammar") {
        this.#next();
      } else {
        const isPublic = token === "public";
        const rule = this.#named(isPublic ? this.#next() : token);
        this.#expect("=");
        rule.alternatives = this.#alternatives();
        if (isPublic) start = rule;
      }
      this.#expect(";");
    }
    const missing = [...this.#rules].find(([, { alternatives }]) => alternatives.length === 0);
    if (missing !== undefined) throw new Error(`The grammar has no rule ${missing[0]}`);
    if (start === undefined) throw new Error("The grammar has no public rule");
    return start;
  }

  #alternatives(): JsgfStep[][] {
    const all: JsgfStep[][] = [];
    do {
      const steps: JsgfStep[] = [];
      while (!["|", ";", ")", "]", undefined].includes(this.#tokens[this.#at])) steps.push(this.#step());
      all.push(steps);
    } while (this.#skip("|"));
    return all;
  }

  #step(): JsgfStep {
    const token = this.#next();
    const isWeight = token.startsWith("/");
    const weight = isWeight ? Number(token.slice(1, -1)) : 1;
    if (!(weight >= 0) || token === "//") throw new Error(`Not a weight: ${token}`);
    let step = this.#item(isWeight ? this.#next() : token);
    while (this.#skip("+")) step = { type: "rule", rule: repeated(step), weight: 1 };
    return { ...step, weight };
  }

  #item(token: string): JsgfStep {
    if (token === "(") {
      const rule = { alternatives: this.#alternatives() };
      this.#expect(")");
      return { type: "rule", rule, weight: 1 };
    }
    if (token === "[") {
      const rule = { alternatives: [[{ type: "nothing", weight: 1 } as const], ...this.#alternatives()] };
      this.#expect("]");
      return { type: "rule", rule, weight: 1 };
    }
    if (token === "<NULL>") return { type: "nothing", weight: 1 };
    if (token.startsWith("<")) return { type: "rule", rule: this.#named(token), weight: 1 };
    return { type: "word", word: token, weight: 1 };
  }

  #named(name: string): OpenRule {
    const known = this.#rules.get(name);
    if (known !== undefined) return known;
    const rule = { alternatives: [] };
    this.#rules.set(name, rule);
    return rule;
  }

  #next(): string {
    const token = this.#tokens[this.#at++];
    if (token === undefined) throw new Error("The grammar ends too soon");
    return token;
  }

  #skip(token: string): boolean {
    const isNext = this.#tokens[this.#at] === token;
    if (isNext) this.#at += 1;
    return isNext;
  }

  #expect(token: string): void {
    const found = this.#next();
    if (found !== token) throw new Error(`Expected ${token} in the grammar, found ${found}`);
  }
}

/** One of it, or one and then the same again. */
function repeated(step: JsgfStep): JsgfRule {
  const rule: OpenRule = { alternatives: [[step]] };
  rule.alternatives.push([step, { type: "rule", rule, weight: 1 }]);
  return rule;
}
