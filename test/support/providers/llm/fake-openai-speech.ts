// Fake OpenAI realtime model that hears and speaks, as platform.openai.com/docs has it. It lives in the time of the
// audio that it is sent: a word begins a turn, 300 ms of silence end it. Moods: "twice" (each call comes twice by its
// events, once more in the end, and once more by another id), "silent" (begins an answer, and says no more), "expires"
// (with the second turn, or the first of mood "limit"), "no-money", "racing" (begins an answer of its own when one is
// requested), "late-words" (transcribes with the next turn), "lingering" (audio follows the end of a cancelled answer).

import type { FakeConnection, FakePeer } from "../fake-socket.ts";
import { MarkedEar } from "../stt/marked-speech.ts";

export const speechKey = "speech-key-0123456789";

type Item = Readonly<Record<string, unknown>> & { readonly type: string };

export interface ModelThought {
  readonly say?: string;
  readonly call?: { readonly name: string; readonly arguments: unknown };
}

export interface SpeechMind {
  readonly keys?: readonly string[];
  /** Answer to the newest item of the conversation. */
  readonly answerOf?: (last: string, items: readonly Item[]) => ModelThought;
  /** Milliseconds of speech made for each millisecond heard; absent: at once. */
  readonly pace?: number;
  /** Hears of each count of tokens, and of each truncation. */
  readonly billed?: (usage: ReturnType<typeof usageOf>) => void;
  readonly truncated?: (item: string, ms: number) => void;
}

export interface SpokenItem {
  readonly id: string;
  audioMs: number;
  isDeleted?: boolean;
}

interface Making {
  readonly id: string;
  readonly item: string;
  readonly metadata: unknown;
  readonly words: readonly string[];
  at: number;
  call: ModelThought["call"];
}

const transcription = "conversation.item.input_audio_transcription";
const endSilenceMs = 300;
/** Length of a word's audio. */
const wordMs = 250;
const rate = 24_000;

export const fakeSpeech =
  (mind: SpeechMind = {}) =>
  (connection: FakeConnection): FakePeer =>
    new FakeSpeech(connection, mind);

class FakeSpeech implements FakePeer {
  readonly #connection: FakeConnection;
  readonly #mind: SpeechMind;
  readonly #ear = new MarkedEar(rate);
  readonly #items: Item[] = [];
  readonly #spoken = new Map<string, SpokenItem>();
  readonly #calls = new Map<string, boolean>();
  #isSet = false;
  #turns = 0;
  #from = 0;
  #isTalking = false;
  /** Its turns are calls of its only tool. */
  #delegates = false;
  #responses = 0;
  #making: Making | undefined;
  #owed: (() => void)[] = [];
  #paid = 0;

  constructor(connection: FakeConnection, mind: SpeechMind) {
    this.#connection = connection;
    this.#mind = mind;
    const { head } = connection;
    this.#must(head.path.endsWith("/realtime") && !head.query.has("intent"), `path ${head.path}`);
    this.#must(head.query.get("model")?.startsWith("gpt-realtime-2.1") === true, "the model in the address");
    const keys = (mind.keys ?? [speechKey]).map((key) => `Bearer ${key}`);
    this.#must(keys.includes(head.headers.get("authorization") ?? ""), "the Bearer scheme");
    this.#must(!head.headers.has("openai-beta"), "no beta header");
  }

  opened(): void {
    this.#say({ type: "session.created", session: { id: "s-1", type: "realtime" } });
  }

  binary(): void {
    this.#must(false, "audio is base64 in JSON");
  }

  text(text: string): void {
    const message = JSON.parse(text) as Readonly<Record<string, unknown>>;
    if (message["type"] === "session.update") return this.#set(message["session"]);
    this.#must(this.#isSet, "session.update first");
    switch (message["type"]) {
      case "input_audio_buffer.append":
        return this.#hear(String(message["audio"]));
      case "conversation.item.create":
        return this.#add(message["item"] as Item);
      case "conversation.item.truncate":
        return this.#truncate(message);
      case "conversation.item.delete":
        return this.#delete(String(message["item_id"]));
      case "response.create":
        return this.#asked(message);
      case "response.cancel":
        return this.#cancel(String(message["response_id"]));
      default:
        return this.#must(false, `text ${text.slice(0, 80)}`);
    }
  }

