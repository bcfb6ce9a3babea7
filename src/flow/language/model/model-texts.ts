// Model of texts: parses texts, phrases and expressions of the document once, and reports what does not parse.

import type { Hole, Template } from "../expression/ast.ts";
import { parseExpression } from "../expression/parser.ts";
import { expressionOf } from "../expression/data-template.ts";
import { parseTemplate } from "../expression/template-parser.ts";
import type { Path } from "../source/problem.ts";
import { type LocatedValue, type Fields, isMap } from "./map-reader.ts";
import type { Report } from "./finding.ts";
import type {
  AssignmentModel,
  EmissionModel,
  ExpressionModel,
  TextModel,
  PhrasesModel,
  LocalizedTextModel,
} from "./model.ts";

/** Reads texts and expressions of one document, and reports syntax errors at their paths. */
export class TextReader {
  readonly #report: Report;
  /** The language of texts that name none. */
  readonly #language: string;

  constructor(language: string, report: Report) {
    this.#language = language;
    this.#report = report;
  }

  line({ value, path }: LocatedValue<string>): TextModel {
    const { tree, problem } = parseTemplate(value);
    if (problem !== undefined) this.#report({ ...problem, code: syntaxCode(problem.code), path });
    return { path, source: value, template: tree };
  }

  /** A template, or a constant as the text of itself. */
  bound(fields: Fields, key: string): TextModel | undefined {
    const value = fields.get(key);
    const path = fields.pathOf(key);
    if (typeof value === "string") return this.line({ value, path });
    if (typeof value !== "number") return undefined;
    const hole: Hole = {
      expr: { type: "literal", value, from: 0, to: 0 },
      filters: [],
      from: 0,
      to: 0,
    };
    return { path, source: String(value), template: [hole] };
  }

  optionalLine(at: LocatedValue<string> | undefined): TextModel | undefined {
    return at === undefined ? undefined : this.line(at);
  }

  words(fields: Fields, key: string): LocalizedTextModel | undefined {
    const path = fields.pathOf(key);
    const value = fields.get(key);
    if (isMap(value)) {
      const languages = [...value].map(
        ([language, each]) => [language, this.#lines(each, [...path, language])] as const,
      );
      return { path, byLanguage: true, languages: new Map(languages) };
    }
    const lines = this.#lines(value, path);
    if (lines.length === 0) return undefined;
    return { path, byLanguage: false, languages: new Map([[this.#language, lines]]) };
  }

  phrases(fields: Fields, key: string): PhrasesModel | undefined {
    const path = fields.pathOf(key);
    const value = fields.get(key);
    if (isMap(value)) {
      const languages = [...value].map(
        ([language, each]) => [language, stringsOf(each, [...path, language])] as const,
      );
      return { path, languages: new Map(languages) };
    }
    if (!Array.isArray(value)) return undefined;
    return { path, languages: new Map([[this.#language, stringsOf(value, path)]]) };
  }

  condition(fields: Fields, key: string): ExpressionModel | undefined {
    const data = fields.get(key);
    const path = fields.pathOf(key);
    if (typeof data === "boolean")
      return { path, data, expr: { type: "literal", value: data, from: 0, to: 0 } };
    if (typeof data !== "string") return undefined;
    const { tree, problem } = parseExpression(data);
    if (problem !== undefined) this.#report({ ...problem, code: syntaxCode(problem.code), path });
    return { path, data, expr: tree };
  }

  formula({ value: data, path }: LocatedValue<unknown>): ExpressionModel {
    const { tree, problems = [] } = expressionOf(data);
    for (const problem of problems)
      this.#report({
        ...problem,
        code: syntaxCode(problem.code),
        path: [...path, ...problem.path],
      });
    return { path, data, expr: tree };
  }

  assignments(fields: Fields, key: string): readonly AssignmentModel[] {
    return fields.entries(key).map((entry) => ({
      variable: entry.key,
      path: entry.path,
      value: this.formula(entry),
    }));
  }

  emissions(fields: Fields): readonly EmissionModel[] {
    return fields.entries("emit").map((entry) => ({
      event: entry.key,
      path: entry.path,
      data: this.formula(entry),
    }));
  }

  #lines(value: unknown, path: Path): readonly TextModel[] {
    if (typeof value === "string") return [this.line({ value, path })];
    return stringsOf(value, path).map((at) => this.line(at));
  }
}

function stringsOf(value: unknown, path: Path): readonly LocatedValue<string>[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: unknown, i) =>
    typeof each === "string" ? [{ value: each, path: [...path, i] }] : [],
  );
}

function syntaxCode(code: string): "VF301" | "VF302" {
  return code === "VF302" ? "VF302" : "VF301";
}

/** All holes of a template. */
export function holesOf(template: Template | undefined): readonly Hole[] {
  return (template ?? []).flatMap((part) => (typeof part === "string" ? [] : [part]));
}

/** The texts of all languages. */
export function textsOf(words: LocalizedTextModel | undefined): readonly TextModel[] {
  return words === undefined ? [] : [...words.languages.values()].flat();
}
