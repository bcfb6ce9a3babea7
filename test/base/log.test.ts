// Log lines: their fields, their look, and texts that never enter one.

import { expect, test } from "bun:test";
import { Fault, faults } from "../../src/base/fault.ts";
import { type Log, type LogFormat, openLog } from "../../src/base/log.ts";
import { Secret } from "../../src/base/secret.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";

function capture(format: LogFormat, use: (log: Log) => void): string[] {
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line);
  use(openLog({ level: "info", format, write, clock: new VirtualClock() }));
  return lines;
}

test("log: an event is one JSON line with its time, level and fields", () => {
  const lines = capture("json", (log) => log.with({ call: "ses_1" }).info("call.started", { mode: "flow" }));
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { time: "2026-11-20T10:00:00.000Z", level: "info", event: "call.started", call: "ses_1", mode: "flow" },
  ]);
});

test("log: pretty lines hold the same fields", () => {
  const [line = ""] = capture("pretty", (log) => log.warn("queue.full", { frames: 3, who: "me" }));
  expect(Bun.stripANSI(line)).toBe("10:00:00.000 warn  queue.full frames=3 who=me");
});

test("log: lines below the level are not written", () => {
  expect(capture("json", (log) => log.debug("detail"))).toEqual([]);
  const lines: string[] = [];
  openLog({ level: "silent", format: "json", write: (line) => lines.push(line) }).error("bad");
  expect(lines).toEqual([]);
});

test.each(["json", "pretty"] as const)("log: a secret is never printed (%s)", (format) => {
  const key = new Secret("hunter2");
  const said = capture(format, (log) =>
    log.info("opened", { key, deep: { list: [key] }, text: String(key) }),
  ).join("");
  expect(said).not.toContain("hunter2");
  expect(said).toContain("[secret]");
});

test("secret: the value is returned on request only", () => {
  const key = new Secret("hunter2");
  expect(key.reveal()).toBe("hunter2");
  const printed = [
    String(key),
    JSON.stringify({ key }),
    Bun.inspect({ key }),
    [key].join(),
    Object.values(key).join(""),
  ];
  expect(printed.join("")).not.toContain("hunter2");
});

test("log: an error has its name, message and stack; a long text is cut", () => {
  const [line = ""] = capture("json", (log) =>
    log.error("failed", { error: new TypeError("odd"), text: "x".repeat(5_000) }),
  );
  const { error, text } = JSON.parse(line) as { error: Record<string, string>; text: string };
  expect([error["name"], error["message"], text.length < 2_100]).toEqual(["TypeError", "odd", true]);
  expect(error["stack"]).toContain("log.test.ts");
});

test("fault: every code has an error status and a title", () => {
  for (const [code, [status, title]] of Object.entries(faults)) {
    // A session at another node is no failure: the client is sent there.
    const isRefusal = (status >= 400 && status < 600) || code === "session/elsewhere";
    expect([code, isRefusal, /^[A-Z]/.test(title)]).toEqual([code, true, true]);
  }
  const fault = new Fault("flow/not-found", "There is no flow x", { cause: "because" });
  expect([fault.status, fault.message, fault.cause]).toEqual([404, "There is no flow x", "because"]);
});
