// Left call: a tab's memory of a call while its page reloads.

import { afterAll, beforeEach, expect, test } from "bun:test";
import { keepLeftCall, takeLeftCall } from "../../public/page/left-call.ts";

const kept = new Map<string, string>();
const page = globalThis as { sessionStorage?: unknown };
const before = page.sessionStorage;

beforeEach(() => {
  kept.clear();
  page.sessionStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
});
afterAll(() => {
  page.sessionStorage = before;
});

const way = {
  url: "https://voice.example/v1/ws/vst_1",
  ttlMs: 30_000,
  transport: "websocket",
  microphone: true,
  muted: true,
} as const;
const left = { sessionId: "ses_1", way, isRecorded: true };

test("left call: a page takes its call once, and the token is removed from the storage with it", () => {
  keepLeftCall("/test", left, 1_000);
  expect(takeLeftCall("/talk/vfe_1", 2_000)).toBeUndefined();
  expect([...kept.values()].join("")).toContain("vst_1");
  expect(takeLeftCall("/test", 2_000)).toEqual({ ...left, way: { ...way, ttlMs: 29_000 } });
  expect([kept.size, takeLeftCall("/test", 2_000)]).toEqual([0, undefined]);
});

test.each([
  [0, true, true],
  [29_999, true, true],
  [30_000, true, false],
  [30 * 60_000, true, false],
  [30 * 60_000 + 1, false, false],
  [-1, false, false],
])("left call: after %d ms the page knows of it: %p, and continues it: %p", (ms, isKnown, goesOn) => {
  keepLeftCall("/test", left, 5_000_000);
  const taken = takeLeftCall("/test", 5_000_000 + ms);
  expect([taken !== undefined, taken?.way !== undefined]).toEqual([isKnown, goesOn]);
});

test("left call: an ended call is reported and not continued", () => {
  keepLeftCall("/test", { sessionId: "ses_1", way: undefined }, 1_000);
  expect(takeLeftCall("/test", 1_000)).toEqual({ sessionId: "ses_1", way: undefined, isRecorded: false });
});

test.each(["", "null", "7", "[]", "{", '{"at":"x"}', '{"way":{"url":"u","ttlMs":30000}}'])(
  "left call: storage that holds %j is no call",
  (text) => {
    kept.set("voice-flow-left-call /test", text);
    expect(takeLeftCall("/test", 1_000)).toBeUndefined();
  },
);

test("left call: a browser that forbids storage opens a new page", () => {
  page.sessionStorage = {
    getItem: () => {
      throw new Error("forbidden");
    },
    setItem: () => {
      throw new Error("full");
    },
  };
  keepLeftCall("/test", left, 1_000);
  expect(takeLeftCall("/test", 1_000)).toBeUndefined();
});
