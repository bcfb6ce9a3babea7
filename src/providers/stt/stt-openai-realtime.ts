// OpenAI realtime transcription: its recogniser over a socket (platform.openai.com/docs, "Realtime transcription").
// Turns are ours: a commit makes an item of the audio so far, and items are transcribed in any order.

import { asNumber, asRecord, asText } from "../connection/json-fields.ts";
import type { ProviderSettings, Stt } from "../provider-contract.ts";
import {
  bearer,
  realtimeError,
  realtimeFormat,
  type RealtimeInput,
  realtimeStt,
} from "../realtime/realtime-input.ts";
import { type Item, RealtimeItems } from "../realtime/realtime-items.ts";
import { msOfSeconds, primaryLanguage, type SttDialect, type SttHost } from "./stt-dialect.ts";

export function openOpenAiStt(settings: ProviderSettings): Stt {
  return realtimeStt(settings, (host, input) => new OpenAiRealtime(host, input));
}

class OpenAiRealtime implements SttDialect {
  readonly path = "/v1/realtime?intent=transcription";
  readonly headers: Readonly<Record<string, string>>;
  readonly hello: string;
  readonly announces = true;
  readonly chunkMs = 100;
  /** The names of items identify late answers. */
  readonly hearsLate = true;
  readonly answersAll = false;
  /** The vendor needs no keep-alive. */
  readonly keepAlive = undefined;
  readonly #host: SttHost;
  readonly #input: RealtimeInput;
  #isReady = false;
  readonly #items = new RealtimeItems((item) => item);

  constructor(host: SttHost, input: RealtimeInput) {
    this.#host = host;
    this.#input = input;
    this.headers = bearer(host.settings);
    this.hello = this.#update([]);
  }

  encode(pcm: Int16Array): string {
    return this.#input.append(pcm);
  }

  finalize(): readonly string[] {
    return this.#input.commit(this.#items.commit().number);
  }

  expect(terms: readonly string[]): void {
    this.#host.post(this.#update(terms));
  }

  read(message: Readonly<Record<string, unknown>>): void {
    const type = asText(message["type"]).replace("conversation.item.input_audio_transcription.", "");
    if (type === "session.updated") this.#ready();
    else if (type === "error") this.#refused(asRecord(message["error"]));
    else if (/^(?:delta|completed|failed|input_audio_buffer\.committed)$/.test(type)) {
      this.#heard(this.#items.named(asText(message["item_id"]), type.endsWith("committed")), type, message);
    }
  }

  done(isLate: boolean): void {
    const { oldest } = this.#items;
    if (isLate && oldest !== undefined) oldest.isAnswered = true;
  }

  close(): void {
    this.#input[Symbol.dispose]();
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
    // Words from before a failure are used.
    if (type === "completed" || type === "failed") item.isDone = true;
    this.#items.answer(this.#host.turns);
  }

  #ready(): void {
    this.#isReady = true;
    this.#host.ready();
  }

  /** Most errors do not end the session; one that rejects a commit answers it. */
  #refused(error: Readonly<Record<string, unknown>>): void {
    const { code, kind, isFatal, refuses } = realtimeError(error);
    if (!this.#isReady || isFatal) throw this.#host.failure(kind, `${code} ${asText(error["message"])}`);
    this.#host.complaint(code);
    const item = this.#items.find(({ number }) => refuses(number));
    if (item === undefined) return;
    item.isDone = true;
    this.#items.answer(this.#host.turns);
  }

  /** All settings of the session: an update may repeat unchanged ones. */
  #update(terms: readonly string[]): string {
    const { model, language } = this.#host.settings;
    // The whisper model accepts expected terms as a sentence, the others as a list.
    const isWhisper = model.includes("whisper");
    const hints = isWhisper ? { prompt: terms.join(", ") } : { keywords: terms };
    const transcription = {
      model,
      ...(language === "" ? {} : { language: primaryLanguage(language) }),
      ...(terms.length === 0 ? {} : hints),
    };
    const input = {
      format: realtimeFormat,
      transcription,
      turn_detection: null,
    };
    return JSON.stringify({ type: "session.update", session: { type: "transcription", audio: { input } } });
  }
}
