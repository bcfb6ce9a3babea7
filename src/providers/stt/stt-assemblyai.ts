// AssemblyAI: its streaming recogniser, version 3 (assemblyai.com/docs, "Universal-Streaming"). It finds the ends of
// turns itself and can be told of one. The open socket is what it bills, so it is always told when we leave.

import { asArray, asNumber, asRecord, asText } from "../connection/json-fields.ts";
import type { ErrorKind, ProviderSettings, Stt } from "../provider-contract.ts";
import { msOfSeconds, primaryLanguage, query, type SttDialect, type SttHost } from "./stt-dialect.ts";
import { socketStt } from "./stt-socket.ts";
import { VendorTurns, type VendorWord } from "./vendor-turns.ts";

export function openAssemblyAiStt(settings: ProviderSettings): Stt {
  return socketStt(settings, (host) => new AssemblyAi(host));
}

/**
 * The vendor ends a session that sends faster than real time; a second is the backlog of a turn that has just begun.
 */
const aheadMs = 1_000;
/** Its turn is over already: it has nothing to say, or says so quickly. */
const settledAnswerMs = 450;

class AssemblyAi implements SttDialect {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly announces = true;
  readonly chunkMs = 100;
  /** A message holds 50 to 1,000 ms, or the session ends. */
  readonly chunkMsMin = 50;
  readonly aheadMs = aheadMs;
  readonly answersAll = false;
  /** An idle session stays, as long as no time for that was asked for. */
  readonly keepAlive = undefined;
  readonly goodbye = `{"type":"Terminate"}`;
  readonly billsSocket = true;
  readonly #host: SttHost;
  readonly #turns: VendorTurns;
  /** The last of its turns that was over; it is said twice where the text is formatted afterwards. */
  #overTurn = -1;
  #isOver = false;

  constructor(host: SttHost) {
    this.#host = host;
    this.#turns = new VendorTurns(host);
    const { model, language, apiKey } = host.settings;
    this.headers = apiKey === undefined ? {} : { Authorization: apiKey.reveal() };
    // Only these models are steered by it; the others know their language or find it out.
    const isSteered = /^(?:universal-3|u3)-/.test(model);
    this.path = `/v3/ws?${query({
      sample_rate: "16000",
      encoding: "pcm_s16le",
      speech_model: model,
      // The first transcript counts; a second, prettier version would come too late.
      format_turns: "false",
      language_codes: isSteered ? JSON.stringify([primaryLanguage(language)]) : "",
    })}`;
  }

  read(message: Readonly<Record<string, unknown>>): void {
    const type = asText(message["type"]);
    if (type === "Begin") this.#host.ready();
    else if (type === "Turn") this.#turn(message);
    else if (type === "Warning") this.#host.complaint(String(message["warning_code"]));
    else if (type === "Error") {
      const words = asText(message["error"]);
      const kind = assemblyKind(asNumber(message["error_code"]) ?? 0, words) ?? "transient";
      throw this.#host.failure(kind, words);
    }
  }

  finalize(): readonly string[] {
    return [`{"type":"ForceEndpoint"}`];
  }

  answerMs(): number | undefined {
    return this.#isOver ? settledAnswerMs : undefined;
  }

  done(): void {
    this.#isOver = false;
    this.#turns.cut();
  }

  expect(terms: readonly string[]): void {
    this.#host.post(JSON.stringify({ type: "UpdateConfiguration", keyterms_prompt: terms }));
  }

  total(message: Readonly<Record<string, unknown>>): number | undefined {
    if (message["type"] !== "Termination") return undefined;
    return msOfSeconds(asNumber(message["session_duration_seconds"]));
  }

  kindOfClose(code: number, reason: string): ErrorKind | undefined {
    return assemblyKind(code, reason);
  }

  #turn(message: Readonly<Record<string, unknown>>): void {
    const host = this.#host;
    const order = asNumber(message["turn_order"]) ?? 0;
    const text = asText(message["transcript"]);
    const isNew = this.#turns.hear(order, text, wordsOf(message["words"]));
    if (message["end_of_turn"] !== true) {
      if (isNew) this.#isOver = false;
      return;
    }
    if (order <= this.#overTurn) return;
    this.#overTurn = order;
    this.#isOver = true;
    host.opinion("over", asNumber(message["end_of_turn_confidence"]));
    // The end of a turn that was answered without it answers no other one.
    if (isNew || text === "") host.passed(host.awaitedMs ?? 0);
  }
}

function wordsOf(value: unknown): readonly VendorWord[] {
  return asArray(value).map((one) => {
    const word = asRecord(one);
    const startMs = asNumber(word["start"]);
    const endMs = asNumber(word["end"]);
    const confidence = asNumber(word["confidence"]);
    return {
      text: asText(word["text"]),
      ...(startMs === undefined ? {} : { startMs }),
      ...(endMs === undefined ? {} : { endMs }),
      ...(confidence === undefined ? {} : { confidence }),
    };
  });
}

const kinds: Readonly<Record<number, ErrorKind>> = {
  3005: "transient",
  3006: "bad_input",
  3007: "bad_input",
  3008: "session_limit",
  3009: "rate_limit",
  4001: "auth",
  4002: "quota",
  4003: "quota",
  4008: "session_limit",
  4029: "rate_limit",
};

/** Kind of an error message and of a close alike. One code stands for a wrong key and for an empty account. */
function assemblyKind(code: number, words: string): ErrorKind | undefined {
  if (code === 1008) return /balance|fund|billing|credit|payment/i.test(words) ? "quota" : "auth";
  return kinds[code];
}
