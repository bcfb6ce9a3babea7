// Preparation of a conversation for a vendor: calls paired with their results, valid ids, schemas that a vendor can
// enforce, and the estimated cost.

import { expect, test } from "bun:test";
import { isClosed } from "../../../src/providers/llm/structured-output.ts";
import { estimatedUsage } from "../../../src/providers/llm/token-estimate.ts";
import { argumentsOf, pairedMessages, withFittingIds } from "../../../src/providers/llm/tool-history.ts";
import type { LlmMessage } from "../../../src/providers/provider-contract.ts";

const user = (text: string): LlmMessage => ({ role: "user", text });
const calls = (...ids: readonly string[]): LlmMessage => ({
  role: "assistant",
  text: "",
  toolCalls: ids.map((id) => ({ id, name: "a", arguments: "{}" })),
});
const result = (id: string, text = id): LlmMessage => ({ role: "tool", id, name: "a", text });
const shortOf = (messages: readonly LlmMessage[]) =>
  messages.map((message) => (message.role === "tool" ? `${message.id}=${message.text}` : message.role[0]));

test("pairing moves results behind their calls, in the order of the calls", () => {
  const messages = [user("x"), calls("1", "2"), user("y"), result("2"), user("z"), result("1")];
  expect(shortOf(pairedMessages(messages))).toEqual(["u", "a", "1=1", "2=2", "u", "u"]);
});

test("pairing answers calls without a result, and drops results without a call", () => {
  const messages = [
    result("0"),
    user("x"),
    calls("1"),
    result("1", "first"),
    result("1", "second"),
    calls("2"),
  ];
  expect(shortOf(pairedMessages(messages))).toEqual([
    "u",
    "a",
    "1=first",
    "a",
    "2=The call was not finished.",
  ]);
});

test("pairing leaves a conversation without tools unchanged, except empty answers", () => {
  const messages = [user("x"), { role: "assistant", text: "" }, { role: "assistant", text: "y" }] as const;
  expect(pairedMessages(messages)).toEqual([messages[0], messages[2]]);
});

test("invalid ids are replaced, alike for call and result and in each request", () => {
  const messages = [user("x"), calls("a.b:0", "ok1234567"), result("a.b:0"), result("ok1234567")];
  const fits = /^\w{9}$/;
  const once = withFittingIds(messages, fits);
  expect(shortOf(once).slice(2)).toEqual(["call90000=a.b:0", "ok1234567=ok1234567"]);
  expect(withFittingIds([...messages, calls("c.d")], fits).slice(0, 4)).toEqual([...once]);
});

test("arguments that are no object count as none", () => {
  const of = (text: string) => argumentsOf({ id: "1", name: "a", arguments: text });
  expect([of('{"a":1}'), of("[1]"), of("null"), of('{"a'), of('"x"')]).toEqual([{ a: 1 }, {}, {}, {}, {}]);
});

test("a schema is closed when each object in it names its fields, however deep", () => {
  const closed = {
    type: "object",
    properties: { a: { type: "string" } },
    required: ["a"],
    additionalProperties: false,
  };
  const optional = { ...closed, required: [] };
  const strict = { allRequired: true };
  expect(isClosed(closed, strict)).toBe(true);
  expect([isClosed(optional, strict), isClosed(optional, { allRequired: false })]).toEqual([false, true]);
  const within = (schema: object) => ({
    ...closed,
    properties: { a: { type: "array", items: { anyOf: [schema] } } },
  });
  expect([isClosed(within(closed), strict), isClosed(within({ type: "object" }), strict)]).toEqual([
    true,
    false,
  ]);
  const named = {
    ...closed,
    properties: { required: { type: "string" }, type: closed },
    required: ["required", "type"],
  };
  expect(isClosed(named, strict)).toBe(true);
  expect(isClosed({ enum: [{ type: "object" }] }, strict)).toBe(true);
});

test("uncounted usage is estimated from the whole request", () => {
  const tools = [{ name: "a", description: "b", parameters: {} }];
  const messages = [user("x".repeat(40))];
  expect(estimatedUsage({ messages }, 9)).toEqual({
    unit: "tokens",
    input: 10,
    output: 3,
    basis: "estimated",
  });
  const more = estimatedUsage({ messages: [...messages, calls("1")], tools }, 0);
  expect(more.unit === "tokens" && more.input).toBeGreaterThan(25);
});
