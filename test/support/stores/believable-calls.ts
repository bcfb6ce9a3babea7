// Believable calls: a month of calls of an account, with realistic words, answer times and ends, written as the server
// writes them. The same seed gives the same calls.

import type { NewSession, SessionPatch, StoredSessionEvent } from "../../../db/port/session-store.ts";
import type { Store } from "../../../db/port/store.ts";
import { random as randomBy } from "../random.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;
const microsPerMinute = 3_000_000;
const callsAtOnce = 200;

/** A flow of the account, and its conversation. */
export interface CalledFlow {
  readonly id: string;
  readonly revision: number;
  /** Number of calls for this flow among ten. */
  readonly share: number;
  readonly outcomes: readonly string[];
  /** Turn by turn: the agent's words, and the callers' possible answers. */
  readonly course: readonly (readonly [agent: string, callers: readonly string[]])[];
  readonly tool?: string;
}

export interface CalledMonth {
  readonly accountId: string;
  readonly flows: readonly CalledFlow[];
  readonly calls: number;
  /** The end of the month: epoch milliseconds. */
  readonly now: number;
  readonly seed: number;
}

interface Call {
  readonly row: NewSession;
  readonly patch: SessionPatch;
  readonly end: SessionPatch & { readonly endedAt: number; readonly costMicros: number };
  readonly events: readonly StoredSessionEvent[];
}

/** Weight of a time: low at night and on Sundays, growing from week to week; the month ends in an afternoon. */
function weightAt(at: number, { first, now }: { readonly first: number; readonly now: number }): number {
  const shiftMs = (16 - new Date(now).getUTCHours()) * 60 * minuteMs;
  const date = new Date(at + shiftMs);
  const hour = date.getUTCHours();
  const ofHour = hour < 7 || hour > 21 ? 0.05 : 1 + Math.sin(((hour - 7) / 14) * Math.PI);
  const ofDay = [0.35, 1, 0.95, 1.05, 1.1, 1.25, 0.8][date.getUTCDay()] ?? 1;
  return ofHour * ofDay * (1 + (at - first) / (40 * dayMs));
}

/** Adds the calls; returns their ids, the oldest first. */
export async function addCalls(store: Store, month: CalledMonth): Promise<readonly string[]> {
  const made = callsOf(month);
  const home = "n1";
  for (let from = 0, number = 1; from < made.length; from += callsAtOnce, number++) {
    const part = made.slice(from, from + callsAtOnce);
    await store.sessions.write({
      home,
      number,
      rows: part.map(({ row }) => row),
      patches: new Map(part.map(({ row, patch }) => [row.id, patch])),
      events: part.flatMap(({ events }) => events),
      snapshots: new Map(),
    });
    await store.sessions.settle(
      part.map(({ row, end }) => ({
        id: row.id,
        accountId: month.accountId,
        home,
        patch: end,
        totalMicros: end.costMicros,
        at: end.endedAt,
        close: true,
      })),
    );
  }
  return made.map(({ row }) => row.id);
}

function callsOf({ accountId, flows, calls, now, seed }: CalledMonth): readonly Call[] {
  const random = randomBy(seed);
  const first = now - 30 * dayMs;
  const times: number[] = [];
  while (times.length < calls) {
    const at = Math.floor(first + random.next() * (now - first - 10 * minuteMs));
    if (random.next() * 4.4 < weightAt(at, { first, now })) times.push(at);
  }
  times.sort((a, b) => a - b);
  const tenths = flows.flatMap((flow) => Array.from({ length: flow.share }, () => flow));
  return times.map((at, n) => {
    const flow = tenths[random.int(0, tenths.length - 1)]!;
    const isBroken = calls - n < 40 && n % 13 === 0;
    return callOf(
      flow,
      { isBroken, accountId, at, id: `ses_${at.toString(36)}${String(n).padStart(6, "0")}` },
      random,
    );
  });
}

type Random = ReturnType<typeof randomBy>;