  #set(session: unknown): void {
    const {
      type,
      output_modalities: modalities,
      audio: { input, output },
      tool_choice: choice,
      tools,
    } = session as {
      tool_choice: unknown;
      tools: { name: string }[];
      type: string;
      output_modalities: string[];
      audio: {
        input: {
          format: { rate: number };
          transcription: { model: string };
          turn_detection: { type: string; create_response: boolean; interrupt_response: boolean };
        };
        output: { format: { rate: number }; voice: string };
      };
    };
    this.#must(!this.#isSet, "one session.update");
    this.#must(type === "realtime" && modalities.join() === "audio", "audio out");
    this.#must(input.format.rate === rate && output.format.rate === rate, "24 kHz both ways");
    this.#must(/^[a-z]+$/.test(output.voice), "a voice of its own");
    const { turn_detection: turns, transcription: writes } = input;
    this.#delegates = typeof choice === "object";
    this.#must(turns.create_response, "the turn is the model's");
    this.#must(turns.interrupt_response !== this.#delegates, "the model that delegates speaks on");
    this.#must(!this.#delegates || tools.length === 1, "one tool to delegate by");
    this.#must(writes.model === "gpt-transcribe", "a transcription for committed turns");
    this.#isSet = true;
    if (this.#connection.mood === "no-money")
      return this.#error({ type: "insufficient_quota", code: "credit_balance_exhausted" });
    this.#say({ type: "session.updated", session: { id: "s-1", type: "realtime" } });
  }

  #hear(audio: string): void {
    const bytes = Buffer.from(audio, "base64");
    this.#ear.hear(bytes);
    const isLoud = bytes.some((byte) => byte > 8 && byte < 248);
    if (isLoud && !this.#isTalking) this.#speechStarted();
    this.#make((bytes.length / 2 / rate) * 1_000 * (this.#mind.pace ?? Infinity));
    if (this.#isTalking && !isLoud && this.#ear.silentMs >= endSilenceMs) this.#speechStopped();
  }

  #speechStarted(): void {
    this.#isTalking = true;
    for (const owed of this.#owed.splice(0)) owed();
    const item = `turn-${this.#turns}`;
    this.#say({ type: "input_audio_buffer.speech_started", audio_start_ms: this.#ear.atMs, item_id: item });
    if (!this.#delegates) this.#interrupt("turn_detected");
  }

  #speechStopped(): void {
    const { mood } = this.#connection;
    this.#isTalking = false;
    const item = `turn-${this.#turns}`;
    this.#turns += 1;
    const endMs = Math.round(this.#ear.atMs - this.#ear.silentMs);
    this.#say({ type: "input_audio_buffer.speech_stopped", audio_end_ms: endMs, item_id: item });
    this.#say({ type: "input_audio_buffer.committed", item_id: item, previous_item_id: null });
    const words = this.#ear.words.slice(this.#from).map(({ text }) => text);
    this.#from = this.#ear.words.length;
    const transcript = words.join(" ");
    this.#items.push({ type: "heard", id: item, text: transcript });
    if (mood === "limit" || (mood === "expires" && this.#turns === 2))
      return this.#error({ type: "invalid_request_error", code: "session_expired" });
    const transcribe = (): void => {
      const usage = { type: "duration", seconds: (words.length * 200) / 1_000 };
      this.#say({ type: `${transcription}.delta`, item_id: item, content_index: 0, delta: words[0] ?? "" });
      this.#say({ type: `${transcription}.completed`, item_id: item, content_index: 0, transcript, usage });
    };
    if (mood === "late-words") this.#owed.push(transcribe);
    // While an answer is made no other can be.
    if (this.#making === undefined) this.#respond({ last: transcript, metadata: null });
    if (mood !== "late-words") transcribe();
  }

  #add(item: Item): void {
    const {
      role,
      content,
      call_id: call,
    } = item as Item & {
      role?: string;
      content?: { type: string; text: string }[];
      call_id?: string;
    };
    if (item.type === "message") {
      const type = role === "assistant" ? "output_text" : "input_text";
      this.#must(
        content?.every((part) => part.type === type && part.text !== "") === true,
        `${role} is ${type}`,
      );
    } else if (item.type === "function_call") this.#calls.set(String(call), false);
    else {
      this.#must(item.type === "function_call_output", `item ${item.type}`);
      this.#must(this.#calls.get(String(call)) === false, `one result for ${call}`);
      this.#calls.set(String(call), true);
    }
    this.#items.push(item);
    this.#say({ type: "conversation.item.added", item });
  }

  #asked(message: Readonly<Record<string, unknown>>): void {
    const { metadata, instructions } = message["response"] as { metadata: unknown; instructions?: string };
    if (this.#connection.mood === "racing" && this.#responses === 0 && this.#making === undefined) {
      this.#error({
        type: "invalid_request_error",
        code: "conversation_already_has_active_response",
        event_id: message["event_id"],
      });
      return this.#respond({ last: "", metadata: null });
    }
    this.#must(this.#making === undefined, "one response at a time");
    this.#must(![...this.#calls.values()].includes(false), "each call has its result");
    const last = this.#items.at(-1);
    const text = JSON.stringify(last?.["content"] ?? last?.["output"] ?? last?.["text"] ?? "");
    this.#respond({ last: instructions ?? text, metadata });
  }

