// Imports of other systems' exports: each result passes the checker, and the report names each node.

import { expect, test } from "bun:test";
import { importFlow } from "../../src/import/import-flow.ts";
import { loadFlow } from "../../src/flow/language/load-flow.ts";
import { connectExports } from "./connect-exports.ts";
import { dograhExports } from "./dograh-exports.ts";
import { hostileRetellExports } from "./hostile-retell-exports.ts";
import { retellExports } from "./retell-exports.ts";
import { studioExports } from "./studio-exports.ts";
import { asked, end, type Export, flow, when } from "./retell-parts.ts";

const all: readonly (readonly [name: string, format: string, data: Export])[] = [
  ...Object.entries<Export>({ ...retellExports, ...hostileRetellExports }).map(
    ([name, data]) => [name, "retell", data] as const,
  ),
  ...Object.entries(dograhExports).map(([name, data]) => [name, "dograh", data] as const),
  ...Object.entries<Export>(studioExports).map(([name, data]) => [name, "twilio", data] as const),
  ...Object.entries<Export>(connectExports).map(([name, data]) => [name, "connect", data] as const),
];

function nodesIn(data: unknown): number {
  if (typeof data !== "object" || data === null) return 0;
  return Object.entries(data).reduce((sum, [key, value]) => {
    if (["nodes", "states", "Actions"].includes(key) && Array.isArray(value))
      return (
        sum + value.filter((each) => typeof each === "object" && each !== null && !Array.isArray(each)).length
      );
    return (
      sum +
      (["components", "conversationFlow", "workflow_definition", "definition"].includes(key) ||
      Array.isArray(data)
        ? nodesIn(value)
        : 0)
    );
  }, 0);
}

/** The flow of an export: a description from Connect's API contains it as a text. */
function contentOf(data: Export): unknown {
  const { ContactFlow: described } = data as { readonly ContactFlow?: { readonly Content: string } };
  return described === undefined ? data : JSON.parse(described.Content);
}

test.each(all)("%s of %s checks without an error, and each of its nodes is named", (_, format, data) => {
  const { text, report } = importFlow(JSON.stringify(data), { format, name: "some file" });
  const { problems } = loadFlow(text);
  expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
  const own = report.nodes.filter(({ kind }) => kind !== "pre_call_fetch");
  expect(own).toHaveLength(nodesIn(contentOf(data)));
  expect(new Set(own.map(({ source }) => source)).size).toBe(own.length);
  const lines = text.split("\n").filter((line) => /^ *# from /.test(line));
  expect(lines.length).toBeGreaterThanOrEqual(report.nodes.length);
});

test("source systems: there are thirty", () => {
  expect(all.length).toBeGreaterThanOrEqual(30);
});

test("a node is uninterruptible only when its export says so", () => {
  const { text } = importFlow(JSON.stringify(dograhExports["reception"]), { format: "dograh", name: "some" });
  const { nodes } = Bun.YAML.parse(text) as {
    readonly nodes: Readonly<Record<string, { readonly barge_in?: boolean }>>;
  };
  const deaf = Object.entries(nodes).filter(([, node]) => node.barge_in === false);
  expect(deaf.map(([id]) => id)).toEqual(["service"]);
});

test.each([
  ["Done.", []],
  ["The caller wants a refund.", ["its only edge is taken without asking a model"]],
])("the only edge of a pressed key, %j, is reported if it had a condition", (prompt, told) => {
  const pressed = {
    id: "keys",
    type: "press_digit",
    instruction: asked("Press 2."),
    edges: [when(prompt, "end")],
  };
  const { report } = importFlow(JSON.stringify(flow([pressed, end()])), { format: "retell", name: "some" });
  const notes = report.nodes.find(({ source }) => source === "keys")?.notes ?? [];
  expect(notes.map(({ words }) => words).filter((words) => words.includes("only edge"))).toEqual(told);
});

test("an unknown variable is reported at most three times per text, and written unchanged", () => {
  const odd = end("end", "Goodbye {{ a b }}, {{ 1 }}, {{ c! }} and {{ d? }}.");
  const { report } = importFlow(JSON.stringify(flow([odd])), { format: "retell", name: "some" });
  const notes = report.nodes[0]?.notes.map(({ words }) => words) ?? [];
  expect(notes.filter((words) => words.includes("is not a variable"))).toHaveLength(3);
});