function callOf(
  flow: CalledFlow,
  {
    isBroken,
    accountId,
    at,
    id,
  }: {
    readonly isBroken: boolean;
    readonly accountId: string;
    readonly at: number;
    readonly id: string;
  },
  random: Random,
): Call {
  const events: StoredSessionEvent[] = [];
  const add = (atMs: number, type: string, data: StoredSessionEvent["data"]): void =>
    void events.push({ sessionId: id, atMs: Math.round(atMs), type, data });
  const isLeft = random.next() < 0.09;
  const turns = isLeft ? random.int(1, Math.max(1, flow.course.length - 2)) : flow.course.length;
  let atMs = 300;
  for (const [n, [agent, callers]] of flow.course.slice(0, turns).entries()) {
    const isCutIn = n > 0 && random.next() < 0.06;
    add(atMs, "agent", { reply: n, text: agent, ...(isCutIn ? { interrupted: true } : {}) });
    atMs += agent.length * 55 + random.int(200, 900);
    const said = callers[random.int(0, callers.length - 1)];
    if (said === undefined) break;
    add(atMs, "caller", { text: said, by: "voice" });
    atMs += said.length * 60;
    const silence = random.int(210, 420);
    const words = silence + random.int(20, 90);
    const text = words + random.int(2, 30) + (random.next() < 0.12 ? random.int(200, 700) : 0);
    const audio = text + random.int(40, 130);
    const latency = { endOfTurnMs: silence, wordsMs: words, textMs: text, audioMs: audio };
    add(atMs + audio, "latency", { turn: n + 1, endedBy: "answer", ...latency });
    if (flow.tool !== undefined && n === turns - 2)
      add(
        atMs + words,
        "tool",
        isBroken
          ? { name: flow.tool, ok: false, failure: "timeout", tookMs: 4_000 }
          : { name: flow.tool, ok: true, tookMs: random.int(90, 480) },
      );
    atMs += audio;
  }
  const connectedMs = Math.round(atMs + 800);
  const connectedAt = at + random.int(200, 900);
  return {
    row: {
      id,
      accountId,
      flowId: flow.id,
      flowRevision: flow.revision,
      context: {},
      metadata: { line: "+44 20 7946 0018" },
      providers: {},
      home: "n1",
      at,
    },
    patch: {
      status: "running",
      firstConnectedAt: connectedAt,
      transport: random.next() < 0.55 ? "webrtc" : "websocket",
    },
    events,
    end: {
      status: "ended",
      endedAt: connectedAt + connectedMs,
      connectedMs,
      endReason: isLeft ? "caller" : "completed",
      outcome: isLeft ? null : flow.outcomes[random.int(0, flow.outcomes.length - 1)]!,
      costMicros: Math.round((connectedMs / minuteMs) * microsPerMinute),
      usage: { turns, tts_characters: 40 * turns },
    },
  };
}

/** Conversations of a restaurant and of a shop, with the shipped flows, by their ids in the program. */
export const courses: Readonly<Record<string, Omit<CalledFlow, "id" | "revision">>> = {
  "table-booking": {
    share: 5,
    outcomes: ["booked", "booked", "booked", "booked", "not_booked"],
    tool: "book_table",
    course: [
      [
        "Hello, this is the restaurant. For how many people, and when?",
        [
          "a table for four on friday at half past seven",
          "two people tomorrow at eight",
          "dinner for six on sunday",
        ],
      ],
      ["What name shall I put it under?", ["Ada Lovelace", "Grace Hopper", "Katherine Johnson"]],
      ["What number can we reach you on?", ["•••"]],
      ["Shall I book it?", ["yes please", "yes", "that is right"]],
      ["Booked. Your reference is B 4 7 1. Goodbye.", []],
    ],
  },
  "order-status": {
    share: 3,
    outcomes: ["answered", "answered", "answered", "cancelled"],
    tool: "find_order",
    course: [
      [
        "Thank you for calling the shop. What is your order number?",
        ["one two three four five", "nine eight seven six six"],
      ],
      [
        "Your order was sent on Monday. Anything else?",
        ["no thank you", "when will it be here", "cancel it please"],
      ],
      ["It arrives tomorrow. Thank you for calling. Goodbye.", []],
    ],
  },
  "help-desk": {
    share: 2,
    outcomes: ["helped", "helped", "ticket"],
    tool: "open_ticket",
    course: [
      [
        "Help desk, what is it about: a laptop, a phone or a printer?",
        ["my laptop", "the printer on the second floor"],
      ],
      ["What is wrong with it?", ["it does not start any more", "it says paper jam but there is no paper"]],
      ["I have written that down. Your ticket is four one one eight. Goodbye.", []],
    ],
  },
};
