// Model line: the sessions of an audio model for one call, one after another. A session that ends is followed by
// another one; the caller's sound of the meantime is kept for it. Answers come to those that asked.

import type { Frame } from "../../audio/frame.ts";
import { delay } from "../../base/clock.ts";
import type {
  AudioLlm,
  AudioLlmAnswer,
  AudioLlmEvent,
  AudioLlmSession,
  AudioLlmTalk,
  AudioRequest,
} from "../../providers/audio/audio-llm-contract.ts";
import { ProviderError } from "../../providers/provider-contract.ts";
import type { HearingParts } from "../hearing/call-hearing.ts";
import { Pending } from "./pending.ts";

export interface AudioFrontOptions {
  readonly model: AudioLlm;
  /** The account's own key pays. */
  readonly ownKey: boolean;
}

export interface ModelLineOptions extends AudioFrontOptions {
  readonly parts: Pick<HearingParts, "context" | "guard">;
  /** Beginning of the next session: all that is known by then. */
  readonly talk: () => AudioLlmTalk;
  /** Events besides the answers that were asked for. */
  readonly take: (event: AudioLlmEvent) => void;
}

/** A vendor answers within a second, or something is wrong. */
const openMsMax = 6_000;
/** A session that lived this long worked, so a later failure is a new one. */
const wellMs = 10_000;
/** An earlier end is no limit of a session, but a failure. */
const limitMsMin = 500;
/** Waits before the tries after a failure. */
const triesAfterMs = [0, 500, 2_000] as const;
/** Audio that is kept while there is no session: ten seconds. */
const framesKeptMax = 500;

export class ModelLine {
  readonly #o: ModelLineOptions;
  readonly #session = new Pending<AudioLlmSession>();
  #kept: Frame[] = [];
  #request = 0;
  #asked: { readonly request: number; readonly answered: (answer: AudioLlmAnswer) => void } | undefined;
  /** The last failure of a session. */
  #failure: { readonly kind: ProviderError["kind"]; readonly attempts: number } | undefined;
  #isClosed = false;

  constructor(options: ModelLineOptions) {
    this.#o = options;
  }

  /** Open now; undefined: none is. */
  get session(): AudioLlmSession | undefined {
    return this.#session.value;
  }

  /** The next one, if none is open. Undefined if the signal is aborted first; rejects if none will be. */
  within(signal: AbortSignal): Promise<AudioLlmSession | undefined> {
    return this.#session.within(signal);
  }

  hear(frame: Frame): void {
    const session = this.#session.value;
    if (session !== undefined) session.hear(frame);
    else if (!this.#isClosed) this.#kept = [...this.#kept, frame].slice(-framesKeptMax);
  }

  close(): void {
    this.#isClosed = true;
    this.#kept = [];
    this.#session.value?.close();
    this.#session.fail(cancelled(this.#o.model));
  }

  /**
   * Keeps a session until the signal is aborted. Resolves with true if none can be kept, with the reason logged. Never
   * rejects.
   */
  async listen(signal: AbortSignal): Promise<boolean> {
    const { clock, log } = this.#o.parts.context;
    for (let tries = 0; ;) {
      const from = clock.now();
      try {
        const session = await this.#open(signal);
        if (tries > 0) this.#tell("retried");
        const error = await session.closed;
        this.#session.clear();
        if (error === undefined || signal.aborted) return false;
        throw error;
      } catch (error) {
        if (signal.aborted) return false;
        if (!(error instanceof ProviderError)) throw error;
        const { kind } = error;
        // The vendor ends each session after a time; nothing is wrong.
        if (kind === "session_limit" && clock.now() - from > limitMsMin) continue;
        tries = clock.now() - from > wellMs ? 1 : tries + 1;
        this.#failure = { kind, attempts: tries };
        const after = unrepairable.has(kind) ? undefined : triesAfterMs[tries - 1];
        if (after === undefined) {
          log.error("call.audio-llm-failed", { error });
          this.#tell("gave_up");
          this.#session.fail(error);
          return true;
        }
        await delay(clock, after, signal).catch(() => undefined);
      }
    }
  }

  /** For the record: names and numbers only. */
  #tell(action: "retried" | "gave_up"): void {
    const { model, ownKey } = this.#o;
    if (this.#failure === undefined) return;
    const { kind: error, attempts } = this.#failure;
    const incident = { kind: "llm", provider: model.id, error, ownKey, attempts, action } as const;
    const [code, end] =
      action === "retried"
        ? ["provider/retried", "and continued after a retry"]
        : ["provider/gave-up", "and no fallback could continue"];
    this.#o.parts.context.tell?.({ code, message: `"${model.id}" failed, ${end}`, incident });
  }

  async #open(signal: AbortSignal): Promise<AudioLlmSession> {
    const { model, parts, talk } = this.#o;
    const { context, guard } = parts;
    const late = new AbortController();
    using _ = context.clock.after(openMsMax, () => late.abort());
    const session = await model.open(talk(), {
      sink: guard.around((event: AudioLlmEvent) => this.#take(event)),
      context,
      signal: AbortSignal.any([signal, late.signal]),
    });
    for (const frame of this.#kept.splice(0)) session.hear(frame);
    this.#session.set(session);
    return session;
  }

  #take(event: AudioLlmEvent): void {
    if (event.type !== "answer" || event.answer.request === undefined) return this.#o.take(event);
    if (event.answer.request === this.#asked?.request) this.#asked.answered(event.answer);
    else event.answer.cancel();
  }

  /** Undefined: the signal was aborted first. Rejects if the session ends first. */
  async ask(
    session: AudioLlmSession,
    how: AudioRequest,
    signal: AbortSignal,
  ): Promise<AudioLlmAnswer | undefined> {
    const request = ++this.#request;
    const { promise, resolve } = Promise.withResolvers<AudioLlmAnswer | undefined>();
    const stop = (): void => resolve(undefined);
    this.#asked = { request, answered: resolve };
    signal.addEventListener("abort", stop, { once: true });
    void session.closed.then(stop);
    session.ask(request, how);
    const answer = await promise;
    signal.removeEventListener("abort", stop);
    if (this.#asked?.request === request) this.#asked = undefined;
    if (answer === undefined) session.withdraw(request);
    if (answer === undefined && !signal.aborted) throw tooLate(this.#o.model);
    return answer;
  }
}

/** Another session would fail as well. */
const unrepairable: ReadonlySet<ProviderError["kind"]> = new Set([
  "auth",
  "quota",
  "bad_input",
  "unsupported",
  "content",
]);

function errorOf({ id: provider }: AudioLlm, kind: ProviderError["kind"], message: string): ProviderError {
  return new ProviderError(kind, { provider, capability: "llm", phase: "stream", message, emitted: false });
}

export const tooLate = (model: AudioLlm): ProviderError =>
  errorOf(model, "transient", "The language model did not answer in time");

export const cancelled = (model: AudioLlm): ProviderError =>
  errorOf(model, "cancelled", "The answer was no longer needed");
