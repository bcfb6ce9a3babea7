// Session bench: calls with all parts that record and charge them, on fake lines and a virtual clock.

import type { Store } from "../../../db/port/store.ts";
import { silentLog } from "../../../src/base/log.ts";
import { Ticker } from "../../../src/base/ticker.ts";
import { type Proof, prove } from "../../../src/billing/proof.ts";
import type { CallsOutside } from "../../../src/calls/flow-services.ts";
import type { PriceRow } from "../../../src/billing/price-table.ts";
import { UsageAccount } from "../../../src/billing/usage-account.ts";
import { Calls, type CallsOptions, type Speech } from "../../../src/calls/live-calls.ts";
import { Planner } from "../../../src/calls/call-plan.ts";
import type { ProviderChoices } from "../../../src/cloud/account-providers.ts";
import { Vault } from "../../../src/cloud/vault.ts";
import type { ProgramReader } from "../../../src/calls/runnable-flows.ts";
import type { Program } from "../../../src/flow/language/program.ts";
import { meteredLlm, meteredStt } from "../../../src/providers/metered-clients.ts";
import type { Llm, Stt } from "../../../src/providers/provider-contract.ts";
import { timedLlm } from "../../../src/providers/timed-clients.ts";
import { type SessionsOptions, Sessions } from "../../../src/session/session-registry.ts";
import type { OpenedSession } from "../../../src/session/session-request.ts";
import { type FakeLine, fakeLine } from "./fake-line.ts";
import { slowStore, type StoreWait } from "./slow-store.ts";
import { hummingTts, lateEarsId, loudnessVad, scriptedStt } from "./fake-speech.ts";
import { aroundOperations } from "../stores/around-operations.ts";
import { type ChosenStore, chosenStore, isOnPostgres } from "../stores/chosen-store.ts";
import { bareAccount } from "../stores/new-account.ts";
import type { StoredData, StoredRow } from "../stores/stored-data.ts";
import { noOutside } from "../servers/outside.ts";
import { StoreClock } from "./store-clock.ts";

export const account = "acc_1";
/** The node of all of them. */
export const home = "n1";

/** Options for a record of sessions without other nodes. */
export const aloneNode = { moved: () => undefined, hooksWritten: () => Promise.resolve() };

/** One key for all benches, so that they open each other's snapshots. */
const vault = new Vault(new Uint8Array(32));

const echo: Llm = {
  id: "echo",
  model: "echo-1",
  async *stream() {
    yield { type: "text", delta: "I see. Tell me more." };
    yield { type: "usage", usage: { unit: "tokens", input: 0, output: 7, basis: "reported" } };
    yield { type: "done", reason: "stop" };
  },
};

/** A third of a cent for ten tokens: no sum is a whole number. */
const tokenPrice: PriceRow = {
  provider: echo.id,
  kind: "llm",
  model: echo.model,
  unit: "output_tokens",
  nanoUsd: 333_333,
  per: 1,
};

/** Nor is the price of a recogniser's millisecond. */
const audioPrice: PriceRow = {
  provider: lateEarsId,
  kind: "stt",
  model: "*",
  unit: "audio_ms",
  nanoUsd: 1_111,
  per: 7,
};

/** Operations that a full disk refuses: sessions can be read while nothing can be written. */
const writes = new Set([
  "sessions.begin",
  "sessions.write",
  "sessions.settle",
  "sessions.sweep",
  "sessions.adopt",
]);

/** No test reads these here. */
const noChoices = {} as ProviderChoices;

/** Sessions here run no stored flows. */
export const noReader: ProgramReader = {
  program: () => Promise.reject(new Error("Nobody reads flows here")),
  programNow: () => Promise.reject(new Error("Nobody reads flows here")),
};

export interface SessionBenchOptions {
  /** Balance of the account. */
  readonly micros?: number;
  readonly perAccountMax?: number;
  readonly placesMax?: number;
  readonly sharedMicrosPerMinute?: number;
  readonly warm?: Promise<void>;
  readonly speech?: Speech | undefined;
  readonly hooks?: SessionsOptions["hooks"];
  readonly clock?: StoreClock;
  /** A recogniser of the account's choice, paid by the service. */
  readonly stt?: Stt;
  /** A replacement of the model "echo". */
  readonly llm?: Llm;
  /** Built-in flows, and the executor of their actions. */
  readonly programs?: ReadonlyMap<string, Program>;
  readonly outside?: CallsOutside;
  /** Latency of the store, before and after each operation; absent: none. */
  readonly storeWait?: StoreWait;
  /** Id of the node; absent: `home`. */
  readonly at?: string;
  /** Another bench whose data and clock it shares, as nodes of a cluster do. */
  readonly beside?: SessionBench;
  readonly elsewhere?: SessionsOptions["elsewhere"];
  /** Absent: no call is traced. */
  readonly traces?: CallsOptions["traces"];
  /** Changes the behaviour of its store. */
  readonly around?: (store: Store) => Store;
}

export class SessionBench implements AsyncDisposable {
  readonly clock: StoreClock;
  /** Undisturbed store. */
  readonly store: Store;
  readonly data: StoredData;
  readonly stt = scriptedStt();
  readonly vad = loudnessVad();
  readonly ticker: Ticker;
  readonly sessions: Sessions;
  readonly calls: Calls;
  /** Number of opened and not ended calls, by session. */
  readonly talking = new Map<string, number>();
  readonly sharedMicrosPerMinute: number;
  /** False when its disk is full. */
  writable = true;
  /** Its own store; absent: it shares another one's. */
  readonly #opened: ChosenStore | undefined;
  /** Deadline of the store for its last writes. */
  readonly #stopMs: number;

