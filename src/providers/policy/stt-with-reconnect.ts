// Recogniser that reconnects: a dead session is followed by another one, of the same provider or of the next, which
// gets the unanswered input again. The listener sees one session, and one answer to each turn.

import { type Frame, frameMs } from "../../audio/frame.ts";
import type { Expectation } from "../../flow/engine/expectation.ts";
import { failure, unreachable } from "../connection/provider-failure.ts";
import { ProviderError, type Stt, type SttEvent, type SttSession } from "../provider-contract.ts";
import type { Breakers } from "./breaker.ts";
import { type Candidate, type Candidates, fallsBack, tellFailure } from "./candidate.ts";
import { openSession, type SearchStart, type SttSearch, triesAfterMs } from "./stt-attempt.ts";
import { TurnMemory } from "./turn-memory.ts";

/** A session that lived this long worked, so a later failure is a new one. In milliseconds. */
const wellMs = 10_000;

/**
 * Speech without any report of the vendor, in milliseconds: its connection is dead, though never closed. A recogniser
 * that hears no words in noise reports so, or finally hears some.
 */
const unheardMsMax = 8_000;

/** Named after the first. Its last words take as long as the slowest one's: any may be the one that answers. */
export function sttWithReconnect(candidates: Candidates<Stt>, breakers: Breakers): Stt {
  const [{ client: first }] = candidates;
  const finalMs = Math.max(...candidates.map(({ client }) => client.finalMs ?? Number.POSITIVE_INFINITY));
  return {
    id: first.id,
    ...(candidates.some(({ client }) => client.tellsPartials === false) ? { tellsPartials: false } : {}),
    ...(candidates.some(({ client }) => client.understands === true) ? { understands: true as const } : {}),
    ...(Number.isFinite(finalMs) ? { finalMs } : {}),
    async open(sink, context, signal) {
      const session = new LastingSession({ candidates, breakers, context, signal }, sink);
      await session.begin();
      return session;
    },
  };
}

class LastingSession implements SttSession {
  readonly closed: Promise<ProviderError | undefined>;
  readonly #search: SttSearch;
  readonly #sink: (event: SttEvent) => void;
  readonly #closed = Promise.withResolvers<ProviderError | undefined>();
  readonly #end = new AbortController();
  readonly #memory = new TurnMemory();
  #inner: SttSession | undefined;
  /** Counts sessions: events of an abandoned one are not passed on. */
  #generation = 0;
  #index = 0;
  /** Tries of this candidate since it worked. */
  #tries = 0;
  #openedAt = 0;
  /** The open session has reported on its input. */
  #hasHeard = false;
  /** Time of the vendor's last report, as far as checked, and the speech sent since. */
  #heardAt = 0;
  #unheardMs = 0;
  /** Silent sessions in a row. */
  #mute = 0;

