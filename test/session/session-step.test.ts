// Step of a session: one call at most, and one way to the end.

import { expect, test } from "bun:test";
import {
  type SessionEffect,
  type SessionEndReason,
  type SessionEvent,
  type SessionRules,
  type SessionState,
  sessionStart,
  step,
} from "../../src/session/session-step.ts";
import { type Random, random, seedOf } from "../support/random.ts";

const byToken: SessionRules = { returns: true };
const byEngine: SessionRules = { returns: false };

/** Applies events in a row; returns the state at the end, and the effects of each event. */
function after(rules: SessionRules, ...events: readonly SessionEvent[]) {
  let state: SessionState = sessionStart;
  const effects = events.map((event) => {
    const [next, caused] = step(rules, state, event);
    state = next;
    return caused.map((effect) => ("line" in effect ? `${effect.type} ${effect.line}` : effect.type));
  });
  return { state, effects, last: effects.at(-1) };
}

const waits: readonly SessionEvent[] = [{ type: "started" }, { type: "written" }];
const offered = (line: number): SessionEvent => ({ type: "offered", line });
const arrived = (line: number): SessionEvent => ({ type: "arrived", line });
const talks: readonly SessionEvent[] = [...waits, offered(1), arrived(1), { type: "opened" }];
const counted = (reason: SessionEndReason): SessionEvent => ({ type: "counted", reason });
const hungUp = (line: number): SessionEvent => ({ type: "hung-up", line, reason: "caller" });

test("session step: a session with a token is written, waits, and begins when its client arrives", () => {
  const { state, effects } = after(byToken, ...talks);
  expect(effects).toEqual([
    ["write"],
    ["wait"],
    [],
    ["stop-waiting", "begin", "open-call", "meter-on", "attach 1"],
    [],
  ]);
  expect(state).toEqual({ phase: "live", offers: [], line: 1, call: "open", row: "open" });
});

test("session step: a session without a token is written when its client arrives", () => {
  const { state, effects } = after(byEngine, offered(1), arrived(1), { type: "written" });
  expect(effects).toEqual([[], ["write"], ["stop-waiting", "begin", "open-call", "meter-on", "attach 1"]]);
  expect([state.phase, state.call]).toEqual(["live", "opening"]);
});

test("session step: a refused session leaves neither a row nor a price", () => {
  const { state, last } = after(byEngine, offered(1), arrived(1), { type: "unwritten" });
  expect(last).toEqual(["stop-waiting", "meter-off", "forget"]);
  expect([state.phase, state.row]).toEqual(["over", "unwritten"]);
});

test("session step: a second connection during the first answer is the same caller; the later one has the call", () => {
  const both = [...waits, offered(1), offered(2)];
  const inOrder = after(byToken, ...both, arrived(1), { type: "opened" }, arrived(2));
  expect(inOrder.last).toEqual(["attach 2"]);
  const overtaken = after(byToken, ...both, arrived(2), { type: "opened" }, arrived(1));
  expect(overtaken.last).toEqual([]);
  expect([inOrder.state.line, overtaken.state.line]).toEqual([2, 2]);
  expect(inOrder.state.offers).toEqual([]);
});

test("session step: a failed offer lets the session wait on, or ends one without a token", () => {
  expect(after(byToken, ...waits, offered(1), { type: "withdrawn", line: 1 }).state.phase).toBe("waiting");
  const two = [...waits, offered(1), offered(2), { type: "withdrawn", line: 1 }] as const;
  expect(after(byToken, ...two).state).toMatchObject({ phase: "joining", offers: [2] });
  const nobody = after(byEngine, offered(1), { type: "withdrawn", line: 1 });
  // A session also ends if its client was to get the token over the withdrawn connection.
  expect(after(byToken, offered(1), { type: "withdrawn", line: 1 }).state.phase).toBe("over");
  expect([nobody.state.phase, nobody.last]).toEqual(["over", ["stop-waiting", "meter-off", "forget"]]);
  const talking = after(byToken, ...talks, offered(2), { type: "withdrawn", line: 2 });
  expect([talking.state.phase, talking.last]).toEqual(["live", []]);
});

