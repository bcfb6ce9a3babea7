// Reads the keys of one map of a document, each with its shape, and reports what does not fit. Knows no key itself.

import type { Template, Wordings } from "./document.ts";
import type { Path, Problem } from "./problem.ts";
import type { Source } from "./source.ts";
import { parseTemplate } from "./template.ts";

/** Where problems are collected; shared by all maps of one document. */
export interface Findings {
  readonly source: Source;
  readonly problems: Problem[];
  readonly variables: ReadonlySet<string>;
}

export const idPattern = /^[a-z][a-z0-9_]*$/;

/** Finding a place takes time; nobody reads more. */
const problemsMax = 100;

const spokenCharsMax = 2_000;

export class Fields {
  readonly #findings: Findings;
  readonly #map: ReadonlyMap<unknown, unknown>;
  readonly #known = new Set<string>();
  readonly path: Path;

  constructor(findings: Findings, path: Path, value: unknown) {
    this.#findings = findings;
    this.path = path;
    this.#map = value instanceof Map ? value : new Map();
    if (!(value instanceof Map)) this.report("VF112", "a map is needed here");
  }

  has(key: string): boolean {
    this.#known.add(key);
    return this.#map.has(key);
  }

  raw(key: string): unknown {
    this.#known.add(key);
    return this.#map.get(key);
  }

  keys(): readonly string[] {
    return [...this.#map.keys()].map(String);
  }

  /** The fields of a map below; those of an empty map when there is none. */
  inner(key: string): Fields {
    return new Fields(this.#findings, [...this.path, key], this.has(key) ? this.raw(key) : new Map());
  }

  at(key: string, index: number, value: unknown): Fields {
    return new Fields(this.#findings, [...this.path, key, index], value);
  }

  text(key: string): string | undefined {
    if (!this.has(key)) return undefined;
    const value = this.raw(key);
    if (typeof value === "string" && value !== "") return value;
    this.report("VF112", `'${key}' must be a text; quote it if it is meant as one`, key);
    return undefined;
  }

  needed(key: string): string {
    if (!this.has(key)) this.report("VF111", `'${key}' is missing`);
    return this.text(key) ?? "";
  }

  /** A name of the flow's own making. */
  id(key: string): string {
    const value = this.needed(key);
    if (value !== "" && !idPattern.test(value)) {
      this.report("VF113", `'${value}' must be of small letters, digits and _`, key);
    }
    return value;
  }

  integer(key: string, otherwise?: number): number {
    const value = this.has(key) ? this.raw(key) : otherwise;
    if (typeof value === "number" && Number.isInteger(value) && value >= 0) return value;
    this.report(this.has(key) ? "VF112" : "VF111", `'${key}' must be a whole number`, key);
    return otherwise ?? 0;
  }

  flag(key: string, otherwise: boolean): boolean {
    const value = this.has(key) ? this.raw(key) : otherwise;
    if (typeof value === "boolean") return value;
    this.report("VF112", `'${key}' must be true or false`, key);
    return otherwise;
  }

  /** Keys on the telephone. */
  dtmf(): { readonly dtmf?: string } {
    if (!this.has("dtmf")) return {};
    const value = this.raw("dtmf");
    if (typeof value === "string" && /^[0-9*#]+$/.test(value)) return { dtmf: value };
    this.report("VF104", 'keys must be quoted: dtmf: "1"', "dtmf");
    return {};
  }

  texts(key: string): readonly string[] {
    if (!this.has(key)) return [];
    const value = this.raw(key);
    if (Array.isArray(value) && value.every((text) => typeof text === "string" && text.trim() !== "")) {
      return value as readonly string[];
    }
    this.report("VF112", `'${key}' must be a list of texts; quote what is not one`, key);
    return [];
  }

  /** One text, or several for the first time, the second time and so on. */
  wordings(key: string): Wordings {
    if (!this.has(key)) return [];
    const value = this.raw(key);
    const texts: unknown[] = Array.isArray(value) ? value : [value];
    return texts.flatMap((text) => {
      const template = this.#template(text);
      if (typeof template !== "string") return [template];
      this.report(template.startsWith("there is no variable") ? "VF201" : "VF112", template, key);
      return [];
    });
  }

  #template(text: unknown): Template | string {
    if (typeof text !== "string" || text.trim() === "") return "a text is needed here; quote it if it is one";
    if (text.length > spokenCharsMax) return `a spoken text has at most ${spokenCharsMax} characters`;
    return parseTemplate(text, (name) => this.#findings.variables.has(name));
  }

  report(code: string, message: string, key?: string): void {
    if (this.#findings.problems.length >= problemsMax) return;
    const path = key === undefined ? this.path : [...this.path, key];
    this.#findings.problems.push(this.#findings.source.problem(code, path, message));
  }

  /** Reports every key that nobody asked for. */
  done(): void {
    for (const key of this.keys()) {
      if (!this.#known.has(key)) this.report("VF110", `unknown key '${key}', or not supported yet`, key);
    }
  }
}
