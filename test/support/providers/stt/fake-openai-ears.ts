// Fake OpenAI realtime model used as a recogniser, as documented at platform.openai.com/docs. Moods: "double" (calls
// twice, the second time by another name), "no-call" (talks instead of calling), "garbled" (its arguments are no JSON),
// "failed", "hangs" (never answers), "late" (answers when the next audio arrives), "limited" (fails for its rate),
// "refused" (an error answers the request), "empty" (rejects each commit), "no-money", "expires" (with the second
// commit).

import type { FakeConnection, FakePeer } from "../fake-socket.ts";
import { MarkedEar } from "./marked-speech.ts";

export const earsKey = "ears-key-0123456789";

interface Message {
  readonly type: string;
  readonly audio?: string;
  readonly event_id?: string;
  readonly item_id?: string;
  readonly response_id?: string;
  readonly session?: {
    readonly type: string;
    readonly output_modalities: readonly string[];
    readonly audio: {
      readonly input: {
        readonly format: { readonly type: string; readonly rate: number };
        readonly transcription: { readonly model: string };
        readonly turn_detection: unknown;
      };
    };
  };
  readonly response?: ResponseRequest;
}

interface ResponseRequest {
  readonly conversation: string;
  readonly input?: readonly { readonly type: string; readonly id: string }[];
  readonly instructions: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly tools: readonly {
    readonly type: string;
    readonly name: string;
    readonly parameters: { readonly properties: Readonly<Record<string, unknown>> };
  }[];
  readonly tool_choice: { readonly type: string; readonly name: string };
}

/** The model's understanding; without parts the model hears the marked words and does not interpret them. */
export interface EarsMind {
  /** Accepted keys; absent: the one above. */
  readonly keys?: readonly string[];
  /** Meaning of the words. */
  readonly answerOf?: (heard: string, instructions: string) => unknown;
  /** Text of marked words. */
  readonly textOf?: (marked: string) => string;
  /** Receives each count of tokens. */
  readonly billed?: (usage: ReturnType<typeof usageOf>) => void;
}

/** A stretch of audio in the conversation. */
interface Item {
  readonly words: string;
  readonly ms: number;
}

const transcription = "conversation.item.input_audio_transcription";

export const fakeEars =
  (mind: EarsMind = {}) =>
  (connection: FakeConnection): FakePeer =>
    new FakeEars(connection, mind);

class FakeEars implements FakePeer {
  readonly #connection: FakeConnection;
  readonly #mind: EarsMind;
  readonly #ear = new MarkedEar(24_000);
  readonly #items = new Map<string, Item>();
  #isSet = false;
  #commits = 0;
  #responses = 0;
  #fromMs = 0;
  #from = 0;
  #told = 0;
  /** Late answers, by the ids of their responses. */
  #owed = new Map<string, () => void>();

  constructor(connection: FakeConnection, mind: EarsMind) {
    this.#connection = connection;
    this.#mind = mind;
    const { head } = connection;
    this.#must(head.path === "/v1/realtime" && !head.query.has("intent"), `path ${head.path}`);
    this.#must(head.query.get("model")?.startsWith("gpt-realtime-2.1") === true, "the model in the address");
    const keys = (mind.keys ?? [earsKey]).map((key) => `Bearer ${key}`);
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
    const message = JSON.parse(text) as Message;
    if (message.type === "session.update") return this.#set(message.session);
    this.#must(this.#isSet, "session.update first");
    switch (message.type) {
      case "input_audio_buffer.append":
        return this.#hear(message.audio ?? "");
      case "input_audio_buffer.commit":
        return this.#commit(message.event_id);
      case "input_audio_buffer.clear":
        [this.#from, this.#told, this.#fromMs] = [
          this.#ear.words.length,
          this.#ear.words.length,
          this.#ear.atMs,
        ];
        return this.#say({ type: "input_audio_buffer.cleared" });
      case "conversation.item.delete":
        this.#must(this.#items.delete(message.item_id ?? ""), `there is no ${message.item_id}`);
        return this.#say({ type: "conversation.item.deleted", item_id: message.item_id });
      case "response.create":
        return this.#respond(message);
      case "response.cancel":
        return this.#cancel(message.response_id ?? "");
      default:
        return this.#must(false, `text ${text.slice(0, 80)}`);
    }
  }

