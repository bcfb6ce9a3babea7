// Wyoming recogniser: servers of Home Assistant's protocol (wyoming-faster-whisper, wyoming-vosk). One
// connection per turn: the servers close theirs after a transcript. https://github.com/OHF-Voice/wyoming
// (section "Speech to Text" of its README)

import { sampleRate } from "../../audio/frame.ts";
import { findProvider } from "../catalog/catalog.ts";
import { asArray, asText } from "../connection/json-fields.ts";
import { type FailingProvider, failure, scrubber } from "../connection/provider-failure.ts";
import { openWyoming, type Wyoming, type WyomingEvent } from "../connection/wyoming-frames.ts";
import type { ProviderContext, ProviderError, ProviderSettings, Stt } from "../provider-contract.ts";
import { primaryLanguage } from "./stt-dialect.ts";
import { LinkedTurns, type TurnLink } from "./turn-connection.ts";
import { type TurnHost, TurnSession } from "./turn-session.ts";

const finalMsUnknown = 2_000;
const chunkMs = 100;
const readyMsMax = 3_000;
const format = { rate: sampleRate, width: 2, channels: 1 };

export function openWyomingStt(settings: ProviderSettings): Stt {
  const of: FailingProvider = { provider: settings.provider, capability: "stt" };
  const finalMs = findProvider("stt", settings.provider)?.finalMs ?? finalMsUnknown;
  return {
    id: settings.provider,
    tellsPartials: false,
    finalMs,
    async open(sink, context, signal) {
      if (signal.aborted) throw failure(of, "cancelled", "connect");
      const link = { of, settings, context, signal };
      let describes = true;
      const open = (onOver: WyomingLinkOptions["onOver"]): Promise<WyomingLink> => {
        const opening = WyomingLink.open({ ...link, onOver, describes });
        // One request is enough, and a server that is busy with a turn may not answer another.
        describes = false;
        return opening;
      };
      const maker = await LinkedTurns.open(open, chunkMs);
      return new TurnSession({ of, finalMs: context.finalMs ?? finalMs, sink, context, signal, maker });
    },
  };
}

interface WyomingLinkOptions {
  readonly of: FailingProvider;
  readonly settings: ProviderSettings;
  readonly context: ProviderContext;
  readonly signal: AbortSignal;
  /**
   * Whether the server is asked for its services, so that a server without a recogniser is noticed before the
   * first speech.
   */
  readonly describes: boolean;
  readonly onOver: (error: ProviderError | undefined) => void;
}

class WyomingLink implements TurnLink {
  readonly #o: WyomingLinkOptions;
  readonly #described = Promise.withResolvers<void>();
  #wyoming: Wyoming | undefined;
  #host: TurnHost | undefined;
  #text = "";
  #isReady = false;

  private constructor(options: WyomingLinkOptions) {
    this.#o = options;
    // The request may fail while the connection is still being opened.
    this.#described.promise.catch(() => undefined);
  }

  static async open(options: WyomingLinkOptions): Promise<WyomingLink> {
    const link = new WyomingLink(options);
    const { of, settings, context, signal } = options;
    const wyoming = await openWyoming({
      of,
      url: settings.baseUrl,
      context,
      signal,
      onEvent: (event) => link.#hear(event),
      onOver: (error) => link.#over(error),
    });
    link.#wyoming = wyoming;
    if (options.describes) await link.#describe(wyoming);
    link.#isReady = true;
    return link;
  }

  async #describe(wyoming: Wyoming): Promise<void> {
    const { of, context } = this.#o;
    using _deadline = context.clock.after(readyMsMax, () => {
      const message = "The speech recogniser did not begin in time";
      this.#described.reject(failure(of, "transient", "start", { message }));
    });
    wyoming.send("describe");
    try {
      await this.#described.promise;
    } catch (error) {
      wyoming.close();
      throw error;
    }
  }

  begin(host: TurnHost): void {
    this.#host = host;
    const { model, language } = this.#o.settings;
    this.#wyoming?.send("transcribe", {
      ...(model === "" ? {} : { name: model }),
      ...(language === "" ? {} : { language: primaryLanguage(language) }),
    });
    this.#wyoming?.send("audio-start", format);
  }

  audio(bytes: Uint8Array): boolean {
    return this.#wyoming?.send("audio-chunk", format, bytes) === true;
  }

  finish(): void {
    this.#wyoming?.send("audio-stop");
  }

  close(): void {
    this.#host = undefined;
    this.#wyoming?.close();
  }

  #hear({ type, data }: WyomingEvent): void {
    if (type === "error") throw this.#error(data);
    if (type === "info") this.#described.resolve(this.#check(data));
    const host = this.#host;
    if (host === undefined) return;
    if (type === "transcript-chunk") {
      this.#text += asText(data["text"]);
      host.heard(this.#text.trim());
    }
    if (type === "transcript") this.#text = asText(data["text"]);
    // Streaming servers repeat the whole transcript, and then mark its end; some leave out the repetition.
    if (type === "transcript" || type === "transcript-stop") {
      host.heard(this.#text.trim());
      host.answered();
    }
  }

  #check(info: WyomingEvent["data"]): void {
    if (asArray(info["asr"]).length > 0) return;
    const message = "The server has no speech recogniser";
    throw failure(this.#o.of, "unsupported", "start", { message });
  }

  /** Errors have no useful codes: the servers send the name of an exception. */
  #error(data: WyomingEvent["data"]): ProviderError {
    const detail = scrubber([this.#text], undefined)(`${asText(data["code"])} ${asText(data["text"])}`);
    return failure(this.#o.of, "transient", this.#host === undefined ? "start" : "stream", { detail });
  }

  #over(error: ProviderError | undefined): void {
    this.#described.reject(error ?? failure(this.#o.of, "cancelled", "connect"));
    if (this.#isReady) this.#o.onOver(error);
  }
}
