// Syntax tree: expressions and templates of a flow. The parser makes it; type checker and evaluator walk it.

import type { Value } from "../../value/value.ts";

/** Position of a node in the text that it was parsed from, in UTF-16 units from the beginning of that text. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export type BinaryOperator =
  "or" | "and" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "not in" | "??" | "+" | "-" | "*" | "/" | "%";

export type Expr = Span &
  (
    | { readonly type: "literal"; readonly value: Value }
    | { readonly type: "name"; readonly name: string }
    | { readonly type: "field"; readonly of: Expr; readonly name: string }
    | { readonly type: "index"; readonly of: Expr; readonly index: Expr }
    | { readonly type: "call"; readonly name: string; readonly args: readonly Expr[] }
    | { readonly type: "unary"; readonly operator: "-" | "not"; readonly of: Expr }
    | {
        readonly type: "binary";
        readonly operator: BinaryOperator;
        readonly left: Expr;
        readonly right: Expr;
      }
    /** `value if condition else otherwise` */
    | {
        readonly type: "choose";
        readonly value: Expr;
        readonly condition: Expr;
        readonly otherwise: Expr;
      }
    /** `inDocument`: a YAML list of the document, whose items are separate texts with positions of their own. */
    | { readonly type: "list"; readonly items: readonly Expr[]; readonly inDocument?: true }
    /** A YAML map in the place of an expression: a structure of expressions. */
    | { readonly type: "map"; readonly entries: readonly (readonly [string, Expr])[] }
  );

/** `{{ expr | name(args) }}` */
export interface Hole extends Span {
  readonly expr: Expr;
  readonly filters: readonly (Span & { readonly name: string; readonly args: readonly Expr[] })[];
}

/** A text with holes. A template that is a single hole keeps the type of its value. */
export type Template = readonly (string | Hole)[];

/** A structure of data whose texts are templates: the body that a tool sends. */
export type Body =
  | { readonly type: "constant"; readonly value: null | boolean | number }
  | { readonly type: "text"; readonly template: Template }
  | { readonly type: "list"; readonly items: readonly Body[] }
  | { readonly type: "map"; readonly entries: readonly (readonly [string, Body])[] };