  /** Uses the run's kind of store, with one account. */
  static async open(options: SessionBenchOptions = {}): Promise<SessionBench> {
    const { beside, micros = 200_000_000 } = options;
    if (beside !== undefined) return new SessionBench(options, beside, undefined);
    const { clock = new StoreClock() } = options;
    const opened = await chosenStore();
    const { data } = opened;
    const store = isOnPostgres ? clock.watch(opened.store) : opened.store;
    await bareAccount(data, account);
    await store.ledger.grant({ accountId: account, micros, at: clock.wall() });
    return new SessionBench(options, { clock, store, data }, opened);
  }

  private constructor(
    options: SessionBenchOptions,
    { clock, store, data }: Pick<SessionBench, "clock" | "store" | "data">,
    opened: ChosenStore | undefined,
  ) {
    const { perAccountMax = 100, placesMax = 1_000, hooks } = options;
    const { at = home, elsewhere, around = (same) => same } = options;
    this.clock = clock;
    this.store = store;
    this.data = data;
    this.#opened = opened;
    this.ticker = new Ticker(clock, 20);
    const { ticker, stt, vad } = this;
    const { sharedMicrosPerMinute = 0, warm = Promise.resolve() } = options;
    const speech = { ready: warm, stt, tts: hummingTts(), vad };
    this.sharedMicrosPerMinute = sharedMicrosPerMinute;
    const { programs = new Map(), outside = noOutside } = options;
    this.calls = new Calls({
      clock,
      ticker,
      log: silentLog,
      speech: "speech" in options ? options.speech : speech,
      systemPrompt: "Listen.",
      programs,
      outside,
      traces: options.traces,
      durationMsMax: 3_600_000,
    });
    const { storeWait } = options;
    this.#stopMs = storeWait === undefined ? 0 : 1_000;
    const reached = aroundOperations(store, (name, operation) =>
      this.writable || !writes.has(name) ? operation() : Promise.reject(new Error("Nothing can be written")),
    );
    this.sessions = new Sessions({
      store: around(storeWait === undefined ? reached : slowStore(reached, storeWait)),
      clock,
      log: silentLog,
      calls: this.#counted(this.calls),
      ticker,
      planner: new Planner({
        store,
        programs,
        reader: noReader,
        choicesOf: () => Promise.resolve(noChoices),
        providersOf: () => ({
          tts: undefined,
          ...this.#chosen(sharedMicrosPerMinute > 0, options),
          metered: [{ ownKey: false, microsPerMinute: sharedMicrosPerMinute }],
          names: {},
        }),
      }),
      home: at,
      numbers: vault,
      vault,
      ...(elsewhere && { elsewhere }),
      perAccountMax,
      placesMax,
      ...(hooks === undefined ? {} : { hooks }),
    });
  }

  /** The model and the recogniser, with an account of their costs. */
  #chosen(isBilled: boolean, { stt, llm = echo }: Pick<SessionBenchOptions, "stt" | "llm">) {
    const usage = new UsageAccount(isBilled ? [tokenPrice, audioPrice] : []);
    const owe = (rest: Promise<void>): void => usage.owe(rest);
    const source = { kind: "llm", provider: echo.id, model: echo.model, ownKey: false } as const;
    const ears = { kind: "stt", provider: stt?.id ?? "", model: "ears-1", ownKey: false } as const;
    return {
      usage,
      llm: meteredLlm(timedLlm(llm), (used) => usage.add(source, used, this.clock.wall()), owe),
      stt: stt && meteredStt(stt, (used) => usage.add(ears, used, this.clock.wall()), owe),
    };
  }

  #counted(calls: Calls): SessionsOptions["calls"] {
    const add = (sessionId: string, by: number): void =>
      void this.talking.set(sessionId, (this.talking.get(sessionId) ?? 0) + by);
    return {
      over: () => calls.over(),
      abandon: () => calls.abandon(),
      get hasSpeech() {
        return calls.hasSpeech;
      },
      get warm() {
        return calls.warm;
      },
      get ready() {
        return calls.ready;
      },
      open: (order) => {
        add(order.sessionId, 1);
        return calls.open({
          ...order,
          emit: (event) => {
            if (event.type === "ended") add(order.sessionId, -1);
            order.emit(event);
          },
        });
      },
    };
  }

  line(): FakeLine {
    return fakeLine(() => this.clock.now());
  }

  start(): Promise<OpenedSession> {
    const request = { mode: "assistant", programId: undefined } as const;
    return this.sessions.start({ accountId: account, request, context: {}, metadata: {} });
  }

  /** Connects by token; the client is ready. */
  async join(token: string): Promise<FakeLine> {
    const line = this.line();
    await this.settled();
    await (await this.sessions.join(token)).open(line);
    line.call?.ready();
    return line;
  }

  /** Speaks a sentence every twenty seconds, so that no silence gets long. */
  async talk(line: FakeLine, ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 20_000) {
      line.call?.input({ type: "text", text: "go on", interrupt: true, speak: true });
      await this.clock.advance(Math.min(left, 20_000));
    }
  }

  /** Resolves when running operations of the store are done, with their effects; no time passes. */
  settled(): Promise<void> {
    return this.clock.idle();
  }

  /** The rows in the order of their ids, after pending writes. */
  async rows(): Promise<StoredRow<"sessions">[]> {
    void this.sessions.flush();
    await this.settled();
    return this.data.rows("sessions");
  }

  async proof(): Promise<Proof> {
    await this.settled();
    return prove(await this.store.ledger.books(account));
  }

  /** The server stops, without time for a goodbye. */
  async stop(): Promise<void> {
    const stopped = this.sessions[Symbol.asyncDispose]();
    await this.clock.advance(this.#stopMs);
    await stopped;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await this.settled();
    await this.#opened?.[Symbol.asyncDispose]();
  }
}