  #respond({ last, metadata }: { readonly last: string; readonly metadata: unknown }): void {
    const { mood } = this.#connection;
    this.#responses += 1;
    const id = `resp_${this.#responses}`;
    const handsOn = this.#delegates && metadata === null;
    const delegation = { call: { name: "delegate", arguments: { wish: "" } } };
    const thought: ModelThought = handsOn
      ? delegation
      : (this.#mind.answerOf?.(last, this.#items) ?? { say: "Hello, how can I help?" });
    const words = (thought.say ?? "").split(/(?<=\s)/).filter((word) => word !== "");
    const response = { id, object: "realtime.response", status: "in_progress", metadata, output: [] };
    this.#say({ type: "response.created", response });
    this.#making = { id, item: `${id}-item`, metadata, words, at: 0, call: thought.call };
    if (words.length > 0) this.#spoken.set(`${id}-item`, { id: `${id}-item`, audioMs: 0 });
    if (this.#mind.pace === undefined || mood === "silent") this.#make(Infinity);
  }

  /** So much more of the answer. */
  #make(ms: number): void {
    const making = this.#making;
    if (making === undefined) return;
    const isSilent = this.#connection.mood === "silent";
    const until = isSilent ? wordMs : making.at + ms;
    while (making.at < Math.min(until, making.words.length * wordMs)) {
      const word = making.words[Math.floor(making.at / wordMs)] ?? "";
      const at = { response_id: making.id, item_id: making.item, output_index: 0, content_index: 0 };
      if (making.at % wordMs === 0)
        this.#say({ type: "response.output_audio_transcript.delta", ...at, delta: word });
      this.#audio(making);
    }
    if (!isSilent && making.at >= making.words.length * wordMs) this.#complete(making);
  }

