// Imported equations: another system's comparisons as our condition, or the reason why there is none.

import { type DraftVariable, isData } from "./draft-variable.ts";
import { literal } from "./imported-text.ts";
import type { Equation, Note, SourceCondition } from "./source-flow.ts";

export interface ImportedCondition {
  readonly condition: string;
  readonly notes: readonly Note[];
}

/** Condition of an unwritable part; settings with one are left out. */
export const never = "false";

type Variable = (name: string) => DraftVariable;

/** Characters of an expression are 1,000. */
const conditionCharsMax = 900;

/** `if:` of equations. A condition that cannot be written never holds, and is reported. */
export function importedCondition(
  { all, equations }: SourceCondition & { readonly is: "equations" },
  variable: Variable,
): ImportedCondition {
  const notes: Note[] = [];
  const parts = equations.map((equation) => {
    const { condition, note } = importedEquation(equation, variable);
    if (note !== undefined) notes.push(note);
    return condition;
  });
  if (parts.length === 0) {
    notes.push({ fidelity: "manual", words: "a condition without equations never holds" });
    return { condition: never, notes };
  }
  if (all ? parts.includes(never) : parts.every((part) => part === never)) return { condition: never, notes };
  const condition =
    parts.length === 1 ? (parts[0] ?? never) : parts.map((part) => `(${part})`).join(all ? " and " : " or ");
  if (condition.length <= conditionCharsMax) return { condition, notes };
  return {
    condition: never,
    notes: [...notes, { fidelity: "manual", words: "a condition is too long to be written: it never holds" }],
  };
}

interface One {
  readonly condition: string;
  readonly note?: Note;
}

const flipped: Readonly<Record<string, string>> = {
  ">": "<",
  ">=": "<=",
  "<": ">",
  "<=": ">=",
  "==": "==",
  "!=": "!=",
};

function importedEquation(equation: Equation, variable: Variable): One {
  const left = operandOf(equation.left, true);
  const right = operandOf(equation.right, false);
  const refused = (words: string): One => ({ condition: never, note: { fidelity: "manual", words } });
  const { operator } = equation;
  if (left.name === undefined) {
    const turned = flipped[operator];
    if (right.name === undefined || turned === undefined)
      return refused(`'${short(equation)}' does not compare a variable: it never holds`);
    return importedEquation({ left: equation.right, operator: turned, right: equation.left }, variable);
  }
  const one = variable(left.name);
  if (isData(one.type)) return refused(`'${short(equation)}' compares data: it never holds`);
  switch (operator) {
    case "exists":
      return { condition: `filled(${one.id})` };
    case "not_exist":
      return { condition: `not filled(${one.id})` };
    case "contains":
    case "not_contains": {
      const part = right.name === undefined ? literal(right.text) : textOf(variable(right.name));
      const holds = `contains(${textOf(one)}, ${part})`;
      return { condition: operator === "contains" ? holds : `not ${holds}` };
    }
    case "starts_with":
    case "not_starts_with": {
      const start = right.name === undefined ? literal(right.text) : textOf(variable(right.name));
      const holds = `starts_with(${textOf(one)}, ${start})`;
      return { condition: operator === "starts_with" ? holds : `not ${holds}` };
    }
    case "==":
    case "!=": {
      const isEqual =
        right.name === undefined
          ? equalTo(one, right.text)
          : `${textOf(one)} == ${textOf(variable(right.name))}`;
      if (isEqual === undefined) return refused(`'${short(equation)}' can never hold`);
      return { condition: operator === "==" ? isEqual : `not (${isEqual})` };
    }
    case ">":
    case ">=":
    case "<":
    case "<=":
      return ordered(one, { operator, right, variable, equation });
    default:
      return refused(`'${short(equation)}' has an unknown operator: it never holds`);
  }
}

function ordered(
  one: DraftVariable,
  {
    operator,
    right,
    variable,
    equation,
  }: { operator: string; right: Operand; variable: Variable; equation: Equation },
): One {
  const other = right.name === undefined ? numberLiteral(right.text) : numberOf(variable(right.name));
  const value = numberOf(one);
  if (other === undefined || value === undefined)
    return {
      condition: never,
      note: { fidelity: "manual", words: `'${short(equation)}' does not compare numbers: it never holds` },
    };
  const both = right.name === undefined ? [value] : [value, other];
  const condition = [...both.map((each) => `filled(${each})`), `${value} ${operator} ${other}`].join(" and ");
  if (one.type === "number") return { condition };
  return {
    condition,
    note: { fidelity: "approximate", words: `'${short(equation)}' compares a text by the number in it` },
  };
}

interface Operand {
  readonly name: string | undefined;
  readonly text: string;
}

/** `{{ name }}`; on the left a bare name, too. */
function operandOf(text: string, mayBeBare: boolean): Operand {
  const inBraces = /^\s*\{\{\s*([^{}]+?)\s*\}\}\s*$/.exec(text)?.[1];
  const bare = mayBeBare && /^\s*[\p{L}_][\p{L}\p{N}_.-]*\s*$/u.test(text) ? text.trim() : undefined;
  return { name: inBraces ?? bare, text: text.trim().replaceAll(/^["'](.*)["']$/g, "$1") };
}

function textOf({ id, type }: DraftVariable): string {
  if (type === "number" || type === "boolean") return `(text(${id}) ?? '')`;
  return isData(type) ? "''" : `(${id} ?? '')`;
}

function numberOf({ id, type }: DraftVariable): string | undefined {
  if (type === "number") return id;
  return type === "text" || type === "digits" ? `number(${id} ?? '')` : undefined;
}

function numberLiteral(text: string): string | undefined {
  const number = /^[-+]?\d{1,15}(?:\.\d{1,9})?$/.test(text) ? Number(text) : undefined;
  return number === undefined ? undefined : String(number);
}

/** Undefined if the variable can never equal it. */
function equalTo({ id, type, options }: DraftVariable, text: string): string | undefined {
  if (type === "boolean")
    return /^(?:true|false)$/i.test(text) ? `${id} == ${text.toLowerCase()}` : undefined;
  if (type === "number") {
    const number = numberLiteral(text);
    return number === undefined ? undefined : `${id} == ${number}`;
  }
  if (type === "digits" && !/^\d{1,20}$/.test(text)) return undefined;
  if (type !== "choice") return `${id} == ${literal(text)}`;
  const option =
    options.get(text) ?? [...options].find(([label]) => label.toLowerCase() === text.toLowerCase())?.[1];
  return option === undefined ? undefined : `${id} == ${literal(option)}`;
}

function short({ left, operator, right }: Equation): string {
  const text = `${left} ${operator} ${right}`.trim().replaceAll(/\s+/g, " ");
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
