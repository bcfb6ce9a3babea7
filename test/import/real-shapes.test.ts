// Exports in the shapes that people publish: each result passes the checker, reports what it leaves out, and holds its
// conversation.

import { expect, test } from "bun:test";
import { importFlow } from "../../src/import/import-flow.ts";
import { loadFlow } from "../../src/flow/language/load-flow.ts";
import { Talk } from "../flow/engine/run/talk.ts";
import { dograhShapes } from "./dograh-shapes.ts";
import { retellShapes } from "./retell-shapes.ts";

const realShapes = [...retellShapes, ...dograhShapes];

test.each(realShapes.map((shape) => [shape.name, shape] as const))(
  "%s: it checks without an error and talks",
  (_, shape) => {
    const { text, report } = importFlow(JSON.stringify(shape.data), { name: "file" });
    expect(report.format).toBe(shape.format);
    expect(loadFlow(text).problems.filter(({ severity }) => severity === "error")).toEqual([]);
    const said = report.nodes.flatMap(({ notes }) => notes.map(({ words }) => words));
    expect(said.filter((words) => /no edge leads to it|which does not exist/.test(words))).toEqual([]);
    const talk = new Talk(text, shape.answers ?? {});
    const [first, ...rest] = shape.says;
    expect(talk.start()).toBe(first);
    for (const [user, agent] of rest) expect(talk.user(user)).toBe(agent);
    expect(talk.outcome).toBe(shape.outcome ?? null);
  },
);

test("real shapes: there are sixteen", () => {
  expect(realShapes).toHaveLength(16);
});
