// Data template: a structure of a document such as `{size: size, count: 2}` whose texts are expressions or templates.
// Arguments of `with` and the body of a tool are such structures.

import type { Path } from "../source/problem.ts";
import type { Value } from "../../value/value.ts";
import type { Body, Expr, Template } from "./ast.ts";
import { exprOfHole } from "./evaluator.ts";
import { EXPRESSION_DEPTH_MAX, type ParsedExpression, parseExpression } from "./parser.ts";
import { parseTemplate } from "./template-parser.ts";
import type { ExprProblem } from "./lexer.ts";

/** A problem in one of the texts of a structure; `from` and `to` are offsets within that text. */
export type PlacedProblem = ExprProblem & { readonly path: Path };

export type ParsedStructure<Tree> =
  | { readonly tree: Tree; readonly problems?: never }
  | { readonly tree?: never; readonly problems: readonly PlacedProblem[] };

const nowhere = { from: 0, to: 0 };

/** How the leaves and inner nodes of a structure become a tree. */
interface TreeBuilder<Tree> {
  readonly text: (text: string) => ParsedExpression<Tree>;
  readonly constant: (value: null | boolean | number) => Tree;
  readonly list: (items: readonly Tree[]) => Tree;
  readonly map: (entries: readonly (readonly [string, Tree])[]) => Tree;
}

const expressions: TreeBuilder<Expr> = {
  text: parseExpression,
  constant: (value) => ({ type: "literal", value, ...nowhere }),
  list: (items) => ({ type: "list", items, inDocument: true, ...nowhere }),
  map: (entries) => ({ type: "map", entries, ...nowhere }),
};

const bodies: TreeBuilder<Body> = {
  text: (text) => {
    const { tree, problem } = parseTemplate(text);
    return problem === undefined ? { tree: { type: "text", template: tree } } : { problem };
  },
  constant: (value) => ({ type: "constant", value }),
  list: (items) => ({ type: "list", items }),
  map: (entries) => ({ type: "map", entries }),
};

/** Parses texts as expressions and takes everything else as a constant. `data` may hold arrays, maps and objects. */
export function expressionOf(data: unknown): ParsedStructure<Expr> {
  return structureOf(data, expressions);
}

/** Parses texts as templates and takes everything else as a constant. */
export function bodyOf(data: unknown): ParsedStructure<Body> {
  return structureOf(data, bodies);
}

/** Plain data as a constant expression: texts in it are not parsed. */
export function constantOf(value: Value): Expr {
  return { type: "literal", value, ...nowhere };
}

/** A template as an expression; a single hole keeps its type, anything else becomes a text. */
export function exprOfTemplate(template: Template): Expr {
  const [only] = template;
  if (template.length === 1 && typeof only === "object") return exprOfHole(only);
  const items = template.map((part): Expr =>
    typeof part === "string" ? constantOf(part) : exprOfHole(part),
  );
  const list: Expr = { type: "list", items, ...nowhere };
  return { type: "call", name: "join", args: [list, constantOf("")], ...nowhere };
}

function structureOf<Tree>(data: unknown, builder: TreeBuilder<Tree>): ParsedStructure<Tree> {
  const problems: PlacedProblem[] = [];
  const tree = built(data, [], { builder, problems });
  return tree === undefined || problems.length > 0 ? { problems } : { tree };
}

interface StructureBuild<Tree> {
  readonly builder: TreeBuilder<Tree>;
  readonly problems: PlacedProblem[];
}

function built<Tree>(data: unknown, path: Path, building: StructureBuild<Tree>): Tree | undefined {
  const { builder, problems } = building;
  const report = (problem: ExprProblem): undefined => {
    problems.push({ ...problem, path });
  };
  if (path.length >= EXPRESSION_DEPTH_MAX) {
    return report({
      code: "VF302",
      message: `this is nested more than ${EXPRESSION_DEPTH_MAX} levels deep`,
      ...nowhere,
    });
  }
  if (typeof data === "string") {
    const { tree, problem } = builder.text(data);
    return problem === undefined ? tree : report(problem);
  }
  if (data === null || typeof data === "boolean" || (typeof data === "number" && Number.isFinite(data))) {
    return builder.constant(data);
  }
  if (Array.isArray(data)) {
    const items = data.map((item: unknown, at) => built(item, [...path, at], building));
    return builder.list(items.filter((item) => item !== undefined));
  }
  const entries = entriesOf(data);
  if (entries === undefined) {
    return report({
      code: "VF112",
      message: "this is not an expression",
      hint: "write a text",
      ...nowhere,
    });
  }
  const trees = entries.map(([key, item]) => [key, built(item, [...path, key], building)] as const);
  return builder.map(trees.flatMap(([key, tree]) => (tree === undefined ? [] : [[key, tree] as const])));
}

function entriesOf(data: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (data instanceof Map) {
    return [...data].flatMap(([key, item]: [unknown, unknown]) =>
      typeof key === "string" ? [[key, item] as const] : [],
    );
  }
  return typeof data === "object" && data !== null ? Object.entries(data) : undefined;
}
