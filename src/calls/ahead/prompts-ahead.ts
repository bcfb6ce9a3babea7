// Prompts ahead: synthesises constant lines of flows before a call needs them, while the voice is idle, and stores
// them for all calls. A flow's lines are made when it is stored, or at its first call.

import type { Clock } from "../../base/clock.ts";
import { delay } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import { RoundRobinQueue } from "../../base/limits/round-robin-queue.ts";
import { knownLines, unknownValue } from "../../flow/engine/run/known-lines.ts";
import type { Program } from "../../flow/language/program.ts";
import type { KeptSpeech } from "../../speech/voices/kept-speech.ts";
import type { LineManner, VoiceAhead } from "../../speech/voices/pool-tts.ts";
import { spokenForm } from "../../spoken/spoken-form.ts";
import { sentencesOf } from "../../voice/sentence-splitter.ts";
import { speaksLanguage } from "../provider-order.ts";

/** A sentence in the voice's form. */
export interface Prompt {
  readonly text: string;
  readonly manner?: LineManner;
}

/** Some twenty minutes of speech per flow, 40 MiB: more is spoken on demand. */
const charsMax = 20_000;
const promptsMax = { max: 20_000, perOwnerMax: 5_000 };
/** Lines kept in memory only, in characters: half of its room. */
const memoryCharsMax = 7_000;
/** Recently checked flows; each is checked again when it is stored, or after this time. */
const flowsMax = 2_000;
const againMs = 3_600_000;
/** Pause after each sentence, as a share of its time: running calls need the processor more. */
const restShare = { busy: 3, idle: 0.25 };
/** While calls need the voice. */
const yieldMs = 1_000;

/** @internal Sentences of a program known before a call, each once. */
export function promptsOf(program: Program, speaks: readonly string[]): readonly Prompt[] {
  const prompts = new Map<string, Prompt>();
  let chars = 0;
  for (const { text: line, language, voice } of knownLines(program)) {
    if (!speaksLanguage(speaks, language)) continue;
    // The first sentence of an answer may be cut at a comma, depending on the words before.
    for (const sentence of [...sentencesOf(line), ...sentencesOf(`So.\n${line}`).slice(1)]) {
      if (sentence.includes(unknownValue)) continue;
      const { text } = spokenForm(sentence, { language, speaks, pronounce: program.pronounce.get(language) });
      const key = JSON.stringify([text, voice]);
      if (prompts.has(key) || (chars += text.length) > charsMax) continue;
      prompts.set(key, { text, ...(voice === undefined ? {} : { manner: voice }) });
    }
  }
  return [...prompts.values()];
}

export interface PromptsAheadOptions {
  readonly voice: VoiceAhead;
  readonly speaks: readonly string[];
  /** Absent: kept in memory only. */
  readonly kept: KeptSpeech | undefined;
  /** Resolves when the voice is warm. */
  readonly ready: Promise<void>;
  /** True while calls run. */
  readonly isBusy: () => boolean;
  readonly clock: Clock;
  readonly log: Log;
}

interface Queued extends Prompt {
  /** Flow of the prompts: they are deleted with it. */
  readonly flow: string;
}

/** `flow`: the account and the flow, or `builtin` and the name, divided by a slash. */
export class PromptsAhead implements AsyncDisposable {
  readonly #o: PromptsAheadOptions;
  readonly #over = new AbortController();
  readonly #queue = new RoundRobinQueue<Queued>(promptsMax);
  /** Checked programs with their times, by flow. */
  readonly #known = new Map<string, { readonly program: Program; readonly atMs: number }>();
  #memoryChars = 0;
  #running: Promise<void> | undefined;

  constructor(options: PromptsAheadOptions) {
    this.#o = options;
  }

  /** Requests the constant lines of this flow. Returns at once. */
  want(flow: string, program: Program): void {
    const { clock } = this.#o;
    const cached = this.#known.get(flow);
    const now = clock.now();
    if (cached?.program === program && now - cached.atMs < againMs) return;
    if (this.#known.size >= flowsMax) this.#known.clear();
    this.#known.set(flow, { program, atMs: now });
    void this.#plan(flow, program).catch((error: unknown) => this.#o.log.warn("prompts.failed", { error }));
  }

  /** Deletes a flow's lines, or all of an account. */
  async forget(owner: string): Promise<void> {
    for (const flow of this.#known.keys()) if (isOf(flow, owner)) this.#known.delete(flow);
    // Another flow may share a line with it: it is checked again.
    for (const [flow, { program }] of this.#known) this.#known.set(flow, { program, atMs: -Infinity });
    await this.#o.kept?.forget(owner);
  }

  /** All flows with stored lines. */
  async flows(): Promise<readonly string[]> {
    return (await this.#o.kept?.owners()) ?? [];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort();
    await this.#running;
  }

  async #plan(flow: string, program: Program): Promise<void> {
    const { voice, speaks, ready, kept } = this.#o;
    const isWarm = await ready.then(
      () => true,
      () => false,
    );
    if (!isWarm || this.#over.signal.aborted) return;
    const named = promptsOf(program, speaks).flatMap((prompt) => {
      const name = voice.nameOf(prompt.text, prompt.manner);
      return name === undefined ? [] : [{ ...prompt, flow, name }];
    });
    if (named.length === 0) return;
    const missing = await kept?.want(
      flow,
      named.map(({ name }) => name),
    );
    for (const { name, ...prompt } of named) {
      if (missing?.has(name) === false || this.#over.signal.aborted) continue;
      if (kept === undefined && (this.#memoryChars += prompt.text.length) > memoryCharsMax) return;
      this.#queue.push(flow.split("/")[0] ?? "", prompt);
    }
    this.#running ??= this.#run().finally(() => (this.#running = undefined));
  }

  async #run(): Promise<void> {
    const { signal } = this.#over;
    for (let next = this.#queue.shift(); next !== undefined;) {
      if (signal.aborted) return;
      const restMs = await this.#make(next);
      // A call needed the voice: this one comes first afterwards.
      if (restMs !== undefined) next = this.#queue.shift();
      await delay(this.#o.clock, restMs ?? yieldMs, signal).catch(() => undefined);
    }
  }

  /** Rest afterwards; undefined: it was not made. */
  async #make({ flow, text, manner }: Queued): Promise<number | undefined> {
    const { voice, clock, log, isBusy } = this.#o;
    if (!this.#known.has(flow) || voice.isKnown(text, manner)) return 0;
    const from = clock.now();
    try {
      if ((await voice.make(text, manner, this.#over.signal)) === "yielded") return undefined;
    } catch (error) {
      log.warn("prompts.failed", { error });
    }
    return (clock.now() - from) * (isBusy() ? restShare.busy : restShare.idle);
  }
}

const isOf = (flow: string, owner: string): boolean => flow === owner || flow.startsWith(`${owner}/`);
