// Deepgram Flux: the recogniser of Deepgram that finds the ends of turns itself, version 2 of its protocol
// (developers.deepgram.com, "Flux"). It has no message that ends a turn; our turns are answered as soon as it
// has heard them.

import { asNumber, asText } from "../connection/json-fields.ts";
import type { ErrorKind, ProviderSettings, Stt } from "../provider-contract.ts";
import { deepgramError, deepgramHeaders, deepgramKind, deepgramWords } from "./stt-deepgram.ts";
import {
  msOfSeconds,
  type Opinion,
  primaryLanguage,
  query,
  type SttDialect,
  type SttHost,
} from "./stt-dialect.ts";
import { socketStt } from "./stt-socket.ts";
import { VendorTurns } from "./vendor-turns.ts";

export function openDeepgramFluxStt(settings: ProviderSettings): Stt {
  return socketStt(settings, (host) => new Flux(host));
}

/** Confidence at which Flux reports that a turn is probably over; without a value it never does. */
const eagerThreshold = 0.5;
/** The protocol has no keep-alive message; the vendor closes after ten seconds without audio. */
const keepAliveMs = 3_000;
/** Each of our turns ends with at least this silence: the words before it are complete. */
const silentEndMs = 300;

const opinions: ReadonlyMap<string, Opinion> = new Map([
  ["EagerEndOfTurn", "probably_over"],
  ["TurnResumed", "goes_on"],
  ["EndOfTurn", "over"],
]);

class Flux implements SttDialect {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly announces = true;
  readonly chunkMs = 80;
  readonly answersAll = false;
  readonly needsSilence = true;
  readonly keepAlive = { ms: keepAliveMs };
  readonly goodbye = `{"type":"CloseStream"}`;
  readonly #host: SttHost;
  readonly #turns: VendorTurns;
  /** Position up to which Flux has heard, and whether its last turn is over. */
  #heardMs = 0;
  #isOver = false;
  /** One change of the settings at a time; the latest requested one follows. */
  #isConfiguring = false;
  #wished: readonly string[] | undefined;

  constructor(host: SttHost) {
    this.#host = host;
    this.#turns = new VendorTurns(host);
    const { model, language } = host.settings;
    this.headers = deepgramHeaders(host.settings);
    this.path = `/v2/listen?${query({
      model,
      encoding: "linear16",
      sample_rate: "16000",
      eager_eot_threshold: String(eagerThreshold),
      language_hint: model.endsWith("-multi") ? primaryLanguage(language) : "",
    })}`;
  }

  read(message: Readonly<Record<string, unknown>>): void {
    const type = asText(message["type"]);
    if (type === "Connected") this.#host.ready();
    else if (type === "TurnInfo") this.#turnInfo(message);
    else if (type === "ConfigureSuccess") this.#configured();
    else if (type === "ConfigureFailure") {
      this.#host.complaint(asText(message["code"]));
      this.#configured();
    } else if (type === "Error") throw deepgramError(this.#host, message);
  }

  /** The vendor may have heard all words already. */
  finalize(): readonly string[] {
    this.#answer();
    return [];
  }

  done(): void {
    this.#turns.cut();
  }

  expect(terms: readonly string[]): void {
    this.#wished = terms;
    if (!this.#isConfiguring) this.#configure();
  }

  kindOfClose(_code: number, reason: string): ErrorKind | undefined {
    return deepgramKind(reason);
  }

  #turnInfo(message: Readonly<Record<string, unknown>>): void {
    const event = asText(message["event"]);
    const index = asNumber(message["turn_index"]) ?? 0;
    const text = asText(message["transcript"]);
    this.#turns.hear(index, text, deepgramWords(message["words"]));
    this.#heardMs = msOfSeconds(asNumber(message["audio_window_end"])) ?? this.#heardMs;
    if (event === "EndOfTurn") this.#isOver = true;
    else if (text !== "" || event === "StartOfTurn") this.#isOver = false;
    const opinion = opinions.get(event);
    if (opinion !== undefined) {
      this.#host.opinion(opinion, asNumber(message["end_of_turn_confidence"]));
    }
    this.#answer();
  }

  #answer(): void {
    this.#host.passed(this.#heardMs + (this.#isOver ? silentEndMs : 0));
  }

  #configured(): void {
    this.#isConfiguring = false;
    if (this.#wished !== undefined) this.#configure();
  }

  #configure(): void {
    this.#isConfiguring = true;
    this.#host.post(JSON.stringify({ type: "Configure", keyterms: this.#wished }));
    this.#wished = undefined;
  }
}
