// Deepgram Nova: the live recogniser of Deepgram, version 1 of its protocol (developers.deepgram.com, "Live
// Audio"). It has no opinion about turns; finalize() makes it send its words.

import { asArray, asNumber, asRecord, asText } from "../connection/json-fields.ts";
import type { ErrorKind, ProviderSettings, Stt } from "../provider-contract.ts";
import { msOfSeconds, query, type SttDialect, type SttHost } from "./stt-dialect.ts";
import { socketStt } from "./stt-socket.ts";
import { timesOf, type VendorWord } from "./vendor-turns.ts";

export function openDeepgramStt(settings: ProviderSettings): Stt {
  return socketStt(settings, (host) => new Nova(host));
}

/** The vendor closes after ten seconds without audio or message. */
const keepAliveMs = 4_000;
/** A pause of this length settles a segment, so that few words remain for the end of the turn. */
const endpointingMs = 100;
/**
 * The vendor does not answer a finalize() without remaining words. After it has settled all its words, no
 * answer is the likely answer.
 */
const settledAnswerMs = 400;
const toleranceMs = 60;
/**
 * The vendor accepts 500 tokens of terms, and with more it falls silent without a report
 * (developers.deepgram.com, "Keyterm Prompting"): a token has at least one byte.
 */
const termBytesMax = 500;
/** These regions cannot change terms within a session (developers.deepgram.com, "Configure"). */
const regional = /^wss:\/\/api\.(?:eu|au|in)\./;

class Nova implements SttDialect {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly announces = false;
  readonly chunkMs = 60;
  readonly answersAll = false;
  readonly keepAlive = { ms: keepAliveMs, message: `{"type":"KeepAlive"}` };
  readonly goodbye = `{"type":"CloseStream"}`;
  readonly #host: SttHost;
  /** Only this family of models accepts terms. */
  readonly #hasTerms: boolean;
  readonly #canChange: boolean;
  #isSettled = false;

  constructor(host: SttHost) {
    this.#host = host;
    const { model, language, baseUrl } = host.settings;
    this.headers = deepgramHeaders(host.settings);
    this.#hasTerms = model.startsWith("nova-3");
    this.#canChange = this.#hasTerms && !regional.test(baseUrl);
    this.path = `/v1/listen?${query({
      model,
      language,
      encoding: "linear16",
      sample_rate: "16000",
      channels: "1",
      interim_results: "true",
      punctuate: "true",
      endpointing: String(endpointingMs),
      keyterm: this.#hasTerms ? bounded(host.terms) : [],
    })}`;
  }

  read(message: Readonly<Record<string, unknown>>): void {
    const type = asText(message["type"]);
    if (type === "Results") this.#results(message);
    else if (type === "ConfigureFailure") this.#host.complaint(type);
    else if (type === "Error") {
      const code = asText(message["code"]) || asText(message["variant"]);
      // The session continues with the earlier terms.
      if (/keyterm|configure/i.test(code)) this.#host.complaint(code);
      else throw deepgramError(this.#host, message);
    }
  }

  finalize(): readonly string[] {
    return [`{"type":"Finalize"}`];
  }

  answerMs(): number | undefined {
    return this.#isSettled ? settledAnswerMs : undefined;
  }

  done(): void {
    this.#isSettled = false;
  }

  expect(terms: readonly string[]): void {
    if (this.#canChange) this.#host.post(JSON.stringify({ type: "Configure", keyterms: bounded(terms) }));
  }

  total(message: Readonly<Record<string, unknown>>): number | undefined {
    return message["type"] === "Metadata" ? msOfSeconds(asNumber(message["duration"])) : undefined;
  }

  kindOfClose(_code: number, reason: string): ErrorKind | undefined {
    return deepgramKind(reason);
  }

  #results(message: Readonly<Record<string, unknown>>): void {
    const host = this.#host;
    const fromMs = msOfSeconds(asNumber(message["start"])) ?? host.doneMs;
    const duration = msOfSeconds(asNumber(message["duration"]));
    const untilMs = duration === undefined ? Number.POSITIVE_INFINITY : fromMs + duration;
    // Late words, of a turn that was answered without them.
    if (untilMs <= host.doneMs + toleranceMs) return;
    // The vendor has reached later audio: no more words come for earlier turns.
    host.passed(fromMs);
    this.#hear(asRecord(asArray(asRecord(message["channel"])["alternatives"])[0]), message);
    if (message["from_finalize"] !== true) return;
    // The vendor's count of audio may end a little before ours, but it answers the oldest turn.
    host.passed(Math.max(untilMs, host.awaitedMs ?? 0));
  }

  #hear(best: Readonly<Record<string, unknown>>, message: Readonly<Record<string, unknown>>): void {
    const { turns } = this.#host;
    const text = asText(best["transcript"]);
    if (message["is_final"] !== true) {
      if (text !== "") this.#isSettled = false;
      turns.tail(text);
      return;
    }
    if (message["speech_final"] === true) this.#isSettled = true;
    else if (text !== "") this.#isSettled = false;
    const confidence = asNumber(best["confidence"]);
    if (text === "") turns.tail("");
    else {
      const words = timesOf(deepgramWords(best["words"]));
      turns.settle(text, { words, ...(confidence === undefined ? {} : { confidence }) });
    }
  }
}

/** First terms, as many as the vendor accepts. */
function bounded(terms: readonly string[]): readonly string[] {
  let bytes = 0;
  const end = terms.findIndex((term) => {
    bytes += Buffer.byteLength(term);
    return bytes > termBytesMax;
  });
  return end === -1 ? terms : terms.slice(0, end);
}

export function deepgramHeaders({ apiKey }: ProviderSettings): Readonly<Record<string, string>> {
  return apiKey === undefined ? {} : { Authorization: `Token ${apiKey.reveal()}` };
}

/** Converts times in seconds to positions in milliseconds; Flux may omit them. */
export function deepgramWords(value: unknown): readonly VendorWord[] {
  return asArray(value).map((one) => {
    const word = asRecord(one);
    const startMs = msOfSeconds(asNumber(word["start"]));
    const endMs = msOfSeconds(asNumber(word["end"]));
    const confidence = asNumber(word["confidence"]);
    return {
      text: asText(word["punctuated_word"]) || asText(word["word"]),
      ...(startMs === undefined ? {} : { startMs }),
      ...(endMs === undefined ? {} : { endMs }),
      ...(confidence === undefined ? {} : { confidence }),
    };
  });
}

/** The number of a close has changed over the years, so its words decide. */
export function deepgramKind(words: string): ErrorKind | undefined {
  if (/DATA-0000|UNPARSABLE|INVALID_(?!AUTH|CRED)|BAD_REQUEST/i.test(words)) return "bad_input";
  if (/NET-\d{4}/.test(words)) return "transient";
  if (/INVALID_AUTH|INVALID_CRED|UNAUTHORI[SZ]ED|FORBIDDEN|PERMISSION/i.test(words)) return "auth";
  if (/PAYMENT|BALANCE|FUNDS/i.test(words)) return "quota";
  if (/TOO_MANY|RATE|CONCURREN/i.test(words)) return "rate_limit";
  return undefined;
}

export function deepgramError(host: SttHost, message: Readonly<Record<string, unknown>>) {
  const code = asText(message["code"]) || asText(message["variant"]);
  const words = `${code} ${asText(message["description"])}`;
  return host.failure(deepgramKind(code) ?? "transient", words);
}