  constructor(search: SttSearch, sink: (event: SttEvent) => void) {
    this.#search = { ...search, signal: AbortSignal.any([search.signal, this.#end.signal]) };
    this.#sink = sink;
    this.closed = this.#closed.promise;
    search.signal.addEventListener("abort", () => this.close(), { once: true, signal: this.#end.signal });
  }

  /** Rejects when no candidate could be opened. */
  async begin(): Promise<void> {
    try {
      await this.#open({ tries: 0 });
    } catch (error) {
      this.close();
      throw error;
    }
  }

  send(frame: Frame): void {
    if (this.#isOver) return;
    this.#memory.send(frame);
    this.#inner?.send(frame);
    if (this.#inner !== undefined) this.#watch(this.#inner);
  }

  finalize(turn: number): void {
    if (this.#isOver) return;
    this.#memory.finalize(turn);
    this.#inner?.finalize(turn);
  }

  reset(): void {
    if (this.#isOver) return;
    this.#memory.reset();
    this.#inner?.reset();
  }

  expect(expectation: Expectation | undefined): void {
    if (this.#isOver) return;
    this.#memory.expect(expectation);
    this.#inner?.expect(expectation);
  }

  close(): void {
    this.#finish(undefined);
  }

  get #isOver(): boolean {
    return this.#end.signal.aborted;
  }

  async #open(start: Omit<SearchStart, "from">): Promise<void> {
    const { context } = this.#search;
    const expected = this.#memory.expectation ?? context.expected;
    const search = { ...this.#search, context: { ...context, expected } };
    const before = this.#index;
    const generation = ++this.#generation;
    const opened = await openSession(search, { ...start, from: before }, (event) => {
      if (generation === this.#generation) this.#hear(event);
    });
    if (this.#isOver) return opened.session.close();
    const { index, session } = opened;
    if (index !== before) this.#tries = 0;
    this.#index = index;
    this.#hasHeard = false;
    this.#openedAt = context.clock.now();
    this.#inner = session;
    this.#heardAt = session.heardAt ?? 0;
    this.#unheardMs = 0;
    void session.closed.then((error) => {
      if (generation === this.#generation) void this.#lost(error);
    });
    this.#memory.replay(session);
  }

  #hear(event: SttEvent): void {
    if (this.#isOver) return;
    if (event.type === "partial" || event.type === "end_of_turn") this.#proveWell();
    if (event.type === "end_of_turn") {
      // Already reported by the previous session.
      if (!this.#memory.answered(event.turn)) return;
      this.#tries = 0;
    }
    this.#sink(event);
  }

  /** Only speech is sent: a vendor silent about so much of it is gone. */
  #watch(session: SttSession): void {
    const { heardAt } = session;
    if (heardAt === undefined) return;
    if (heardAt > this.#heardAt) {
      this.#heardAt = heardAt;
      this.#unheardMs = 0;
      this.#mute = 0;
    }
    this.#unheardMs += frameMs;
    if (this.#unheardMs < unheardMsMax) return;
    this.#unheardMs = 0;
    // Once more with the same one, then with another. After that the connection is not at fault.
    if (this.#mute >= Math.min(2, this.#search.candidates.length)) return;
    this.#mute += 1;
    const of = { provider: this.#candidate.name, capability: "stt" } as const;
    const message = "The speech recogniser does not respond to the audio";
    void this.#lost(
      failure(of, "transient", "stream", { message }),
      this.#mute === 1 ? 0 : triesAfterMs.length,
    );
    session.close();
  }

  #proveWell(): void {
    if (this.#hasHeard) return;
    this.#hasHeard = true;
    this.#search.breakers.succeeded(this.#candidate.breakerId);
  }

  get #candidate(): Candidate<Stt> {
    const { candidates } = this.#search;
    return candidates[this.#index] ?? candidates[0];
  }

  /**
   * `error`: from the session; one that ends without a reason has failed too. `used`: tries of the same candidate
   * that count as used up; absent: the actual ones.
   */
  async #lost(error: ProviderError | undefined, used?: number): Promise<void> {
    if (this.#isOver) return;
    const { breakers, context } = this.#search;
    const { breakerId, name } = this.#candidate;
    const because = error ?? unreachable({ provider: name, capability: "stt" }, "stream");
    this.#inner = undefined;
    if (context.clock.now() - this.#openedAt >= wellMs) this.#tries = 0;
    // A limit that recurs at once is none.
    const isLimit = because.kind === "session_limit" && this.#tries === 0;
    if (isLimit) breakers.gaveUp(breakerId);
    else {
      breakers.failed(breakerId, because);
      tellFailure(context, this.#candidate, because);
    }
    if (!fallsBack(because)) return this.#finish(because);
    const mayRetry = because.kind === "session_limit" || because.kind === "transient";
    const tries = used ?? (mayRetry ? this.#tries : triesAfterMs.length);
    this.#tries = tries + 1;
    try {
      await this.#open({ tries, because, hasFailed: !isLimit });
    } catch (reason) {
      // Anything else is our bug, and the call ends either way.
      if (!(reason instanceof ProviderError) && !this.#isOver)
        context.log.error("provider.policy-bug", { error: reason });
      this.#finish(reason instanceof ProviderError ? reason : because);
    }
  }

  #finish(error: ProviderError | undefined): void {
    if (this.#isOver) return;
    this.#generation += 1;
    if (this.#inner !== undefined && !this.#hasHeard) this.#search.breakers.gaveUp(this.#candidate.breakerId);
    this.#inner?.close();
    this.#end.abort();
    this.#closed.resolve(error);
  }
}
