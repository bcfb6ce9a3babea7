// Invariant watch: each violation by a real call is counted, and a few are logged, without a word of the call.

import { expect, test } from "bun:test";
import { openLog } from "../../../src/base/log.ts";
import type { Invariant } from "../../../src/voice/invariants/call-invariants.ts";
import { watchInvariants } from "../../../src/voice/invariants/invariant-watch.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";

test("invariant watch: a broken law is counted each time and logged three times", async () => {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const log = openLog({ level: "info", format: "json", write }).with({ session: "ses_1" });
  const clock = new VirtualClock();
  await clock.advance(50_000);
  const broken: Invariant[] = [];
  const watch = watchInvariants({ clock, log, broken: (law) => void broken.push(law) });
  for (let reply = 1; reply <= 5; reply++) {
    watch.decided({ on: "timer decide" });
    watch.event({ type: "reply-started", reply, atMs: 10 * reply });
    watch.event({ type: "agent-paused", paused: true, reply, atMs: 10 * reply });
    watch.event({
      type: "interrupted",
      reply,
      segment: 1,
      heardText: "secret",
      heardReplyText: "secret",
      heardMs: 1,
      atMs: 10 * reply,
    });
  }
  watch.decided({ on: "interrupt" });
  expect(broken).toEqual(Array.from({ length: 5 }, () => "no noise cuts the agent"));
  await clock.advance(70);
  watch.over();
  expect(broken.at(-1)).toBe("every call ends");
  expect(
    lines.map(({ event, session, level, law, atMs, detail }) => [event, session, level, law, atMs, detail]),
  ).toEqual(
    [1, 2, 3].map((reply) => [
      "call.invariant-broken",
      "ses_1",
      "warn",
      "no noise cuts the agent",
      10 * reply,
      `reply ${reply}`,
    ]),
  );
});

test("invariant watch: a pause of three seconds is in time, and the end of a call is timed from its beginning", async () => {
  const lines: string[] = [];
  const clock = new VirtualClock();
  await clock.advance(1_000);
  const log = openLog({ level: "info", format: "json", write: (line) => void lines.push(line) });
  const watch = watchInvariants({ clock, log, broken: undefined });
  watch.event({ type: "agent-paused", paused: true, reply: 1, atMs: 0 });
  watch.event({ type: "user-speaking", speaking: false, atMs: 3_000 });
  expect(lines).toEqual([]);
  watch.event({ type: "user-speaking", speaking: false, atMs: 3_001 });
  await clock.advance(70);
  watch.over();
  expect(lines.map((line) => JSON.parse(line) as { law: string; atMs: number })).toMatchObject([
    { law: "a pause is decided in time", atMs: 3_001 },
    { law: "every call ends", atMs: 70 },
  ]);
});
