// Limits of imports: long texts, long paths, odd JSON, and keys that an import writes only if the export has them.

import { expect, test } from "bun:test";
import { importFlow } from "../../src/import/import-flow.ts";
import { spokenParts } from "../../src/import/imported-text.ts";
import { badJsonAt } from "../../src/import/json-place.ts";
import { reportLines } from "../../src/import/import-report.ts";
import { connectExports } from "./connect-exports.ts";
import { dograhExports } from "./dograh-exports.ts";
import { studioExports } from "./studio-exports.ts";
import { asked, end, type Export, flow, otherwise, when } from "./retell-parts.ts";

const imported = (data: Export) => importFlow(JSON.stringify(data), { name: "file" });

test.each([
  ["{} ,", 1, 4],
  ['{"a": , "b": 1}', 1, 7],
  ["[1, 2,\n, 3]", 2, 1],
  ['{"a" 1}', 1, 6],
  ["[1", 1, 3],
  ['{"a": 1]', 1, 8],
])("JSON place: %j is wrong at %d:%d", (text, line, column) => {
  expect(badJsonAt(text)).toEqual({ line, column });
});

test("spoken parts: a hole stays in one part wherever a long text without blanks is cut", () => {
  for (let before = 1_480; before < 1_502; before++) {
    const parts = spokenParts(`${"x".repeat(before)}{{name}}${"y".repeat(60)}`);
    expect(parts.length).toBe(2);
    expect([before, parts.filter((part) => part.includes("{{name}}")).length]).toEqual([before, 1]);
  }
});

const tool = (more: Export): Export => ({
  tool_id: "t1",
  type: "custom",
  name: "look up",
  url: "https://api.example.com/look",
  method: "POST",
  parameters: { type: "object", properties: { rush: { type: "boolean" } } },
  ...more,
});
const withTool = (own: Export, nodes: readonly unknown[] = []): Export =>
  flow(
    [
      ...nodes,
      { id: "look", type: "function", tool_id: "t1", wait_for_result: true, else_edge: otherwise("bye") },
      end("bye", "Bye."),
    ],
    { tools: [tool(own)] },
  );

test("saved paths: twenty parts are followed, and one more is reported", () => {
  const path = (parts: number): string => Array.from({ length: parts }, () => "a").join(".");
  const short = imported(withTool({ response_variables: { found: path(20) } }));
  expect(short.text).toContain(`found: result.${path(20)}`);
  const long = imported(withTool({ response_variables: { found: path(21) } }));
  expect(long.text).not.toContain(path(20));
  expect(reportLines(long.report).join("\n")).toContain("write save");
});

test("import: words to listen for are written only where the export has some", () => {
  expect(imported({ conversationFlow: withTool({}), reminder_trigger_ms: 9_000 }).text).not.toContain(
    "hints",
  );
  expect(imported({ conversationFlow: withTool({}), boosted_keywords: ["Röntgen"] }).text).toContain(
    "hints: [Röntgen]",
  );
});

test("import: a variable that two later nodes need is noted once by the conversation", () => {
  const extract = (id: string, to: string) => ({
    id,
    type: "extract_dynamic_variables",
    variables: [{ type: "string", name: "wish", description: "a wish" }],
    edges: [],
    else_edge: otherwise(to),
  });
  const { text } = imported(
    flow([
      {
        id: "talk",
        type: "conversation",
        instruction: asked("Ask for the wish."),
        edges: [when("Known", "one")],
      },
      extract("one", "two"),
      extract("two", "bye"),
      end("bye", "Bye."),
    ]),
  );
  expect(text).toContain("fill: [wish]");
});

test("import: a text for a yes-or-no parameter becomes a comparison, an empty one is left out", () => {
  const { text } = imported(
    withTool({}, [
      { id: "talk", type: "conversation", instruction: asked("Ask."), edges: [when("Known", "ex")] },
      {
        id: "ex",
        type: "extract_dynamic_variables",
        variables: [{ type: "string", name: "rush", description: "whether it is urgent" }],
        edges: [],
        else_edge: otherwise("look"),
      },
    ]),
  );
  expect(text).toContain("(rush ?? '') == 'true'");
});

test.each([
  ["twilio", Object.values<Export>(studioExports), /body:\s*(?:\{|\n\s+)ticket: /],
  ["connect", Object.values<Export>(connectExports), /body:\s*(?:\{|\n\s+)phone: /],
] as const)(
  "import from %s: the values of a request are at the root of its body",
  (format, exports, body) => {
    const texts = exports.map((data) => importFlow(JSON.stringify(data), { format, name: "file" }).text);
    // One of the texts is exported in two ways.
    expect(texts.filter((text) => body.test(text))).toHaveLength(2);
    expect(texts.join("\n")).not.toMatch(/\bargs:/);
  },
);

test("import from twilio: a call to a client goes to its name, with a note that the server must know it", () => {
  const { text } = importFlow(JSON.stringify(studioExports.everyWidget), { format: "twilio", name: "file" });
  expect(text).toContain("client: {transfer: mia,");
  expect(text).toContain("the server must know 'mia'");
  expect(text).toContain("sip: {transfer: sip:mia@example.com,");
});

test("import from dograh: a fetch before the call becomes the first node, unless it is switched off", () => {
  const imported = (mode: string) =>
    importFlow(JSON.stringify(dograhExports.fetched).replace('"always"', JSON.stringify(mode)), {
      format: "dograh",
      name: "file",
    }).text;
  expect(imported("always")).toContain("start: pre_call_fetch");
  expect(imported("always")).toContain("pre_call_fetch: {http: POST https://api.example.com/kunde}");
  expect(imported("disabled")).not.toContain("https://api.example.com/kunde");
});
