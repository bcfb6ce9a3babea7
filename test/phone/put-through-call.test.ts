// Bridged call in virtual time: the audio of two joined telephones, and the end of ringing.

import { expect, test } from "bun:test";
import { type Frame, frameMs, loudness, samplesPerFrame } from "../../src/audio/frame.ts";
import { silentLog } from "../../src/base/log.ts";
import type { TransferOrder } from "../../src/phone/phone-transfer.ts";
import { type OtherTold, PutThroughCall } from "../../src/phone/put-through-call.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";

const toneOf = (level: number): Frame => new Int16Array(samplesPerFrame).fill(level);

function standing() {
  const clock = new VirtualClock();
  const told: string[] = [];
  const toCaller: Frame[] = [];
  const toOther: Frame[] = [];
  const others: (OtherTold & { readonly ringMs: number; readonly address: string })[] = [];
  const call = new PutThroughCall({
    clock,
    log: silentLog,
    domain: "pbx",
    caller: {
      play: (frame) => void toCaller.push(frame),
      press: (keys) => void told.push(`caller hears ${keys}`),
      refer: (to) => void told.push(`refer ${to}`),
      hangUp: () => void told.push("hang up"),
    },
    line: {
      transferred: ({ ok, missed }) => void told.push(ok ? "ok" : missed ? "missed" : "failed"),
      returned: () => void told.push("returned"),
    },
    reach: ({ address }, ringMs, other) => {
      others.push({ ...other, ringMs, address });
      return { [Symbol.dispose]: () => void told.push("part") };
    },
    transferred: (outcome) => void told.push(`counted ${outcome}`),
  });
  const leg = {
    play: (frame: Frame) => void toOther.push(frame),
    press: (keys: string) => void told.push(`other hears ${keys}`),
  };
  const ask = (order: Partial<TransferOrder> = { bridges: true }): void =>
    call.step({ type: "asked", order: { address: "tel:100", ...order } });
  /** Advances both sides by `count` frames. */
  const beats = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i += 1) {
      await clock.advance(frameMs);
      call.beat();
      others.at(-1)?.beat(clock.now());
    }
  };
  return { clock, call, told, toCaller, toOther, others, leg, ask, beats };
}

test("joined telephones hear each other's words and keys, each frame once and in order", async () => {
  const { call, told, toCaller, toOther, others, leg, ask, beats } = standing();
  ask();
  others[0]?.answered(leg);
  expect(told).toEqual(["counted bridged", "ok"]);
  for (let i = 1; i <= 20; i += 1) {
    call.heardFromCaller(toneOf(i));
    others[0]?.hear(toneOf(100 + i));
    await beats(1);
  }
  await beats(3);
  const levels = (frames: readonly Frame[]): (number | undefined)[] => frames.map((frame) => frame[0]);
  const upTo = (from: number): number[] => Array.from({ length: 20 }, (_, i) => from + i);
  expect(levels(toOther)).toEqual(upTo(1));
  expect(levels(toCaller)).toEqual(upTo(101));
  expect(call.pressedByCaller("5")).toBe(true);
  others[0]?.pressed("7");
  expect(told.slice(2)).toEqual(["other hears 5", "caller hears 7"]);
});

test("joined telephones are never more than six frames behind each other", async () => {
  const { call, toOther, others, leg, ask, beats } = standing();
  ask();
  others[0]?.answered(leg);
  for (let i = 0; i < 50; i += 1) call.heardFromCaller(toneOf(i));
  await beats(10);
  expect(toOther.length).toBeLessThanOrEqual(6);
  expect(toOther.at(-1)?.[0]).toBe(49);
});

test("the caller hears the ringing, one second in five, and none of it after the answer", async () => {
  const { toCaller, others, leg, ask, beats, call } = standing();
  ask();
  await beats(10);
  expect(toCaller).toEqual([]);
  others[0]?.rings();
  await beats(250);
  expect(toCaller.length).toBe(50);
  expect(Math.min(...toCaller.map(loudness))).toBeGreaterThan(1_000);
  others[0]?.answered(leg);
  await beats(250);
  expect(toCaller.length).toBe(50);
  call[Symbol.dispose]();
});

test("keys of a caller who was not transferred reach the session", () => {
  const { call, ask } = standing();
  expect(call.pressedByCaller("1")).toBe(false);
  ask();
  expect(call.pressedByCaller("1")).toBe(false);
  call[Symbol.dispose]();
});

test("a transfer without an end counts as missed five seconds after it has rung, and later reports are ignored", async () => {
  const { clock, told, others, leg, ask } = standing();
  ask({ bridges: true, ringMs: 10_000 });
  expect(others[0]).toMatchObject({ ringMs: 10_000, address: "tel:100" });
  await clock.advance(14_999);
  expect(told).toEqual([]);
  await clock.advance(1);
  expect(told).toEqual(["part", "counted missed", "missed"]);
  others[0]?.answered(leg);
  others[0]?.unanswered("busy");
  expect(told.length).toBe(3);
  expect(clock.nextInMs).toBeUndefined();
});

test("the time of the PBX's refusal shortens the ringing", async () => {
  const { clock, call, told, others, ask } = standing();
  ask({ ringMs: 20_000 });
  expect(told).toEqual(["refer sip:100@pbx"]);
  await clock.advance(6_000);
  call.step({ type: "referred", ok: false, isRefused: true });
  expect(others[0]).toMatchObject({ ringMs: 14_000 });
  call[Symbol.dispose]();
});

test("two callers who talk for four hours are disconnected", async () => {
  const { clock, told, others, leg, ask } = standing();
  ask();
  others[0]?.answered(leg);
  await clock.advance(4 * 3_600_000);
  expect(told.slice(2)).toEqual(["part", "hang up"]);
});
