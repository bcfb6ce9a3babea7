// Speech to speech: an OpenAI realtime model that hears the caller and answers itself (platform.openai.com/docs,
// "Realtime conversations"). The model's own detector decides the turns; of an answer that is cut, its conversation
// keeps what was heard.

import { type Frame, sampleRate } from "../../audio/frame.ts";
import { loadResampler, type Resampler } from "../../audio/resampler.ts";
import type {
  AudioLlm,
  AudioLlmListening,
  AudioLlmSession,
  AudioLlmTalk,
  AudioRequest,
} from "../audio/audio-llm-contract.ts";
import { pcmOf } from "../connection/base64.ts";
import { asArray, asNumber, asRecord, asText, parsedRecord } from "../connection/json-fields.ts";
import { failure, type FailingProvider, type Scrub, scrubber } from "../connection/provider-failure.ts";
import { openProviderSocket, type ProviderSocket } from "../connection/provider-socket.ts";
import type {
  ErrorKind,
  LlmMessage,
  LlmToolCall,
  ProviderError,
  ProviderSettings,
  Usage,
} from "../provider-contract.ts";
import { VendorComplaints } from "../stt/vendor-complaints.ts";
import { bearer, realtimeError, RealtimeInput } from "./realtime-input.ts";
import { failureOf, tokensOf } from "./realtime-responses.ts";
import { SpeechAccount } from "./speech-account.ts";
import { sessionUpdate, vendorItems, vendorRate } from "./speech-messages.ts";
import { SpokenAnswer } from "./speech-answer.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The vendor ends a session after 60 minutes. */
const sessionMsMax = 55 * 60_000;
const readyMsMax = 5_000;
/** Field of a response's metadata with our number, and prefix of the name under which an error refers to it. */
const askField = "ask";
const askPrefix = "ask-";

export function openOpenAiSpeech(settings: ProviderSettings): AudioLlm {
  return {
    id: settings.provider,
    model: settings.model,
    open: async (talk, listening) => {
      const makeResampler = await loadResampler();
      return new OpenAiSpeech({ ...listening, settings, talk, makeResampler }).open();
    },
  };
}

interface SessionOptions extends AudioLlmListening {
  readonly settings: ProviderSettings;
  readonly talk: AudioLlmTalk;
  readonly makeResampler: (from: number, to: number) => Resampler;
}

interface Request extends AudioRequest {
  readonly number: number;
}

class OpenAiSpeech implements AudioLlmSession {
  readonly #o: SessionOptions;
  readonly #of: FailingProvider;
  readonly #scrub: Scrub;
  readonly #complaints: VendorComplaints;
  readonly #input: RealtimeInput;
  readonly #account: SpeechAccount;
  readonly #ready = Promise.withResolvers<void>();
  readonly #over = Promise.withResolvers<ProviderError | undefined>();
  readonly #leave = (): void => this.close();
  /** Running answers, by the vendor's names. */
  readonly #answers = new Map<string, SpokenAnswer>();
  #socket: ProviderSocket | undefined;
  #isReady = false;
  #isOver = false;
  #isLossy = false;
  #isTalking = false;
  #isDue = false;
  /** Requested, not sent yet or refused: it waits until no answer is being made. */
  #waiting: Request | undefined;
  /** Sent, and not begun yet. */
  #asked: Request | undefined;
  #old: Disposable | undefined;
  #rest: Promise<void> | undefined;

  constructor(options: SessionOptions) {
    const { settings, context, sink, makeResampler } = options;
    this.#o = options;
    this.#of = { provider: settings.provider, capability: "llm" };
    this.#scrub = scrubber([], settings.apiKey);
    this.#complaints = new VendorComplaints(context.log, this.#of);
    this.#input = new RealtimeInput(() => makeResampler(sampleRate, vendorRate));
    this.#account = new SpeechAccount((usage: Usage) => sink({ type: "usage", usage }));
    this.#ready.promise.catch(() => undefined);
  }

