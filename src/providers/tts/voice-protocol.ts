// Voice protocol: differences between vendors of voices behind a socket, as data and pure functions. The socket
// itself, its texts and its deadlines are in voice-socket.ts.

import type { FailingProvider, Scrub } from "../connection/provider-failure.ts";
import type { ErrorKind, ProviderError, WordTime } from "../provider-contract.ts";

/** Voice and pace of a text. */
export interface VoiceManner {
  /** The vendor's own name or id of the voice. */
  readonly voice: string;
  /** 1 is as always. */
  readonly speed: number;
}

/** Where a socket leads. Texts of one address can share a socket. */
export interface VoiceAddress {
  /** With its query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Meaning of a vendor's message. `id` is that of a text; without one it is the text that was begun first. */
export type VoiceNews =
  /** PCM16 little endian, mono, 16 kHz; half a sample may be missing. */
  | { readonly type: "audio"; readonly id?: string | undefined; readonly bytes: Uint8Array }
  /** Words, or single characters, in the order in which they are said. */
  | {
      readonly type: "words" | "letters";
      readonly id?: string | undefined;
      readonly times: readonly WordTime[];
    }
  /** Times count anew from here. */
  | { readonly type: "restart"; readonly id?: string | undefined }
  /** All audio of the text has come. */
  | { readonly type: "ended"; readonly id?: string | undefined }
  /** Nothing more comes of the text that was stopped. */
  | { readonly type: "stopped"; readonly id?: string | undefined }
  /** Without an id it is a failure of the whole socket. */
  | { readonly type: "failed"; readonly id?: string | undefined; readonly error: ProviderError };

export interface VoiceProtocol {
  readonly of: FailingProvider;
  /** The longest text, in UTF-16 units. */
  readonly charsMax: number;
  /** Texts that a socket can have under way at once; with more than one, each message says whose it is. */
  readonly textsMax: number;
  /** Texts that a socket may ever get, for vendors that count. */
  readonly textsPerSocketMax?: number;
  /** A socket without a text is replaced after so long, before the vendor closes it. */
  readonly idleMsMax: number;
  address(manner: VoiceManner): VoiceAddress;
  /** The messages that have a text said. `id` is new on this socket. */
  say(id: string, text: string, manner: VoiceManner): readonly string[];
  /** The messages that cut a text off; none where the vendor cannot. */
  stop?(id: string): readonly string[];
  /**
   * When a text that was stopped makes room for the next: at once, at its `ended` or `stopped`, or never (`leave`:
   * another socket is needed).
   */
  readonly afterStop: "free" | "ended" | "stopped" | "leave";
  /** One text message, parsed. Unknown messages mean nothing. */
  read(message: Readonly<Record<string, unknown>>, scrub: Scrub): readonly VoiceNews[];
  /** Audio comes as binary messages. */
  readonly binaryAudio?: boolean;
  /** Sent before the socket is closed. */
  readonly goodbye?: string;
  readonly kindOfClose?: (code: number, reason: string) => ErrorKind | undefined;
}

/** Routers and load balancers drop a connection after some six minutes of silence, without a report. */
export const networkIdleMsMax = 285_000;

/** The bytes of base64; of a malformed piece, the readable part. */
export function bytesOfBase64(text: string): Uint8Array {
  return Buffer.from(text, "base64");
}

/** A speed that the vendor takes. */
export function within(speed: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, speed));
}

/** ISO 639-1, of "de-DE" or "de". */
export function languageOf(tag: string): string {
  return tag.split("-")[0]?.toLowerCase() ?? "";
}
