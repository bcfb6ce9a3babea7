// Cartesia Ink-2: its recogniser with turns of its own (docs.cartesia.ai, "Turn-based speech to text"). It
// has no message that ends a turn: our turns are answered when the vendor's are over, or by their deadline
// with the words so far, which the vendor never takes back.

import { asNumber, asText } from "../connection/json-fields.ts";
import { kindOf } from "../connection/provider-failure.ts";
import type { ProviderSettings, Stt } from "../provider-contract.ts";
import { query, type SttDialect, type SttHost } from "./stt-dialect.ts";
import { socketStt } from "./stt-socket.ts";
import { VendorTurns } from "./vendor-turns.ts";

export function openCartesiaStt(settings: ProviderSettings): Stt {
  return socketStt(settings, (host) => new Ink(host));
}

const version = "2026-08-14";
/** The vendor closes after three minutes without a message. */
const keepAliveMs = 60_000;

class Ink implements SttDialect {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly announces = true;
  readonly chunkMs = 100;
  readonly answersAll = false;
  readonly needsSilence = true;
  readonly keepAlive = { ms: keepAliveMs };
  readonly goodbye = `{"type":"close"}`;
  readonly #host: SttHost;
  readonly #turns: VendorTurns;
  /** The vendor's turns have no numbers, so they are counted here. */
  #index = 0;
  /** True if the vendor's last turn is over and contains all words since our turn began. */
  #isOver = false;

  constructor(host: SttHost) {
    this.#host = host;
    this.#turns = new VendorTurns(host);
    const { model, apiKey } = host.settings;
    this.headers = {
      ...(apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey.reveal()}` }),
      "Cartesia-Version": version,
    };
    this.path = `/stt/turns/websocket?${query({ model, encoding: "pcm_s16le", sample_rate: "16000" })}`;
  }

  read(message: Readonly<Record<string, unknown>>): void {
    const text = asText(message["transcript"]);
    const type = asText(message["type"]);
    if (type === "connected") this.#host.ready();
    else if (type === "turn.start") {
      this.#index += 1;
      this.#isOver = false;
    } else if (type === "turn.update") this.#turns.hear(this.#index, text);
    else if (type === "turn.eager_end") {
      this.#turns.hear(this.#index, text);
      this.#host.opinion("probably_over");
    } else if (type === "turn.resume") this.#host.opinion("goes_on");
    else if (type === "turn.end") this.#end(text);
    else if (type === "error") this.#fail(message);
  }

  /** The vendor's turn may be over already. */
  finalize(): readonly string[] {
    if (this.#isOver) this.#answer();
    return [];
  }

  done(): void {
    this.#isOver = false;
    this.#turns.cut();
  }

  #end(text: string): void {
    // The end of a turn whose words were all answered answers no other turn.
    if (!this.#turns.hear(this.#index, text) && text !== "") return;
    this.#isOver = true;
    this.#host.opinion("over");
    this.#answer();
  }

  #answer(): void {
    this.#host.passed(this.#host.awaitedMs ?? 0);
  }

  #fail(message: Readonly<Record<string, unknown>>): never {
    const code = asText(message["error_code"]);
    const words = `${code} ${asText(message["title"])} ${asText(message["message"])}`;
    throw this.#host.failure(kindOf(asNumber(message["status_code"]), code), words);
  }
}
