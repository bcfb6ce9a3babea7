// Calls with everything that keeps and charges them, on fake lines and a clock that moves when told to.

import type { Store } from "../../db/open.ts";
import { sessions as rows } from "../../db/schema.ts";
import { silentLog } from "../../src/base/log.ts";
import { Ticker } from "../../src/base/tick.ts";
import { grant } from "../../src/billing/ledger.ts";
import { type Proof, prove } from "../../src/billing/proof.ts";
import { Calls } from "../../src/calls/live.ts";
import type { ProgramReader } from "../../src/calls/programs.ts";
import { Sessions, type Started } from "../../src/calls/sessions.ts";
import type { Llm } from "../../src/providers/contract.ts";
import { type FakeLine, fakeLine } from "./fake-line.ts";
import { hummingTts, loudnessVad, scriptedStt } from "./fake-speech.ts";
import { addAccount, memoryStore } from "./store.ts";
import { settle, VirtualClock } from "./virtual-clock.ts";
import { noOutside } from "./outside.ts";

export const account = "acc_1";

const echo: Llm = {
  id: "echo",
  model: "echo-1",
  async *stream() {
    yield { type: "text", delta: "I see. Tell me more." };
    yield { type: "done", reason: "stop" };
  },
};

/** These sessions run no stored flows. */
const noReader: ProgramReader = {
  program: () => Promise.reject(new Error("Nobody reads flows here")),
  programNow() {
    throw new Error("Nobody reads flows here");
  },
};

export class SessionBench implements Disposable {
  readonly clock = new VirtualClock();
  readonly store: Store = memoryStore();
  readonly sessions: Sessions;
  readonly calls: Calls;
  readonly sharedMicrosPerMinute: number;

  constructor({
    micros = 200_000_000,
    perAccountMax = 100,
    sharedMicrosPerMinute = 0,
    warm = Promise.resolve(),
  } = {}) {
    const { clock, store } = this;
    this.sharedMicrosPerMinute = sharedMicrosPerMinute;
    addAccount(store.durable, account);
    grant(store.durable, { accountId: account, micros, at: clock.wall() });
    this.sessions = new Sessions({
      store,
      clock,
      log: silentLog,
      programs: new Map(),
      reader: noReader,
      perAccountMax,
      providersOf: () => ({
        llm: echo,
        metered: [{ ownKey: false, microsPerMinute: sharedMicrosPerMinute }],
        names: {},
      }),
    });
    this.calls = new Calls({
      clock,
      ticker: new Ticker(clock, 20),
      log: silentLog,
      speech: { ready: warm, stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() },
      llm: undefined,
      systemPrompt: "Listen.",
      programs: new Map(),
      outside: noOutside,
      callsMax: 1_000,
      durationMsMax: 3_600_000,
      sessions: this.sessions,
    });
  }

  start(): Started {
    const request = { mode: "assistant", programId: undefined } as const;
    return this.sessions.start({ accountId: account, request, context: {}, metadata: {} });
  }

  /** Connects by token; the client is ready. */
  async join(token: string): Promise<FakeLine> {
    const line = fakeLine(() => this.clock.now());
    await settle();
    this.calls.start(this.calls.join(token), line);
    line.call?.ready();
    return line;
  }

  /** The rows, with what waits in memory written. */
  get rows(): (typeof rows.$inferSelect)[] {
    this.sessions.flush();
    return this.store.durable.select().from(rows).all();
  }

  get proof(): Proof {
    return prove(this.store.durable, account);
  }

  [Symbol.dispose](): void {
    this.sessions[Symbol.dispose]();
    this.store[Symbol.dispose]();
  }
}