test("session step: a token that expires while an offer is answered is over, and nothing runs", () => {
  const expired = [...waits, offered(1), { type: "expired" }, arrived(1), { type: "settled" }] as const;
  const { state, effects } = after(byToken, ...expired);
  expect(effects.slice(-3)).toEqual([["stop-waiting", "meter-off", "settle"], [], ["forget"]]);
  expect([state.phase, state.call, state.row]).toEqual(["over", "none", "settled"]);
});

test("session step: a connected client never expires", () => {
  expect(after(byToken, ...talks, { type: "expired" })).toMatchObject({ last: [], state: { phase: "live" } });
});

test("session step: a lost client may return; one without a token has hung up", () => {
  const away = after(byToken, ...talks, { type: "lost", line: 1 });
  expect([away.state.phase, away.last]).toEqual(["away", ["detach", "meter-off", "wait"]]);
  const back = after(byToken, ...talks, { type: "lost", line: 1 }, offered(2), arrived(2));
  expect([back.state.phase, back.last]).toEqual(["live", ["stop-waiting", "meter-on", "attach 2"]]);
  const never = after(byToken, ...talks, { type: "lost", line: 1 }, { type: "expired" });
  expect(never.last).toEqual(["stop-waiting", "end-call", "meter-off", "count-use"]);
  const engine = after(
    byEngine,
    offered(1),
    arrived(1),
    { type: "written" },
    { type: "opened" },
    {
      type: "lost",
      line: 1,
    },
  );
  expect([engine.state.phase, engine.last?.includes("end-call")]).toEqual(["over", true]);
});

test("session step: messages of an older connection are ignored", () => {
  const replaced = [...talks, offered(2), arrived(2)];
  for (const event of [hungUp(1), { type: "lost", line: 1 } as const])
    expect(after(byToken, ...replaced, event)).toMatchObject({ last: [], state: { phase: "live", line: 2 } });
  expect(after(byToken, ...replaced, hungUp(2)).state.phase).toBe("over");
});

test("session step: a client that comes after the end is not attached", () => {
  const away = [...talks, { type: "lost", line: 1 }, offered(2), { type: "expired" }] as const;
  expect(after(byToken, ...away, arrived(2))).toMatchObject({ last: [], state: { phase: "over", line: 1 } });
});

test("session step: a minute is paid while a client is connected; an unpayable one ends the session in words", () => {
  expect(after(byToken, ...talks, { type: "minute-due" }).last).toEqual(["renew"]);
  expect(after(byToken, ...talks, { type: "renewed" }).last).toEqual(["paid"]);
  expect(after(byToken, ...talks, { type: "refused" }).last).toEqual(["dismiss"]);
  const away = after(byToken, ...talks, { type: "lost", line: 1 }, { type: "minute-due" });
  expect(away.last).toEqual([]);
  const opening = after(byToken, ...talks.slice(0, -1), { type: "refused" }, { type: "settled" });
  expect([opening.state.phase, opening.last?.includes("close-line")]).toEqual(["over", true]);
});

test("session step: a call that was never opened is not paid for", () => {
  const settled = (events: readonly SessionEvent[]): SessionEffect | undefined => {
    let state: SessionState = sessionStart;
    let found: SessionEffect | undefined;
    for (const event of events) {
      const [next, effects] = step(byToken, state, event);
      state = next;
      found = effects.find(({ type }) => type === "settle") ?? found;
    }
    return found;
  };
  const opening = talks.slice(0, -1);
  expect(settled([...opening, { type: "stopped", reason: "overloaded" }])).toMatchObject({ free: true });
  const revoked = [...talks, { type: "stopped", reason: "revoked" }, counted("revoked")] as const;
  expect(settled(revoked)).toMatchObject({
    free: false,
    reason: "revoked",
  });
});

test("session step: a call's end is written and reported once, when all of its cost is known", () => {
  const left = [...talks, hungUp(1)] as const;
  expect(after(byToken, ...left).state).toMatchObject({ phase: "over", row: "counting" });
  const settles = [...left, { type: "stopped", reason: "shutdown" }, counted("caller")] as const;
  expect(after(byToken, ...settles).state.row).toBe("settling");
  const told = after(byToken, ...settles, { type: "settled" });
  expect(told.effects.slice(-3)).toEqual([[], ["settle"], ["tell-ended", "close-line", "forget"]]);
  expect(told.state.row).toBe("settled");
  expect(after(byToken, ...left, counted("caller"), counted("caller")).last).toEqual([]);
  expect(after(byToken, ...talks, counted("caller")).last).toEqual([]);
});

