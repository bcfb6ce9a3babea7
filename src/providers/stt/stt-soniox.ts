// Soniox: its realtime recogniser (soniox.com/docs, "WebSocket API"). Pieces of words come one by one, each
// with its time; marks among them mean that a turn is over or that finalize() is answered.

import { asArray, asNumber, asRecord, asText } from "../connection/json-fields.ts";
import { kindOf } from "../connection/provider-failure.ts";
import type { ErrorKind, ProviderSettings, Stt, WordTime } from "../provider-contract.ts";
import { primaryLanguage, type SttDialect, type SttHost } from "./stt-dialect.ts";
import { socketStt } from "./stt-socket.ts";
import { meanConfidence, timesOf, type VendorWord } from "./vendor-turns.ts";

export function openSonioxStt(settings: ProviderSettings): Stt {
  return socketStt(settings, (host) => new Soniox(host));
}

/** Interval during silence; after twenty seconds without it the vendor closes. */
const keepAliveMs = 5_000;
/** The vendor accepts audio at real time; two seconds are the backlog of a turn that has just begun. */
const aheadMs = 2_000;

class Soniox implements SttDialect {
  readonly path = "/transcribe-websocket";
  /** The key in the first message, as its older clients send it, is refused from 2027-01-15 on. */
  readonly headers: Readonly<Record<string, string>>;
  readonly hello: string;
  /** The vendor is silent before the first words, unless it refuses. */
  readonly announces = false;
  readonly chunkMs = 120;
  readonly aheadMs = aheadMs;
  readonly answersAll = true;
  readonly keepAlive = { ms: keepAliveMs, message: `{"type":"keepalive"}` };
  /** An empty frame is the end of the audio. */
  readonly goodbye = new Uint8Array(0);
  readonly #host: SttHost;
  /** Pieces of the incomplete word. */
  #open: VendorWord[] = [];

  constructor(host: SttHost) {
    this.#host = host;
    const { model, language, apiKey } = host.settings;
    this.headers = apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey.reveal()}` };
    this.hello = JSON.stringify({
      model,
      audio_format: "pcm_s16le",
      sample_rate: 16_000,
      num_channels: 1,
      language_hints: language === "" ? [] : [primaryLanguage(language)],
      enable_endpoint_detection: true,
      ...(host.terms.length === 0 ? {} : { context: { terms: host.terms } }),
    });
  }

  finalize(): readonly string[] {
    return [`{"type":"finalize"}`];
  }

  read(message: Readonly<Record<string, unknown>>): void {
    const code = asNumber(message["error_code"]);
    if (code !== undefined) throw this.#host.failure(kindOf(code, ""), asText(message["error_message"]));
    let tail = "";
    for (const one of asArray(message["tokens"])) {
      const token = asRecord(one);
      const text = asText(token["text"]);
      // Text after a mark belongs to the next turn, even within one message.
      if (text === "<end>") this.#host.opinion("over");
      else if (text === "<fin>") {
        this.#closeWord();
        this.#host.turns.answered();
      } else if (token["is_final"] === true) this.#settle(text, token);
      else tail += text;
    }
    this.#host.turns.tail(tail, true);
    if (message["finished"] === true) throw this.#host.failure("transient", "finished");
  }

  kindOfClose(_code: number, reason: string): ErrorKind | undefined {
    return /unauthori[sz]ed|api key/i.test(reason) ? "auth" : undefined;
  }

  #settle(text: string, token: Readonly<Record<string, unknown>>): void {
    if (/^\s/.test(text)) this.#closeWord();
    const startMs = asNumber(token["start_ms"]);
    const endMs = asNumber(token["end_ms"]);
    const confidence = asNumber(token["confidence"]);
    this.#open.push({
      text,
      ...(startMs === undefined ? {} : { startMs }),
      ...(endMs === undefined ? {} : { endMs }),
      ...(confidence === undefined ? {} : { confidence }),
    });
    this.#host.turns.settle(text, { glued: true });
  }

  #closeWord(): void {
    const word = wordOf(this.#open);
    const confidence = meanConfidence(this.#open);
    this.#open = [];
    if (word === undefined) return;
    const more = confidence === undefined ? {} : { confidence };
    this.#host.turns.settle("", { glued: true, words: word, ...more });
  }
}

/** The word of its pieces; undefined without pieces. A word without times is left out. */
function wordOf(pieces: readonly VendorWord[]): readonly WordTime[] | undefined {
  const first = pieces[0];
  if (first === undefined) return undefined;
  const text = pieces
    .map((piece) => piece.text)
    .join("")
    .trim();
  const endMs = pieces.at(-1)?.endMs;
  const confidence = meanConfidence(pieces);
  return timesOf([
    {
      ...first,
      text,
      ...(endMs === undefined ? {} : { endMs }),
      ...(confidence === undefined ? {} : { confidence }),
    },
  ]);
}
