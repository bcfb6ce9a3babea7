// A YAML text as plain maps, lists and scalars, with the place of everything in the text. Knows nothing of flows.

import {
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
  type Document,
} from "yaml";
import { pointerOf, type Path, type Problem } from "./problem.ts";

export interface Source {
  /** Maps stay `Map`, so that no key can reach a prototype. */
  readonly value: unknown;
  /** A problem at a path of the document, or at the nearest thing above it that is there. */
  problem(code: string, path: Path, message: string): Problem;
}

const charsMax = 256 * 1_024;
const depthMax = 30;

export function readSource(text: string): Source | readonly Problem[] {
  const start = {
    severity: "error" as const,
    pointer: "",
    line: 1,
    column: 1,
    end_line: 1,
    end_column: 1,
  };
  if (text.length > charsMax) {
    return [{ code: "VF107", message: `a flow has at most ${charsMax} characters`, ...start }];
  }
  if (isTooDeep(text)) {
    return [{ code: "VF107", message: `a flow is nested at most ${depthMax} deep`, ...start }];
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    const [row, column] = [Math.max(1, line), Math.max(1, col)];
    return { severity: "error" as const, line: row, column, end_line: row, end_column: column };
  };
  const problems: Problem[] = [...document.errors, ...document.warnings].slice(0, 100).map((error) => ({
    code: "VF101",
    message: error.message,
    pointer: "",
    ...at(error.pos[0]),
  }));
  for (const { code, message, offset } of refused(document)) {
    problems.push({ code, message, pointer: "", ...at(offset) });
  }
  if (problems.length > 0) return problems;
  return {
    value: document.toJS({ mapAsMap: true }),
    problem: (code, path, message) => ({
      code,
      message,
      pointer: pointerOf(path),
      ...at(offsetOf(document, path)),
    }),
  };
}

/** What YAML can do and a flow may not. */
function refused(document: Document): { code: string; message: string; offset: number }[] {
  const found: { code: string; message: string; offset: number }[] = [];
  let deep = false;
  const keysOf = new Map<unknown, Set<string>>();
  visit(document, (_, node, ancestors) => {
    if (isPair(node)) {
      const offset = isNode(node.key) ? (node.key.range?.[0] ?? 0) : 0;
      if (isScalar(node.key) && typeof node.key.value === "string" && node.key.value !== "__proto__") {
        const key = node.key.value;
        const keys = keysOf.getOrInsert(ancestors.at(-1), new Set());
        if (keys.has(key)) found.push({ code: "VF108", message: `'${key}' is here twice`, offset });
        keys.add(key);
        return;
      }
      const isHole = isMap(node.key);
      found.push({
        code: isHole ? "VF102" : "VF112",
        message: isHole ? "a value that begins with {{ must be quoted" : "this cannot be a key",
        offset,
      });
      return visit.SKIP;
    }
    if (!isNode(node)) return;
    const offset = node.range?.[0] ?? 0;
    if (isAlias(node)) found.push({ code: "VF106", message: "aliases are not allowed", offset });
    else if (node.tag !== undefined) found.push({ code: "VF103", message: "tags are not allowed", offset });
    if (!deep && ancestors.length > depthMax * 2) {
      deep = true;
      found.push({ code: "VF107", message: `a flow is nested at most ${depthMax} deep`, offset });
    }
    return;
  });
  return found;
}

/** Before anything recursive looks at the text: how deep brackets go, and how far lines are indented. */
function isTooDeep(text: string): boolean {
  let open = 0;
  for (const char of text) {
    if (char === "[" || char === "{") open++;
    else if (char === "]" || char === "}") open = Math.max(0, open - 1);
    if (open > depthMax) return true;
  }
  return text.split("\n").some((line) => (/^\s*(?:[-?:]\s+)*/.exec(line)?.[0].length ?? 0) > depthMax * 4);
}

function offsetOf(document: Document, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const key = path[length - 1];
    const parent = document.getIn(path.slice(0, length - 1), true);
    if (isMap(parent)) {
      const pair = parent.items.find((item) => isScalar(item.key) && item.key.value === key);
      if (pair !== undefined && isScalar(pair.key)) return pair.key.range?.[0] ?? 0;
    }
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node)) return node.range?.[0] ?? 0;
  }
  return document.contents?.range?.[0] ?? 0;
}