test("session step: a late settlement changes only the row", () => {
  const over = [...talks, { type: "call-ended", reason: "completed" }, counted("completed")] as const;
  const late = after(byToken, ...over, { type: "deferred" });
  expect([late.last, late.state.row]).toEqual([["tell-ended", "close-line", "forget"], "deferred"]);
  expect(after(byToken, ...over, { type: "deferred" }, { type: "settled" })).toMatchObject({
    last: [],
    state: { phase: "over", row: "settled" },
  });
});

test("session step: a session stopped while its row is written returns its hold, and opens no call", () => {
  const stopped: SessionEvent = { type: "stopped", reason: "revoked" };
  const waiting = after(byToken, { type: "started" }, stopped, { type: "written" }, { type: "settled" });
  expect(waiting.effects).toEqual([["write"], ["stop-waiting", "meter-off"], ["settle"], ["forget"]]);
  const arriving = after(byEngine, offered(1), arrived(1), stopped, { type: "unwritten" });
  expect([arriving.effects.at(-1), arriving.state.row]).toEqual([["forget"], "unwritten"]);
});

test("session step: a client that returns during the write of the row has the call, and an early leave ends nothing", () => {
  const both = [offered(1), offered(2), arrived(1), { type: "withdrawn", line: 2 }] as const;
  expect(after(byToken, ...both)).toMatchObject({ last: [], state: { phase: "joining", row: "writing" } });
  const again = after(byToken, offered(1), arrived(1), offered(2), arrived(2), { type: "written" });
  expect(again.effects.flat().filter((each) => each === "write")).toHaveLength(1);
  expect(again.last).toContain("attach 2");
});

test("session step: another node's session waits for its client here, and is paid and reported even without a call", () => {
  const carried: SessionEvent = { type: "adopted", isCarried: true };
  expect(after(byToken, carried)).toMatchObject({ last: ["wait"], state: { phase: "away", row: "open" } });
  const back = after(byToken, carried, offered(1), arrived(1));
  expect(back.last).toEqual(["stop-waiting", "begin", "open-call", "meter-on", "attach 1"]);
  const lost = after(byToken, carried, { type: "expired" }, { type: "settled" });
  expect(lost.effects.slice(-2)).toEqual([
    ["stop-waiting", "meter-off", "settle"],
    ["tell-ended", "close-line", "forget"],
  ]);
  const [, effects] = step(byToken, after(byToken, carried).state, { type: "expired" });
  expect(effects.at(-1)).toMatchObject({ type: "settle", free: false });
  const fresh = after(byToken, { type: "adopted", isCarried: false });
  expect([fresh.state.phase, fresh.last]).toEqual(["waiting", ["wait"]]);
});

test("session step: a moved session ends without a bill, and only its client is notified", () => {
  const silent = ["stop-waiting", "meter-off", "end-call", "close-line", "forget"];
  expect(after(byToken, ...talks, { type: "moved" }).last).toEqual(silent);
  // The same while its end is on the way: the present home reports it.
  const ending = after(
    byToken,
    ...talks,
    hungUp(1),
    counted("caller"),
    { type: "moved" },
    { type: "settled" },
  );
  expect(ending.effects.slice(-2)).toEqual([["stop-waiting", "meter-off", "close-line", "forget"], []]);
  expect(ending.state).toMatchObject({ ended: "moved", row: "settled" });
  const unwritten = after(byToken, { type: "started" }, { type: "moved" });
  expect([unwritten.last, unwritten.state.row]).toEqual([[], "writing"]);
});

test("session step: a released session is written before its call ends, and then its client is notified", () => {
  const { effects, state } = after(byToken, ...talks, { type: "released" }, { type: "handed-on" });
  expect(effects.slice(-2)).toEqual([
    ["stop-waiting", "meter-off", "hand-on", "end-call"],
    ["stop-waiting", "meter-off", "close-line", "forget"],
  ]);
  expect(state).toMatchObject({ phase: "over", ended: "moved", row: "settled" });
  expect(
    after(byToken, ...talks, { type: "released" }, { type: "moved" }, { type: "handed-on" }).last,
  ).toEqual([]);
});

// Laws.

const runs = process.env["LONG"] === "1" ? 100_000 : 2_000;
const seed = seedOf(20_261_122);

