// Vosk recogniser: the WebSocket protocol of vosk-server. One connection per turn, because in all its
// versions only the end of a connection ends a turn, and because a phrase list takes effect at the first
// audio of a connection. https://github.com/alphacep/vosk-server (websocket/asr_server.py)

import { sampleRate } from "../../audio/frame.ts";
import { findProvider } from "../catalog/catalog.ts";
import { asArray, asNumber, asRecord, asText } from "../connection/json-fields.ts";
import { type FailingProvider, failure } from "../connection/provider-failure.ts";
import { openProviderSocket, type ProviderSocket } from "../connection/provider-socket.ts";
import type {
  ProviderContext,
  ProviderError,
  ProviderSettings,
  Stt,
  WordTime,
} from "../provider-contract.ts";
import { phraseList } from "./phrase-list.ts";
import { msOfSeconds } from "./stt-dialect.ts";
import { LinkedTurns, type TurnLink } from "./turn-connection.ts";
import { type TurnHost, TurnSession } from "./turn-session.ts";

const finalMsUnknown = 1_500;
const chunkMs = 100;
/** The server compares the exact text, including this blank. */
const endOfTurn = '{"eof" : 1}';
/** Placeholder for words outside the phrase list; the list must contain it. */
const unknownWord = "[unk]";
const normalClosure = 1_000;

export function openVoskStt(settings: ProviderSettings): Stt {
  const of: FailingProvider = { provider: settings.provider, capability: "stt" };
  const finalMs = findProvider("stt", settings.provider)?.finalMs ?? finalMsUnknown;
  return {
    id: settings.provider,
    finalMs,
    async open(sink, context, signal) {
      if (signal.aborted) throw failure(of, "cancelled", "connect");
      const link = { of, settings, context, signal };
      const maker = await LinkedTurns.open((onOver) => VoskLink.open({ ...link, onOver }), chunkMs);
      return new TurnSession({ of, finalMs: context.finalMs ?? finalMs, sink, context, signal, maker });
    },
  };
}

interface VoskLinkOptions {
  readonly of: FailingProvider;
  readonly settings: ProviderSettings;
  readonly context: ProviderContext;
  readonly signal: AbortSignal;
  readonly onOver: (error: ProviderError | undefined) => void;
}

interface Segment {
  readonly text: string;
  readonly words: readonly WordTime[];
  /** Number of words outside the phrase list. */
  readonly unknown: number;
}

class VoskLink implements TurnLink {
  readonly #o: VoskLinkOptions;
  #socket: ProviderSocket | undefined;
  #host: TurnHost | undefined;
  readonly #segments: Segment[] = [];
  /** Each chunk gets one reply, and so does the end of the turn. */
  #chunks = 0;
  #replies = 0;
  #isFinished = false;
  #closeCode = 0;

  private constructor(options: VoskLinkOptions) {
    this.#o = options;
  }

  static async open(options: VoskLinkOptions): Promise<VoskLink> {
    const link = new VoskLink(options);
    const { of, settings, context, signal } = options;
    link.#socket = await openProviderSocket({
      of,
      url: settings.baseUrl,
      key: undefined,
      context,
      signal,
      onText: (text) => link.#hear(text),
      onOver: (error) => link.#over(error),
      kindOfClose: (code) => {
        link.#closeCode = code;
        return undefined;
      },
    });
    return link;
  }

  begin(host: TurnHost): void {
    this.#host = host;
    const phrases = phraseList(host.expectation, this.#o.settings.language);
    const config = {
      sample_rate: sampleRate,
      words: true,
      // A server whose model has a fixed vocabulary ignores the list.
      ...(phrases === undefined ? {} : { phrase_list: [...phrases, unknownWord] }),
    };
    this.#socket?.send(JSON.stringify({ config }));
  }

  audio(bytes: Uint8Array): boolean {
    const isSent = this.#socket?.send(bytes) === true;
    if (isSent) this.#chunks += 1;
    return isSent;
  }

  finish(): void {
    this.#isFinished = true;
    this.#socket?.send(endOfTurn);
  }

  close(): void {
    this.#host = undefined;
    this.#socket?.close();
  }

  #hear(message: string): void {
    const host = this.#host;
    const { partial, text, result } = asRecord(parsed(message));
    if (host === undefined || (typeof partial !== "string" && typeof text !== "string")) return;
    this.#replies += 1;
    if (typeof text === "string") this.#segments.push(segmentOf(text, asArray(result)));
    this.#tell(host, asText(partial));
    if (this.#isFinished && this.#replies > this.#chunks) host.answered();
  }

  #tell(host: TurnHost, partial: string): void {
    const segments = this.#segments;
    const parts = [...segments.map(({ text }) => text), known(partial)].filter((part) => part !== "");
    const text = parts.join(" ");
    const words = segments.flatMap((segment) => segment.words);
    const unknown = segments.reduce((sum, segment) => sum + segment.unknown, 0);
    const sure = words.reduce((sum, { confidence = 1 }) => sum + confidence, 0);
    host.heard(text, {
      words,
      // A word outside every phrase lowers the confidence in the others.
      ...(words.length === 0 ? {} : { confidence: sure / (words.length + unknown) }),
      rejected: text === "" && unknown > 0,
    });
  }

  #over(error: ProviderError | undefined): void {
    const isDone = this.#isFinished && this.#closeCode === normalClosure;
    this.#o.onOver(isDone ? undefined : error);
  }
}

function segmentOf(text: string, result: readonly unknown[]): Segment {
  const all = text.split(/\s+/).filter((word) => word !== "");
  return {
    text: known(text),
    words: result.flatMap(wordOf),
    unknown: all.filter((word) => word === unknownWord).length,
  };
}

function known(text: string): string {
  return text.replaceAll(unknownWord, " ").replaceAll(/\s+/g, " ").trim();
}

function wordOf(value: unknown): readonly WordTime[] {
  const { word, start, end, conf } = asRecord(value);
  const text = asText(word);
  const [startMs, endMs] = [msOfSeconds(asNumber(start)), msOfSeconds(asNumber(end))];
  if (text === "" || text === unknownWord || startMs === undefined || endMs === undefined) return [];
  const confidence = asNumber(conf);
  return [{ text, startMs, endMs, ...(confidence === undefined ? {} : { confidence }) }];
}

/** An unreadable message is ignored. */
function parsed(message: string): unknown {
  try {
    return JSON.parse(message);
  } catch {
    return undefined;
  }
}
