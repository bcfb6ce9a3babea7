// YAML composer: builds a tree from YAML tokens with the `yaml` library. The only file that runs the library's parser.

import { Composer, type Document, Parser } from "yaml";
import { type YamlTokens, type TokenLimits, yamlTokensOf } from "./yaml-tokens.ts";
import { expandedChars, type Tree, treeOf } from "./yaml-tree.ts";

export interface YamlError {
  /** Error code of the `yaml` library. */
  readonly code: string;
  readonly message: string;
  readonly from: number;
  readonly to: number;
}

export interface ParsedYaml extends YamlTokens {
  /** Absent if there are errors or the text is empty. */
  readonly root?: Tree;
  readonly errors: readonly YamlError[];
}

/** Errors of one text: creating them is the slowest part of reading, and a reader has no use for more. */
const errorsMax = 100;

/** Parses a text. Never throws. Unknown tags are not syntax errors; unsupported-yaml.ts reports them. */
export function compose(text: string, limits: TokenLimits): ParsedYaml {
  return composeTokens(text, yamlTokensOf(text, limits));
}

/** Parses a text that was cut into tokens before. Never throws; all failures are in `errors` or `excess`. */
export function composeTokens(text: string, tokens: YamlTokens): ParsedYaml {
  if (tokens.excess !== undefined) return { ...tokens, errors: [] };
  const { documents, broken } = documentsOf(tokens.lexemes, text.length);
  const [first, second] = documents;
  const errors: YamlError[] = [...(first?.errors ?? [])]
    .filter(({ code }) => code !== "TAG_RESOLVE_FAILED")
    .slice(0, errorsMax)
    .map(({ code, message, pos }) => {
      const quoteAt = message.startsWith("Missing closing") ? lastQuoteOf(tokens) : undefined;
      const from = quoteAt ?? pastSpaces(text, pos[0]);
      return { code, message, from, to: Math.max(quoteAt === undefined ? pos[1] : 0, from + 1) };
    });
  if (broken && errors.length === 0) errors.push({ ...manyErrors, from: 0, to: 0 });
  if (second !== undefined) errors.push(secondDocument(second, tokens));
  if (first === undefined || errors.length > 0) return { ...tokens, errors };
  const root = treeOf(first, text);
  if (expandedChars(root) <= expandedCharsMax) return { ...tokens, errors, root };
  return { ...tokens, errors: [{ ...aliasBomb, from: root.from, to: root.from + 1 }] };
}

/** The library reports an open quote at the end of the text; a person looks for its beginning. */
function lastQuoteOf({ tokens }: YamlTokens): number | undefined {
  return tokens.findLast(({ type }) => type === "quoted")?.from;
}

/** UTF-16 units of a document with its aliases expanded; a few lines of nested aliases can grow to gigabytes. */
const expandedCharsMax = 1_024 * 1_024;
const aliasBomb = { code: "ALIAS_BOMB", message: "Aliases expand to too much data" };

/** Moves an error from the indentation of a line, where the library reports it, to the first word. */
function pastSpaces(text: string, offset: number): number {
  let at = offset;
  while (text[at] === " ") at += 1;
  return at;
}

const manyErrors = { code: "UNEXPECTED_TOKEN", message: "The YAML is invalid" };

function documentsOf(lexemes: readonly string[], length: number) {
  const parser = new Parser();
  const composer = new Composer({ keepSourceTokens: true, prettyErrors: false, uniqueKeys: false });
  const documents: Document.Parsed[] = [];
  let broken = 0;
  const take = (tokens: ReturnType<Parser["next"]>): void => {
    for (const token of tokens) {
      if (token.type === "error") broken += 1;
      if (broken <= errorsMax) documents.push(...(composer.next(token) as Iterable<Document.Parsed>));
    }
  };
  for (const lexeme of lexemes) {
    if (broken > errorsMax || documents.length > 1) break;
    take(parser.next(lexeme));
  }
  take(parser.end());
  documents.push(...(composer.end(true, length) as Iterable<Document.Parsed>));
  return { documents, broken: broken > 0 };
}

function secondDocument(document: Document.Parsed, { tokens }: YamlTokens): YamlError {
  const at = document.range[0];
  const mark = tokens.findLast(({ type, from }) => type === "doc-start" && from <= at);
  return {
    code: "MULTIPLE_DOCS",
    message: "A second document starts here",
    from: mark?.from ?? at,
    to: mark?.to ?? at,
  };
}
