// Expression printer: turns a tree back into text with every pair of parentheses, to show how a text was parsed.

import type { Expr } from "../../../../src/flow/language/expression/ast.ts";

export function print(expr: Expr): string {
  switch (expr.type) {
    case "literal":
      return typeof expr.value === "string" ? quoted(expr.value) : JSON.stringify(expr.value);
    case "name":
      return expr.name;
    case "field":
      return `${print(expr.of)}.${expr.name}`;
    case "index":
      return `${print(expr.of)}[${print(expr.index)}]`;
    case "call":
      return `${expr.name}(${expr.args.map(print).join(", ")})`;
    case "unary":
      return expr.operator === "not" ? `(not ${print(expr.of)})` : `(-${print(expr.of)})`;
    case "binary":
      return `(${print(expr.left)} ${expr.operator} ${print(expr.right)})`;
    case "choose":
      return `(${print(expr.value)} if ${print(expr.condition)} else ${print(expr.otherwise)})`;
    case "list":
      return `[${expr.items.map(print).join(", ")}]`;
    case "map":
      return `{${expr.entries.map(([key, each]) => `${quoted(key)}: ${print(each)}`).join(", ")}}`;
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, (char) => `\\${char}`)}'`;
}