  #audio(making: Making): void {
    const stepMs = 50;
    const pcm = new Int16Array((rate * stepMs) / 1_000).map((_, i) => Math.round(6_000 * Math.sin(i / 8)));
    const delta = Buffer.from(pcm.buffer).toString("base64");
    const at = { response_id: making.id, item_id: making.item, output_index: 0, content_index: 0 };
    this.#say({ type: "response.output_audio.delta", ...at, delta });
    making.at += stepMs;
    const spoken = this.#spoken.get(making.item);
    if (spoken !== undefined) spoken.audioMs += stepMs;
  }

  #complete(making: Making): void {
    const { id, item, words, call } = making;
    this.#making = undefined;
    const at = { response_id: id, item_id: item, output_index: 0, content_index: 0 };
    const output: unknown[] = [];
    if (words.length > 0) {
      const message = { id: item, type: "message", role: "assistant", status: "completed" };
      this.#say({ type: "response.output_audio.done", ...at });
      this.#say({ type: "response.output_audio_transcript.done", ...at, transcript: words.join("") });
      this.#say({ type: "response.output_item.done", response_id: id, output_index: 0, item: message });
      this.#items.push({ type: "said", id: item, text: words.join("") });
      output.push(message);
    }
    if (call !== undefined) output.push(...this.#call(id, call));
    this.#done(making, { status: "completed", output });
  }

  #call(id: string, { name, arguments: given }: NonNullable<ModelThought["call"]>): readonly unknown[] {
    const isTwice = this.#connection.mood === "twice";
    const ids = isTwice ? [`call-${id}`, `call-${id}-again`] : [`call-${id}`];
    const text = JSON.stringify(given);
    return ids.map((callId) => {
      const call = { type: "function_call", id: `${callId}-item`, call_id: callId, name, arguments: text };
      const { type: _, ...rest } = call;
      const done = { type: "response.function_call_arguments.done", response_id: id, ...rest };
      this.#calls.set(callId, false);
      this.#say(done);
      if (isTwice) this.#say(done);
      return { ...call, status: "completed" };
    });
  }

  #done({ id, metadata, words, at }: Making, more: Readonly<Record<string, unknown>>): void {
    const made = Math.min(at, words.length * wordMs);
    const usage = usageOf(this.#ear.atMs - this.#paid, made, this.#responses > 1);
    this.#paid = this.#ear.atMs;
    this.#mind.billed?.(usage);
    const response = { id, object: "realtime.response", metadata, usage, ...more };
    this.#say({ type: "response.done", response });
    this.#say({ type: "rate_limits.updated", rate_limits: [] });
  }

  #interrupt(reason: string): void {
    const making = this.#making;
    if (making === undefined) return;
    this.#making = undefined;
    const details = { type: "cancelled", reason };
    this.#done(making, { status: "cancelled", status_details: details, output: [] });
    if (this.#connection.mood === "lingering") this.#audio(making);
  }

  #cancel(id: string): void {
    if (this.#making?.id === id) this.#interrupt("client_cancelled");
    else this.#error({ type: "invalid_request_error", code: "response_cancel_not_active" });
  }

  #truncate(message: Readonly<Record<string, unknown>>): void {
    const spoken = this.#spoken.get(String(message["item_id"]));
    const ms = Number(message["audio_end_ms"]);
    this.#must(message["content_index"] === 0, "the first part");
    this.#must(
      spoken !== undefined && spoken.isDeleted !== true,
      `there is no ${String(message["item_id"])}`,
    );
    this.#must(
      Number.isInteger(ms) && ms > 0 && ms <= (spoken?.audioMs ?? 0),
      `${ms} of ${spoken?.audioMs} ms`,
    );
    this.#mind.truncated?.(String(message["item_id"]), ms);
    this.#say({ type: "conversation.item.truncated", item_id: message["item_id"], audio_end_ms: ms });
  }

  #delete(item: string): void {
    const spoken = this.#spoken.get(item);
    this.#must(spoken !== undefined && spoken.isDeleted !== true, `there is no ${item}`);
    if (spoken !== undefined) spoken.isDeleted = true;
    this.#mind.truncated?.(item, 0);
    this.#say({ type: "conversation.item.deleted", item_id: item });
  }

  #error(error: Readonly<Record<string, unknown>>): void {
    this.#say({ type: "error", event_id: "e-1", error: { message: "No.", param: null, ...error } });
  }

  #say(message: unknown): void {
    this.#connection.json(message);
  }

  #must(condition: boolean, problem: string): void {
    this.#connection.server.must(condition, `speech: ${problem}`);
  }
}

/** A token for 100 ms of the caller and for 50 ms of the model; from the second response on some of it was cached. */
function usageOf(heardMs: number, saidMs: number, isCached: boolean) {
  const [audio, said] = [Math.round(heardMs / 100), Math.round(saidMs / 50)];
  const cached = isCached
    ? { text_tokens: 64, audio_tokens: Math.min(2, audio) }
    : { text_tokens: 0, audio_tokens: 0 };
  return {
    total_tokens: 300 + audio + said + 10,
    input_tokens: 300 + audio,
    output_tokens: said + 10,
    input_token_details: {
      text_tokens: 300,
      audio_tokens: audio,
      cached_tokens: cached.text_tokens + cached.audio_tokens,
      cached_tokens_details: cached,
    },
    output_token_details: { text_tokens: 10, audio_tokens: said },
  };
}