  get closed(): Promise<ProviderError | undefined> {
    return this.#over.promise;
  }

  get rest(): Promise<void> | undefined {
    return this.#rest;
  }

  async open(): Promise<AudioLlmSession> {
    const { settings, talk, context, signal } = this.#o;
    const { clock } = context;
    const socket = await openProviderSocket({
      of: this.#of,
      url: `${socketUrl(settings.baseUrl)}/realtime?model=${encodeURIComponent(settings.model)}`,
      headers: bearer(settings),
      key: settings.apiKey,
      context,
      signal,
      onText: (text) => this.#hear(text),
      onOver: (error) => this.#finish(error),
    });
    this.#socket = socket;
    signal.addEventListener("abort", this.#leave, { once: true });
    this.#post(sessionUpdate(settings, talk));
    using _late = clock.after(readyMsMax, () => this.#end(failure(this.#of, "transient", "start")));
    await this.#ready.promise;
    this.add(talk.history);
    this.#old = clock.after(sessionMsMax, () => {
      this.#isDue = true;
      this.#due();
    });
    return this;
  }

  hear(frame: Frame): void {
    if (this.#isOver) return;
    if (this.#socket?.send(this.#input.append(frame)) !== false || this.#isLossy) return;
    this.#isLossy = true;
    const message = "The model is too slow; some of the caller's words are lost";
    this.#o.sink({ type: "warning", code: "speech/overloaded", message });
  }

  add(messages: readonly LlmMessage[]): void {
    this.#account.added(messages);
    for (const item of vendorItems(messages)) this.#post({ type: "conversation.item.create", item });
  }

  ask(number: number, how: AudioRequest): void {
    this.#waiting = { ...how, number };
    this.#request();
  }

  withdraw(request: number): void {
    if (this.#waiting?.number === request) this.#waiting = undefined;
  }

  close(): void {
    if (this.#isOver) return;
    const socket = this.#socket;
    for (const answer of this.#answers.values()) answer.cancel();
    if (socket !== undefined && this.#isReady && this.#account.owes) this.#rest = this.#lastAccount(socket);
    this.#finish(undefined);
    if (this.#rest === undefined) socket?.close();
  }

  /** One answer is made at a time. */
  #request(): void {
    const request = this.#waiting;
    if (request === undefined || this.#answers.size > 0 || this.#asked !== undefined) return;
    this.#waiting = undefined;
    this.#asked = request;
    const { number, mayCall, instructions } = request;
    const rules = instructions === undefined ? {} : { instructions };
    const metadata = { [askField]: String(number) };
    const event = { type: "response.create", event_id: `${askPrefix}${number}` };
    this.#post({ ...event, response: { metadata, ...rules, ...(mayCall ? {} : { tool_choice: "none" }) } });
  }

  #post(message: unknown): void {
    if (!this.#isOver) this.#socket?.send(JSON.stringify(message));
  }

  #hear(text: string): void {
    const message = parsedRecord(text);
    if (message === undefined) return this.#complaints.tell("unreadable");
    this.#read(asText(message["type"]), message);
  }

  #read(type: string, message: Fields): void {
    const { sink } = this.#o;
    switch (type) {
      case "session.updated":
        this.#isReady = true;
        return this.#ready.resolve();
      case "error":
        return this.#refused(asRecord(message["error"]));
      case "input_audio_buffer.speech_started":
        return this.#speechStarted();
      case "input_audio_buffer.speech_stopped":
        return this.#speechStopped(asNumber(message["audio_end_ms"]));
      case "input_audio_buffer.committed":
        return sink({ type: "turn", turn: asText(message["item_id"]) });
      case "conversation.item.input_audio_transcription.delta":
        return this.#words(message, asText(message["delta"]), false);
      case "conversation.item.input_audio_transcription.completed":
        this.#account.transcribed(asRecord(message["usage"]));
        return this.#words(message, asText(message["transcript"]), true);
      case "conversation.item.input_audio_transcription.failed":
        this.#complaints.tell(this.#scrub(asText(asRecord(message["error"])["code"])));
        return this.#words(message, "", true);
      case "response.created":
        return this.#created(asRecord(message["response"]));
      case "response.done":
        return this.#done(asRecord(message["response"]));
      default:
        return this.#answered(type, message);
    }
  }

  /** A part of an answer; of one that is over, nothing. */
  #answered(type: string, message: Fields): void {
    const answer = this.#answers.get(asText(message["response_id"]));
    if (answer === undefined) return;
    const at = [asText(message["item_id"]), asNumber(message["content_index"]) ?? 0] as const;
    const delta = asText(message["delta"]);
    if (type === "response.output_audio.delta") answer.audio(...at, pcmOf(delta));
    if (type === "response.output_audio_transcript.delta") answer.words(...at, delta);
    if (type === "response.output_text.delta") answer.written(delta);
    if (type === "response.output_item.done") answer.spoken(asText(asRecord(message["item"])["id"]));
    if (type === "response.function_call_arguments.done") answer.called(callOf(message));
  }

  #speechStarted(): void {
    this.#isTalking = true;
    // The vendor stops them by itself.
    if (this.#o.talk.delegates !== true) for (const answer of this.#answers.values()) answer.stopped();
    this.#o.sink({ type: "speech-started" });
  }

  #speechStopped(endMs: number | undefined): void {
    this.#isTalking = false;
    const silentMs = endMs === undefined ? 0 : Math.max(0, Math.round(this.#input.openMs - endMs));
    this.#o.sink({ type: "speech-ended", silentMs });
  }

  #words(message: Fields, text: string, isFinal: boolean): void {
    this.#o.sink({ type: "words", turn: asText(message["item_id"]), text, isFinal });
  }

  #created(response: Fields): void {
    const id = asText(response["id"]);
    const told = asText(asRecord(response["metadata"])[askField]);
    const request = told === "" ? undefined : Number(told);
    if (request !== undefined && request === this.#asked?.number) this.#asked = undefined;
    const answer = new SpokenAnswer({
      id,
      request,
      resampler: () => this.#o.makeResampler(vendorRate, sampleRate),
      stop: () => this.#post({ type: "response.cancel", response_id: id }),
      truncate: (item, part, heardMs) => this.#truncate(item, part, heardMs),
    });
    this.#answers.set(id, answer);
    this.#account.began(id, () => answer.madeMs);
    this.#o.sink({ type: "answer", answer });
  }

  #done(response: Fields): void {
    const id = asText(response["id"]);
    const usage = tokensOf(asRecord(response["usage"]));
    this.#account.counted(id, usage);
    const answer = this.#answers.get(id);
    this.#answers.delete(id);
    if (answer !== undefined) this.#complete(answer, response, usage);
    this.#request();
    if (this.#isDue) this.#due();
  }

  #complete(answer: SpokenAnswer, response: Fields, usage: Usage | undefined): void {
    // Calls stand here once more, for a client that missed them.
    for (const item of asArray(response["output"]).map(asRecord))
      if (item["type"] === "function_call" && item["status"] !== "incomplete") answer.called(callOf(item));
    const why = failureOf(response);
    if (why === undefined) return answer.completed("stop", this.#once(answer.calls), usage);
    // A conversation with a call that has no result is refused by some models.
    for (const { id } of answer.calls) this.#result(id, notCalled);
    if (why.startsWith("cancelled")) return answer.stopped();
    if (why.startsWith("incomplete"))
      return answer.completed(/content_filter/.test(why) ? "content" : "length", [], usage);
    const { kind, code } = realtimeError({ code: why });
    answer.failed(this.#failure(kind, code));
  }

  /** Realtime models are known to make the same call twice in a breath; it is carried out once. */
  #once(calls: readonly LlmToolCall[]): readonly LlmToolCall[] {
    return calls.filter((call, at) => {
      const isFirst = calls.findIndex((other) => isSame(other, call)) === at;
      if (!isFirst) this.#result(call.id, calledTwice);
      return isFirst;
    });
  }

  #result(id: string, output: string): void {
    const item = { type: "function_call_output", call_id: id, output };
    this.#post({ type: "conversation.item.create", item });
  }

  #truncate(item: string, part: number, heardMs: number): void {
    if (heardMs <= 0) return this.#post({ type: "conversation.item.delete", item_id: item });
    const at = { item_id: item, content_index: part, audio_end_ms: heardMs };
    this.#post({ type: "conversation.item.truncate", ...at });
  }

  /** Most errors do not end the session. */
  #refused(error: Fields): void {
    const { code, kind, isFatal } = realtimeError(error);
    // Its message may quote the conversation.
    if (!this.#isReady || isFatal) throw this.#failure(kind, `${code} ${asText(error["param"])}`.trim());
    this.#complaints.tell(this.#scrub(code));
    const request = this.#asked;
    if (request === undefined || asText(error["event_id"]) !== `${askPrefix}${request.number}`) return;
    this.#asked = undefined;
    // The model began an answer of its own in that moment: the request comes after it.
    if (/active_response/.test(code)) this.#waiting ??= request;
    else this.#o.sink({ type: "answer", answer: this.#refusal(request.number, this.#failure(kind, code)) });
  }

  #refusal(request: number, error: ProviderError): SpokenAnswer {
    const nothing = (): void => undefined;
    const resampler = (): Resampler => this.#o.makeResampler(vendorRate, sampleRate);
    const answer = new SpokenAnswer({ id: "", request, resampler, stop: nothing, truncate: nothing });
    answer.failed(error);
    return answer;
  }

  #failure(kind: ErrorKind, words: string): ProviderError {
    return failure(this.#of, kind, this.#isReady ? "stream" : "start", { detail: this.#scrub(words) });
  }

  /** The session is old: it ends while neither side speaks. */
  #due(): void {
    if (!this.#isTalking && this.#answers.size === 0 && this.#asked === undefined)
      this.#end(failure(this.#of, "session_limit", "stream"));
  }

  async #lastAccount(socket: ProviderSocket): Promise<void> {
    await socket.leave(undefined, (text) => {
      const { type, response } = parsedRecord(text) ?? {};
      const { id, usage } = asRecord(response);
      if (type === "response.done") this.#account.counted(asText(id), tokensOf(asRecord(usage)));
      return !this.#account.owes;
    });
    this.#account.settle();
  }

  #end(error: ProviderError): void {
    const socket = this.#socket;
    this.#finish(error);
    socket?.close();
  }

  #finish(error: ProviderError | undefined): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#old?.[Symbol.dispose]();
    this.#input[Symbol.dispose]();
    this.#o.signal.removeEventListener("abort", this.#leave);
    for (const answer of this.#answers.values())
      answer.failed(error ?? failure(this.#of, "cancelled", "close"));
    if (this.#rest === undefined) this.#account.settle();
    this.#ready.reject(error ?? failure(this.#of, "cancelled", "start"));
    this.#over.resolve(error);
  }
}

const notCalled = "Not called: the answer was cut.";
const calledTwice = "Not called again: the same call was made in the same answer, and its result counts.";

const callOf = (fields: Fields): LlmToolCall => ({
  id: asText(fields["call_id"]),
  name: asText(fields["name"]),
  arguments: asText(fields["arguments"]),
});

const isSame = (one: LlmToolCall, other: LlmToolCall): boolean =>
  one.name === other.name && one.arguments === other.arguments;

/** The socket of a vendor that is named by its address for requests. */
const socketUrl = (baseUrl: string): string => baseUrl.replace(/^http/, "ws");
