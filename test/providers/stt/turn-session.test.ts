// Session of separate turns, with scripted ears: the turns whose words count, and the order of their reports.

import { expect, test } from "bun:test";
import { silence } from "../../../src/audio/frame.ts";
import { silentLog } from "../../../src/base/log.ts";
import type { SttEvent } from "../../../src/providers/provider-contract.ts";
import { failure } from "../../../src/providers/connection/provider-failure.ts";
import { type TurnHost, TurnSession } from "../../../src/providers/stt/turn-session.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";
import { speak } from "../../support/providers/stt/marked-speech.ts";

const of = { provider: "scripted", capability: "stt" } as const;

function world() {
  const clock = new VirtualClock();
  const told: string[] = [];
  const hosts: TurnHost[] = [];
  const log: string[] = [];
  const sink = (event: SttEvent): void => {
    if (event.type === "end_of_turn") told.push(`${event.turn} ${event.text}`);
    if (event.type === "partial") told.push(`… ${event.text}`);
    if (event.type === "usage" && event.usage.unit === "audio_ms") told.push(`${event.usage.amount} ms`);
  };
  const begin = (host: TurnHost) => {
    const number = hosts.push(host);
    const note = (what: string) => () => void log.push(`${what} ${number}`);
    return { sentMs: number * 10, hear: () => undefined, finish: note("finish"), close: note("close") };
  };
  const maker = { begin, close: () => void log.push("close all") };
  const { signal } = new AbortController();
  const context = { clock, log: silentLog };
  const session = new TurnSession({ of, finalMs: 500, sink, context, signal, maker });
  const say = (turn: number): TurnHost => {
    for (const frame of speak("yes", 0)) session.send(frame);
    session.finalize(turn);
    return hosts.at(-1)!;
  };
  return { clock, told, hosts, log, session, say };
}

test("turn session: early words wait for their turn", () => {
  const { told, say } = world();
  const first = say(1);
  const second = say(2);
  second.heard("two");
  second.answered();
  first.heard("one");
  expect(told).toEqual([]);
  first.answered();
  expect(told).toEqual(["1 one", "10 ms", "2 two", "20 ms"]);
});

test("turn session: words of the open turn are reported when the previous turns are answered", () => {
  const { told, say, session, hosts } = world();
  const first = say(1);
  for (const frame of speak("no", 0)) session.send(frame);
  hosts[1]?.heard("two");
  first.heard("one");
  first.answered();
  expect(told).toEqual(["1 one", "10 ms", "… two"]);
});

test("turn session: a late turn keeps the words heard before it", async () => {
  const { told, say, clock } = world();
  say(1);
  const second = say(2);
  second.heard("two");
  await clock.advance(1_000);
  expect(told).toEqual(["1 ", "10 ms", "2 two", "20 ms"]);
  second.heard("too late");
  second.answered();
  expect(told).toHaveLength(4);
});

test("turn session: silent, empty and dropped turns keep their places", () => {
  const { told, say, session, log } = world();
  const first = say(1);
  session.finalize(2);
  session.send(silence);
  session.finalize(3);
  for (const frame of speak("no", 0)) session.send(frame);
  session.reset();
  const last = say(4);
  last.heard("four");
  last.answered();
  first.answered();
  expect(told.filter((line) => !line.endsWith("ms"))).toEqual(["1 ", "2 ", "3 ", "4 four"]);
  expect(log.filter((line) => line.startsWith("finish"))).toEqual(["finish 1", "finish 4"]);
});

test("turn session: a failure ends the session once, with everything in it", async () => {
  const { told, say, session, log, clock } = world();
  const first = say(1);
  const error = failure(of, "quota", "stream");
  first.failed(error);
  first.heard("one");
  first.answered();
  session.send(silence);
  session.finalize(2);
  session.close();
  expect(await session.closed).toBe(error);
  expect(told).toEqual(["10 ms"]);
  expect(log).toEqual(["finish 1", "close all", "close 1"]);
  expect(clock.pending).toBe(0);
});