function anyEvent(chance: Random, lines: number): SessionEvent {
  const line = chance.int(1, lines);
  const reason = chance.pick(["caller", "idle", "flood"] as const);
  return chance.pick<SessionEvent>([
    { type: "offered", line },
    { type: "offered", line: lines },
    { type: "withdrawn", line },
    { type: "arrived", line },
    { type: "arrived", line },
    { type: "opened" },
    { type: "lost", line },
    { type: "hung-up", line, reason },
    { type: "expired" },
    { type: "minute-due" },
    { type: "renewed" },
    { type: "refused" },
    { type: "call-ended", reason },
    { type: "stopped", reason: chance.pick(["shutdown", "revoked", "overloaded", "failed"] as const) },
    ...(chance.chance(0.2) ? [{ type: "moved" } as const, { type: "released" } as const] : []),
  ]);
}

interface Life {
  readonly state: SessionState;
  readonly seen: Partial<Record<SessionEffect["type"], number>>;
}

/** Shell that answers some of the effects, sooner or later. */
function answerTo(effect: SessionEffect, chance: Random): readonly SessionEvent[] {
  if (effect.type === "count-use") return [{ type: "counted", reason: effect.reason }];
  if (effect.type === "settle")
    return chance.chance(0.8) ? [{ type: "settled" }] : [{ type: "deferred" }, { type: "settled" }];
  if (effect.type === "hand-on") return [{ type: "handed-on" }];
  if (effect.type === "write") return [{ type: chance.chance(0.9) ? "written" : "unwritten" }];
  return [];
}

/** Random life of a session; laws are checked after each step. */
function live(rules: SessionRules, chance: Random): Life {
  let state: SessionState = sessionStart;
  const seen: Life["seen"] = {};
  const attached = [0];
  const isStarted = rules.returns && chance.chance(0.7);
  const first: SessionEvent = chance.chance(0.3)
    ? { type: "adopted", isCarried: chance.chance(0.7) }
    : { type: "started" };
  const queue: SessionEvent[] = isStarted ? [first] : [offered(1)];
  for (let left = chance.int(3, 30), lines = 1, begun = false; left > 0 || queue.length > 0; left--) {
    if (chance.chance(0.3)) lines += 1;
    const answers = !begun || left <= 0 || chance.chance(0.4);
    begun = true;
    const [next, effects] = step(rules, state, (answers && queue.shift()) || anyEvent(chance, lines));
    if (state.phase === "over" && !["writing", "counting", "settling", "releasing"].includes(state.row))
      expect([next.phase, effects]).toEqual(["over", []]);
    state = next;
    for (const effect of effects) {
      seen[effect.type] = (seen[effect.type] ?? 0) + 1;
      queue.push(...answerTo(effect, chance));
      if (effect.type === "attach") attached.push(effect.line);
      if (effect.type === "meter-on" || effect.type === "attach") expect(next.phase).toBe("live");
    }
    expect(next.call !== "none").toBe((seen["open-call"] ?? 0) > 0);
  }
  // Connections replace each other in one direction only.
  expect(attached).toEqual([...new Set(attached)].toSorted((a, b) => a - b));
  return { state, seen };
}

test(`session step: in ${runs} random lives there is one call at most, none after the end, one end and one bill (SEED=${seed})`, () => {
  const chance = random(seed);
  for (let run = 0; run < runs; run++) {
    const { state, seen } = live(chance.pick([byToken, byEngine]), chance);
    const times = (type: SessionEffect["type"]): number => seen[type] ?? 0;
    const once = (yes: boolean): number => (yes ? 1 : 0);
    const isOver = state.phase === "over";
    const hadCall = state.call !== "none";
    const isMoved = state.ended === "moved";
    const isKnown = hadCall || state.isCarried === true;
    expect(times("open-call")).toBe(once(hadCall));
    expect(times("begin")).toBe(once(hadCall));
    expect(times("write")).toBeLessThanOrEqual(1);
    expect(times("forget")).toBe(once(isOver));
    if (isMoved) expect(times("settle")).toBeLessThanOrEqual(1);
    else expect(times("settle")).toBe(once(isOver && state.row !== "unwritten"));
    expect(times("tell-ended")).toBe(once(isOver && isKnown && !isMoved));
    expect(times("close-line")).toBe(once(isOver && (isKnown || isMoved)));
    expect(times("end-call")).toBe(once(isOver && state.call === "open"));
  }
});