  #set(session: Message["session"]): void {
    const input = session?.audio.input;
    this.#must(session?.type === "realtime", "session type");
    this.#must(session?.output_modalities.join() === "text", "text only");
    this.#must(input?.format.type === "audio/pcm" && input.format.rate === 24_000, "24 kHz");
    this.#must(input?.turn_detection === null, "no turns of its own");
    this.#must(input?.transcription.model === "gpt-live-transcribe", "words while they are said");
    this.#isSet = true;
    if (this.#connection.mood === "no-money")
      return this.#error({ type: "insufficient_quota", code: "credit_balance_exhausted" });
    this.#say({ type: "session.updated", session: { id: "s-1", type: "realtime" } });
  }

  #hear(audio: string): void {
    for (const answer of this.#owed.values()) answer();
    this.#owed.clear();
    this.#ear.hear(Buffer.from(audio, "base64"));
    const { words } = this.#ear;
    const delta = words
      .slice(this.#told)
      .map(({ text }, i) => (this.#told + i > this.#from ? ` ${text}` : text));
    this.#told = words.length;
    if (delta.length > 0)
      this.#say({
        type: `${transcription}.delta`,
        item_id: `item-${this.#commits}`,
        content_index: 0,
        delta: delta.join(""),
      });
  }

  #commit(eventId: string | undefined): void {
    const { mood } = this.#connection;
    const ms = this.#ear.atMs - this.#fromMs;
    if (ms < 99 || mood === "empty")
      return this.#error({
        type: "invalid_request_error",
        code: "input_audio_buffer_commit_empty",
        event_id: eventId,
      });
    const id = `item-${this.#commits}`;
    const words = this.#ear.words
      .slice(this.#from)
      .map(({ text }) => text)
      .join(" ");
    const transcript = this.#mind.textOf?.(words) ?? words;
    [this.#from, this.#told, this.#fromMs] = [this.#ear.words.length, this.#ear.words.length, this.#ear.atMs];
    this.#commits += 1;
    this.#items.set(id, { words: transcript, ms });
    const previous = this.#commits === 1 ? null : `item-${this.#commits - 2}`;
    this.#say({ type: "input_audio_buffer.committed", item_id: id, previous_item_id: previous });
    const item = { id, type: "message", role: "user", content: [{ type: "input_audio", transcript: null }] };
    this.#say({ type: "conversation.item.added", previous_item_id: previous, item });
    this.#say({ type: "conversation.item.done", previous_item_id: previous, item });
    if (mood === "expires" && this.#commits === 2)
      return this.#error({ type: "invalid_request_error", code: "session_expired" });
    this.#say({
      type: `${transcription}.completed`,
      item_id: id,
      content_index: 0,
      transcript,
      usage: { type: "duration", seconds: ms / 1_000 },
    });
  }

  #respond({ event_id: eventId, response }: Message): void {
    if (response === undefined) return this.#must(false, "a response");
    const { conversation, metadata, tools, tool_choice: choice, instructions, input } = response;
    const [tool] = tools;
    this.#must(conversation === "none", "nothing of it stays in the conversation");
    this.#must(choice.type === "function" && choice.name === tool?.name, "one forced tool");
    this.#must(tools.length === 1 && "heard" in (tool?.parameters.properties ?? {}), "it asks for the words");
    const asked =
      input === undefined ? [...this.#items.values()] : input.flatMap(({ id }) => this.#items.get(id) ?? []);
    const { mood } = this.#connection;
    this.#must(asked.length === 1 || mood === "empty", `one turn is asked about, not ${asked.length}`);
    if (mood === "refused")
      return this.#error({ type: "invalid_request_error", code: "invalid_value", event_id: eventId });
    const id = `resp_${this.#responses}`;
    this.#responses += 1;
    const shown = { id, object: "realtime.response", metadata, conversation_id: null };
    this.#say({ type: "response.created", response: { ...shown, status: "in_progress", output: [] } });
    if (mood === "hangs") return;
    const answer = (): void => this.#answer(shown, { asked, name: choice.name, instructions });
    if (mood === "late") this.#owed.set(id, answer);
    else answer();
  }

  #answer(
    shown: { readonly id: string },
    {
      asked,
      name,
      instructions,
    }: { readonly asked: readonly Item[]; readonly name: string; readonly instructions: string },
  ): void {
    const { mood } = this.#connection;
    const { id } = shown;
    if (mood === "failed" || mood === "limited") {
      const error = mood === "failed" ? { type: "server_error" } : { code: "rate_limit_exceeded" };
      const status = { status: "failed", status_details: { type: "failed", error } };
      return this.#say({ type: "response.done", response: { ...shown, ...status, output: [], usage: null } });
    }
    const heard = asked.map(({ words }) => words).join(" ");
    const text =
      mood === "garbled"
        ? '{"heard": "y'
        : JSON.stringify({ heard, answer: this.#mind.answerOf?.(heard, instructions) ?? {} });
    const call = { type: "function_call", id: `${id}-item`, call_id: `call-${id}`, name, arguments: text };
    const message = { type: "message", role: "assistant", content: [{ type: "text", text: "Of course!" }] };
    const item = mood === "no-call" ? message : call;
    if (mood !== "no-call") {
      this.#say({
        type: "response.output_item.added",
        response_id: id,
        output_index: 0,
        item: { ...call, arguments: "" },
      });
      const half = Math.floor(text.length / 2);
      for (const delta of [text.slice(0, half), text.slice(half)])
        this.#say({
          type: "response.function_call_arguments.delta",
          response_id: id,
          call_id: call.call_id,
          delta,
        });
      this.#arguments(id, call);
      if (mood === "double") {
        this.#arguments(id, call);
        const other = JSON.stringify({ heard: "no no no", answer: {} });
        this.#arguments(id, { ...call, call_id: "call-again", arguments: other });
      }
    }
    this.#say({ type: "response.output_item.done", response_id: id, output_index: 0, item });
    const usage = usageOf(asked, this.#responses > 1);
    this.#mind.billed?.(usage);
    const done = {
      ...shown,
      status: "completed",
      output: [item],
      usage,
    };
    this.#say({ type: "response.done", response: done });
    this.#say({
      type: "rate_limits.updated",
      rate_limits: [{ name: "tokens", limit: 9_000, remaining: 8_000 }],
    });
  }

  #arguments(
    id: string,
    call: { readonly call_id: string; readonly name: string; readonly arguments: string },
  ): void {
    const { call_id, name, arguments: text } = call;
    this.#say({
      type: "response.function_call_arguments.done",
      response_id: id,
      call_id,
      name,
      arguments: text,
    });
  }

  #cancel(id: string): void {
    const { mood } = this.#connection;
    if (mood !== "hangs") return;
    const usage = usageOf([], false);
    this.#say({ type: "response.done", response: { id, status: "cancelled", output: [], usage } });
  }

  #error(error: {
    readonly type: string;
    readonly code: string;
    readonly event_id?: string | undefined;
  }): void {
    this.#say({ type: "error", event_id: "e-1", error: { message: "No.", param: null, ...error } });
  }

  #say(message: unknown): void {
    this.#connection.json(message);
  }

  #must(condition: boolean, problem: string): void {
    this.#connection.server.must(condition, `ears: ${problem}`);
  }
}

/** A token for 100 ms of audio; from the second response on a part was cached. */
function usageOf(asked: readonly Item[], isCached: boolean) {
  const audio = asked.reduce((sum, { ms }) => sum + Math.round(ms / 100), 0);
  const cached = isCached ? { text_tokens: 128, audio_tokens: 2 } : { text_tokens: 0, audio_tokens: 0 };
  return {
    total_tokens: 540 + audio,
    input_tokens: 500 + audio,
    output_tokens: 40,
    input_token_details: {
      text_tokens: 500,
      audio_tokens: audio,
      cached_tokens: cached.text_tokens + cached.audio_tokens,
      cached_tokens_details: cached,
    },
    output_token_details: { text_tokens: 40, audio_tokens: 0 },
  };
}
