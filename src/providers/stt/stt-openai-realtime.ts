// OpenAI realtime transcription: its recogniser over a socket (platform.openai.com/docs, "Realtime transcription").
// Turns are ours: a commit makes an item of the audio so far, and items are transcribed in any order.

import { sampleRate } from "../../audio/frame.ts";
import { loadResampler, type Resampler } from "../../audio/resampler.ts";
import { base64Of } from "../connection/base64.ts";
import { asNumber, asRecord, asText } from "../connection/json-fields.ts";
import { kindOf } from "../connection/provider-failure.ts";
import type { ErrorKind, ProviderSettings, Stt } from "../provider-contract.ts";
import { msOfSeconds, primaryLanguage, type SttDialect, type SttHost } from "./stt-dialect.ts";
import { socketStt } from "./stt-socket.ts";

export function openOpenAiStt(settings: ProviderSettings): Stt {
  let makeResampler: ((from: number, to: number) => Resampler) | undefined;
  return socketStt(
    settings,
    (host) => new OpenAiRealtime(host, () => makeResampler?.(sampleRate, vendorRate)),
    async () => {
      makeResampler = await loadResampler();
    },
  );
}

/** The only rate that it takes, in samples a second. */
const vendorRate = 24_000;
/** A commit of less is an error. */
const commitMsMin = 100;
/** Prefix of the name under which an error refers to a commit. */
const commitPrefix = "commit-";
/** Errors after which nothing more comes of the session. */
const fatal: ReadonlySet<ErrorKind> = new Set(["auth", "quota", "rate_limit", "session_limit"]);

/** A commit, and its result. */
interface Item {
  readonly number: number;
  /** The vendor's name for it, once it is known. */
  id: string | undefined;
  text: string;
  isDone: boolean;
  /** Its turn was answered, with it or without. */
  isAnswered: boolean;
}

class OpenAiRealtime implements SttDialect {
  readonly path = "/v1/realtime?intent=transcription";
  readonly headers: Readonly<Record<string, string>>;
  readonly hello: string;
  readonly announces = true;
  readonly chunkMs = 100;
  /** Late answers are known by the names of their items. */
  readonly hearsLate = true;
  readonly answersAll = false;
  /** The vendor needs none. */
  readonly keepAlive = undefined;
  readonly #host: SttHost;
  readonly #makeResampler: () => Resampler | undefined;
  #resampler: Resampler | undefined;
  /** Audio since the last commit. */
  #openMs = 0;
  #isReady = false;
  #commits = 0;
  /** Committed ones, oldest first, and behind them the one that is open. */
  #items: Item[] = [this.#newItem()];

  constructor(host: SttHost, makeResampler: () => Resampler | undefined) {
    this.#host = host;
    this.#makeResampler = makeResampler;
    const { apiKey } = host.settings;
    this.headers = apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey.reveal()}` };
    this.hello = this.#update([]);
  }

  encode(pcm: Int16Array): string {
    this.#openMs += (pcm.length * 1_000) / sampleRate;
    this.#resampler ??= this.#makeResampler();
    return append(this.#resampler?.push(pcm) ?? new Int16Array(0));
  }

  finalize(): readonly string[] {
    const rest = this.#resampler?.flush() ?? new Int16Array(0);
    this.close();
    const missingMs = Math.max(0, commitMsMin - this.#openMs);
    this.#openMs = 0;
    const commit = { type: "input_audio_buffer.commit", event_id: `${commitPrefix}${this.#commits}` };
    this.#items.push(this.#newItem());
    return [
      ...(rest.length > 0 ? [append(rest)] : []),
      ...(missingMs > 0 ? [append(new Int16Array(Math.ceil((missingMs * vendorRate) / 1_000)))] : []),
      JSON.stringify(commit),
    ];
  }

  expect(terms: readonly string[]): void {
    this.#host.post(this.#update(terms));
  }

