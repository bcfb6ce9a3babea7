// Message decoder: texts of clients, one by one, with the request of each, or the words of its refusal.

import { expect, test } from "bun:test";
import { type Inbound, readText } from "../../src/transport/message-decoder.ts";
import { limits } from "../../src/transport/connection-limits.ts";
import { fromClientRows } from "../../src/transport/schema-rows.ts";

const read = (message: object): Inbound => readText(JSON.stringify(message));
const command = (t: string, d?: unknown): Inbound =>
  read({ type: "client-message", id: "c1", data: { t, ...(d === undefined ? {} : { d }) } });

test("inbound: every documented message is understood, with and without its label", () => {
  for (const { name, example } of fromClientRows) {
    const { label, ...bare } = example as { label: string };
    expect(label).toBe("rtvi-ai");
    for (const message of [example, bare]) {
      expect([name, read(message).kind]).toEqual([name, expect.stringMatching(/^(ready|input|ping|mark)$/)]);
    }
  }
});

test("inbound: messages become inputs of the call", () => {
  const cases: readonly (readonly [message: object, input: object])[] = [
    [
      { type: "send-text", data: { content: "blue" } },
      { type: "text", text: "blue", interrupt: true, speak: true },
    ],
    [
      {
        type: "send-text",
        data: { content: "blue", options: { run_immediately: false, audio_response: false } },
      },
      { type: "text", text: "blue", interrupt: false, speak: false },
    ],
    [
      { type: "append-to-context", data: { role: "user", content: "12 in the cart" } },
      { type: "context", role: "user", text: "12 in the cart", run: false },
    ],
    [
      {
        type: "append-to-context",
        data: { role: "assistant", content: { total: 12 }, run_immediately: true },
      },
      { type: "context", role: "assistant", text: '{"total":12}', run: true },
    ],
    [
      { type: "dtmf", data: { buttons: ["1", "2", "#"] } },
      { type: "keys", keys: "12#" },
    ],
    [
      { type: "dtmf", data: { button: "*" } },
      { type: "keys", keys: "*" },
    ],
    [{ type: "disconnect-bot" }, { type: "end", drain: false }],
    [
      { type: "disconnect-bot", data: {} },
      { type: "end", drain: false },
    ],
  ];
  for (const [message, input] of cases) {
    expect(read(message)).toEqual({ kind: "input", id: undefined, input } as Inbound);
  }
});

test("inbound: commands become inputs and are answered under their name", () => {
  const cases: readonly (readonly [t: string, d: unknown, input: object])[] = [
    ["mute", { muted: true }, { type: "mute", muted: true }],
    ["interrupt", undefined, { type: "interrupt" }],
    ["interrupt", {}, { type: "interrupt" }],
    [
      "context.update",
      { text: "on the page" },
      { type: "context", role: "user", text: "on the page", run: false },
    ],
    ["context.update", { text: "x", run: true }, { type: "context", role: "user", text: "x", run: true }],
    ["say", { text: "One moment." }, { type: "say", text: "One moment.", interrupt: false }],
    ["say", { text: "Stop.", interrupt: true }, { type: "say", text: "Stop.", interrupt: true }],
    ["end", undefined, { type: "end", drain: true }],
    ["end", { drain: false }, { type: "end", drain: false }],
  ];
  for (const [t, d, input] of cases) {
    expect(command(t, d)).toEqual({ kind: "input", id: "c1", t, input } as Inbound);
  }
  expect(command("ping", { ts: 17 })).toEqual({ kind: "ping", id: "c1", ts: 17 });
  expect(command("ping")).toEqual({ kind: "ping", id: "c1", ts: undefined });
});

test("inbound: a client-ready needs no data and reports its version", () => {
  expect(read({ type: "client-ready", id: "a" })).toEqual({ kind: "ready", id: "a", version: undefined });
  expect(read({ type: "client-ready", id: "a", data: { version: "1.4.0" } })).toEqual({
    kind: "ready",
    id: "a",
    version: "1.4.0",
  });
});

test("inbound: unknown keys are ignored", () => {
  expect(read({ type: "client-ready", trace: 1, data: { version: "2.0.0", extra: [] } }).kind).toBe("ready");
  expect(command("mute", { muted: true, why: "cough" }).kind).toBe("input");
});

test("inbound: a text that is no JSON object is distinguished from an error inside one", () => {
  for (const text of [
    "",
    " ",
    "hello",
    "{",
    '{"type":',
    "[]",
    "[1]",
    "1",
    "null",
    "true",
    '"text"',
    "ping: 1",
  ]) {
    expect([text, readText(text).kind]).toEqual([text, "not-json"]);
  }
});

