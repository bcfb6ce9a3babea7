// Fault world: a whole server whose recogniser, language model and voice are fakes on loopback that fail on command,
// one caller in one session of an account, and the final record and books.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openApp } from "../../../src/app.ts";
import { bytesOf } from "../../../src/audio/frame.ts";
import { silentLog } from "../../../src/base/log.ts";
import { type Proof, prove } from "../../../src/billing/proof.ts";
import { type Environment, readConfig } from "../../../src/config.ts";
import { connect, type WsClient } from "../callers/ws-client.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../fakes/fake-speech.ts";
import { answer, signUpAt } from "../people.ts";
import type { HttpScript } from "../providers/fake-http.ts";
import { FakeSocketServer, type SocketScript } from "../providers/fake-socket.ts";
import { deepgramKey, fakeDeepgram } from "../providers/stt/fake-deepgram.ts";
import { speak } from "../providers/stt/marked-speech.ts";
import { FakeSpeechServer } from "../providers/tts/fake-speech-server.ts";
import { until } from "../until.ts";
import { type ChatScript, ChatServer, key } from "./chat-server.ts";
import { json } from "../json-request.ts";
import { type ChosenStore, chosenStore } from "../stores/chosen-store.ts";
import type { StoredRow } from "../stores/stored-data.ts";

/** Behaviour of each server at the next connections or requests, in order; afterwards all succeed. */
export interface Faults {
  readonly ear?: readonly SocketScript[];
  readonly chat?: readonly ChatScript[];
  readonly voice?: readonly HttpScript[];
  /** Words of the built-in recogniser as a replacement. */
  readonly builtInHears?: string;
  readonly environment?: Environment;
}

const prices = `
- {kind: stt, provider: deepgram, model: "*", unit: audio_ms, usd: 6, per: 1000000}
- {kind: llm, provider: openai-compatible, model: "*", unit: input_tokens, usd: 90, per: 1000000}
- {kind: llm, provider: openai-compatible, model: "*", unit: output_tokens, usd: 90, per: 1000000}
- {kind: tts, provider: openai-speech, model: "*", unit: chars, usd: 60, per: 1000000}
`;

export class FaultWorld implements AsyncDisposable {
  readonly ear: FakeSocketServer;
  readonly chat: ChatServer;
  readonly voice: FakeSpeechServer;
  readonly client: WsClient;
  readonly #kept: ChosenStore;
  readonly #owned: AsyncDisposableStack;

  private constructor(
    fakes: Pick<FaultWorld, "ear" | "chat" | "voice">,
    { kept, client }: { readonly kept: ChosenStore; readonly client: WsClient },
    owned: AsyncDisposableStack,
  ) {
    this.ear = fakes.ear;
    this.chat = fakes.chat;
    this.voice = fakes.voice;
    this.#kept = kept;
    this.client = client;
    this.#owned = owned;
  }

  /** Resolves when the call is up. */
  static async open(faults: Faults): Promise<FaultWorld> {
    await using owned = new AsyncDisposableStack();
    const ear = owned.use(await FakeSocketServer.open(fakeDeepgram, ...(faults.ear ?? [])));
    const chat = owned.use(await ChatServer.open(...(faults.chat ?? [])));
    const voice = owned.use(await FakeSpeechServer.open("speaches"));
    voice.scripts.push(...(faults.voice ?? []));
    const folder = mkdtempSync(join(tmpdir(), "voice-flow-faults-"));
    owned.defer(() => rmSync(folder, { recursive: true }));
    const priceFile = join(folder, "prices.yaml");
    writeFileSync(priceFile, prices);
    const stt = scriptedStt(...(faults.builtInHears === undefined ? [] : [{ text: faults.builtInHears }]));
    const speech = { ready: Promise.resolve(), stt, tts: hummingTts(), vad: loudnessVad() };
    const environment: Environment = {
      DATA_DIR: ":memory:",
      PASSWORD_MEMORY_MIB: "1",
      PRICING_FILE: priceFile,
      STT_PROVIDER: "deepgram",
      STT_URL: ear.url,
      STT_API_KEY: deepgramKey,
      LLM_BASE_URL: chat.baseUrl,
      LLM_MODEL: "tiny",
      LLM_API_KEY: key,
      LLM_FIRST_TOKEN_SECONDS: "1",
      TTS_URL: voice.baseUrl("speaches"),
      TTS_MODEL: "kokoro",
      TTS_VOICE: "af_heart",
      ...faults.environment,
    };
    const kept = owned.use(await chosenStore());
    const { store } = kept;
    const server = owned.use(await openApp(readConfig(environment), { log: silentLog, speech, store }));
    server.app.listen({ hostname: "127.0.0.1", port: 0 });
    const origin = `http://127.0.0.1:${server.app.server?.port}`;
    const ask = (path: string, init?: RequestInit): Promise<Response> => fetch(origin + path, init);
    const { service } = await signUpAt({ ask });
    const begun = await answer<{ ws_url: string }>(ask("/v1/sessions", json("POST", {}, service)));
    const client = owned.use(await connect(begun.ws_url));
    await client.ready();
    return new FaultWorld({ ear, chat, voice }, { kept, client }, owned.move());
  }

  /** Speaks, with the silence that ends a turn. */
  say(text: string): void {
    for (const frame of speak(text, 1_000)) this.client.sendAudio(bytesOf(frame));
  }

  type(content: string): void {
    this.client.send({ label: "rtvi-ai", type: "send-text", id: "typed", data: { content } });
  }

  hangUp(): void {
    this.client.send({ label: "rtvi-ai", type: "disconnect-bot", id: "bye", data: {} });
  }

  /** Resolves when a sentence was heard to its end, or only shown. */
  async heard(text: string): Promise<void> {
    await this.client.message(
      ({ type, data }) =>
        type === "bot-output" && data?.["spoken_status"] === "completed" && data["text"] === text,
    );
  }

  /** All sentences so far that were heard to their end or only shown. */
  get sentences(): readonly string[] {
    return this.client.messages.flatMap(({ type, data }) =>
      type === "bot-output" && data?.["spoken_status"] === "completed" ? [String(data["text"])] : [],
    );
  }

  /** Connections of the recogniser and requests to the model, so far. */
  get attempts(): { readonly ear: number; readonly chat: number } {
    return { ear: this.ear.connections.length, chat: this.chat.requests.length };
  }

  /** Resolves when no connection of a server is waiting. */
  async released(): Promise<void> {
    const { ear, chat, voice } = this;
    await until("rest", () => ear.open === 0 && chat.busy.size === 0 && voice.http.busy.size === 0);
  }

  /** The stored session, its events of providers, and the account's books. */
  async record(): Promise<{
    readonly row: StoredRow<"sessions">;
    readonly notices: readonly string[];
    readonly books: Proof;
  }> {
    const { data, store } = this.#kept;
    const stored = async () => (await data.rows("sessions"))[0];
    await until("end of the session", async () => (await stored())?.status === "ended");
    const row = (await stored())!;
    const lines = await data.rows("sessionEvents");
    const notices = lines.flatMap((line) => (line.type === "provider" ? [String(line.data["code"])] : []));
    return { row, notices, books: prove(await store.ledger.books(row.accountId ?? "")) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#owned[Symbol.asyncDispose]();
  }
}