  read(message: Readonly<Record<string, unknown>>): void {
    const type = asText(message["type"]).replace("conversation.item.input_audio_transcription.", "");
    if (type === "session.updated") this.#ready();
    else if (type === "error") this.#refused(asRecord(message["error"]));
    else if (/^(?:delta|completed|failed|input_audio_buffer\.committed)$/.test(type)) {
      this.#heard(this.#itemOf(asText(message["item_id"])), type, message);
    }
  }

  done(isLate: boolean): void {
    const oldest = this.#oldest;
    if (isLate && oldest !== undefined) oldest.isAnswered = true;
  }

  close(): void {
    this.#resampler?.[Symbol.dispose]();
    this.#resampler = undefined;
  }

  /** The item whose words are awaited, or the open one. */
  get #oldest(): Item | undefined {
    return this.#items.find((item) => !item.isAnswered);
  }

  #newItem(): Item {
    this.#commits += 1;
    return { number: this.#commits, id: undefined, text: "", isDone: false, isAnswered: false };
  }

  /** Items get their names in their order, though what is said of them may come in any. */
  #itemOf(id: string): Item | undefined {
    const named = this.#items.find((item) => item.id === id);
    if (named !== undefined) return named;
    const next = this.#items.find((item) => item.id === undefined);
    if (next !== undefined) next.id = id;
    return next;
  }

  #heard(item: Item | undefined, type: string, message: Readonly<Record<string, unknown>>): void {
    if (item === undefined) return;
    if (type === "delta") item.text += asText(message["delta"]);
    if (type === "completed") {
      item.text = asText(message["transcript"]);
      const usage = asRecord(message["usage"]);
      const ms = msOfSeconds(asNumber(usage["seconds"]));
      if (asText(usage["type"]) === "duration" && ms !== undefined) this.#host.reported(ms);
    }
    if (type === "failed") this.#host.complaint(asText(asRecord(message["error"])["code"]));
    // Words from before the failure are better than nothing.
    if (type === "completed" || type === "failed") item.isDone = true;
    this.#answer();
  }

  /** Answers in order; an early transcript waits. */
  #answer(): void {
    const { turns } = this.#host;
    const open = this.#items.at(-1);
    for (let item = this.#oldest; item?.isDone === true && item !== open; item = this.#oldest) {
      item.isAnswered = true;
      turns.whole(item.text);
      turns.answered();
    }
    this.#items = this.#items.filter((item) => !item.isDone || !item.isAnswered);
    const next = this.#oldest;
    if (next !== undefined && next.text !== "") turns.whole(next.text);
  }

  #ready(): void {
    this.#isReady = true;
    this.#host.ready();
  }

  /** Most errors do not end the session; one that refuses a commit is the answer to it. */
  #refused(error: Readonly<Record<string, unknown>>): void {
    const code = `${asText(error["code"])} ${asText(error["type"])}`.trim();
    const kind = /session_expired/.test(code) ? "session_limit" : kindOf(undefined, code);
    if (!this.#isReady || fatal.has(kind))
      throw this.#host.failure(kind, `${code} ${asText(error["message"])}`);
    this.#host.complaint(code);
    const event = asText(error["event_id"]);
    const item = this.#items.find(({ number }) => event === `${commitPrefix}${number}`);
    if (item === undefined) return;
    item.isDone = true;
    this.#answer();
  }

  /** The settings of the session; all of them, as a change may name them anew. */
  #update(terms: readonly string[]): string {
    const { model, language } = this.#host.settings;
    // The whisper model takes what is expected as a sentence, the others as a list.
    const isWhisper = model.includes("whisper");
    const hints = isWhisper ? { prompt: terms.join(", ") } : { keywords: terms };
    const transcription = {
      model,
      ...(language === "" ? {} : { language: primaryLanguage(language) }),
      ...(terms.length === 0 ? {} : hints),
    };
    const input = {
      format: { type: "audio/pcm", rate: vendorRate },
      transcription,
      turn_detection: null,
    };
    return JSON.stringify({ type: "session.update", session: { type: "transcription", audio: { input } } });
  }
}

function append(pcm: Int16Array): string {
  return JSON.stringify({ type: "input_audio_buffer.append", audio: base64Of(pcm) });
}