test("inbound: a foreign label is not ours to answer", () => {
  for (const label of ["other", "", null, 1, {}]) {
    expect(read({ label, type: "send-text", data: { content: "x" } }).kind).toBe("wrong-label");
  }
});

test("inbound: unknown types and commands are unsupported, prototypes included", () => {
  const names = ["foo", "constructor", "__proto__", "toString", "bot-ready", "ui-event", "raw-audio"];
  for (const type of names) {
    expect(read({ type, id: "i" })).toMatchObject({ code: "unsupported_type", id: "i", param: "type" });
    expect(command(type)).toMatchObject({ code: "unsupported_type", id: "c1", param: "t" });
  }
});

test("inbound: a fault in data names its place", () => {
  const cases: readonly (readonly [message: object, param: string])[] = [
    [{}, "type"],
    [{ type: 5 }, "type"],
    [{ type: "send-text", id: 5, data: { content: "x" } }, "id"],
    [{ type: "send-text", id: "x".repeat(129), data: { content: "x" } }, "id"],
    [{ type: "send-text" }, "data"],
    [{ type: "send-text", data: null }, "data"],
    [{ type: "send-text", data: {} }, "content"],
    [{ type: "send-text", data: { content: 5 } }, "content"],
    [{ type: "send-text", data: { content: "" } }, "content"],
    [
      { type: "send-text", data: { content: "x", options: { run_immediately: "yes" } } },
      "options.run_immediately",
    ],
    [{ type: "append-to-context", data: { content: "x" } }, "role"],
    [{ type: "append-to-context", data: { role: "system", content: "x" } }, "role"],
    [{ type: "client-ready", data: { version: 2 } }, "version"],
    [{ type: "client-message" }, "t"],
    [{ type: "client-message", data: { t: 1 } }, "t"],
    [{ type: "client-message", data: { t: "mute" } }, "d"],
    [{ type: "client-message", data: { t: "mute", d: {} } }, "d.muted"],
    [{ type: "client-message", data: { t: "mute", d: { muted: 1 } } }, "d.muted"],
    [{ type: "client-message", data: { t: "ping", d: { ts: "now" } } }, "d.ts"],
    [{ type: "client-message", data: { t: "say", d: { text: "" } } }, "d.text"],
  ];
  for (const [message, param] of cases) {
    expect([message, read(message)]).toEqual([
      message,
      expect.objectContaining({ code: "invalid_message", param }) as Inbound,
    ]);
  }
  for (const data of [
    { buttons: [] },
    { buttons: ["x"] },
    { buttons: "12" },
    { button: "12" },
    {},
    { buttons: ["1 "] },
  ]) {
    expect(read({ type: "dtmf", data })).toMatchObject({ code: "invalid_message" });
  }
});

test("inbound: variables of a flow are refused rather than dropped in silence", () => {
  expect(command("context.update", { variables: { plan: "pro" }, text: "x" })).toMatchObject({
    code: "unsupported_type",
    param: "d.variables",
  });
});

test("inbound: texts and strings have a longest length, in bytes", () => {
  const long = readText(JSON.stringify({ type: "x", data: "é".repeat(limits.textBytesMax / 2) }));
  expect(long).toMatchObject({ code: "message_too_large", id: undefined });
  const fits = "é".repeat(limits.sendTextBytesMax / 2);
  expect(read({ type: "send-text", data: { content: fits } }).kind).toBe("input");
  for (const content of [`${fits}x`, "x".repeat(limits.stringBytesMax + 1)]) {
    expect(read({ type: "send-text", id: "i", data: { content } })).toMatchObject({
      code: "invalid_message",
      id: "i",
    });
  }
});

test("inbound: nesting and keys are counted before any use", () => {
  const nested = (depth: number): object => {
    let inner: unknown = 1;
    for (let i = 1; i < depth - 1; i++) inner = i % 2 === 0 ? [inner] : { a: inner };
    return { type: "append-to-context", data: { role: "user", content: inner } };
  };
  const keyed = (count: number): object => ({
    type: "append-to-context",
    data: {
      role: "user",
      content: Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i])),
    },
  });
  expect(read(nested(limits.nestingMax)).kind).toBe("input");
  expect(read(nested(limits.nestingMax + 1))).toMatchObject({ code: "invalid_message" });
  expect(read(keyed(limits.keysMax - 4)).kind).toBe("input");
  expect(read(keyed(limits.keysMax - 3))).toMatchObject({ code: "invalid_message" });
  expect(readText(`{"type":"x","data":${"[".repeat(30_000)}${"]".repeat(30_000)}}`).kind).toMatch(
    /^(refused|not-json)$/,
  );
});
