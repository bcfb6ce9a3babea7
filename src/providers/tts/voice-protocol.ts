// Voice protocol: differences between vendors of voices behind a socket, as data and pure functions. The socket
// itself, its texts and its deadlines are in voice-socket.ts.

import type { FailingProvider, Scrub } from "../connection/provider-failure.ts";
import type { ErrorKind, ProviderError, WordTime } from "../provider-contract.ts";

/** Voice and pace of a text. */
export interface VoiceManner {
  /** The vendor's own name or id of the voice. */
  readonly voice: string;
  /** 1 is the normal speed. */
  readonly speed: number;
}

/** Target of a socket. Texts of one address can share a socket. */
export interface VoiceAddress {
  /** Includes the query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Meaning of a vendor's message. `id` names a text; without one, the message is about the oldest text. */
export type VoiceNews =
  /** PCM16 little endian, mono, 16 kHz; the last sample may be cut in half. */
  | { readonly type: "audio"; readonly id?: string | undefined; readonly bytes: Uint8Array }
  /** Words, or single characters, in spoken order. */
  | {
      readonly type: "words" | "letters";
      readonly id?: string | undefined;
      readonly times: readonly WordTime[];
    }
  /** Times count from zero again. */
  | { readonly type: "restart"; readonly id?: string | undefined }
  /** All audio of the text has arrived. */
  | { readonly type: "ended"; readonly id?: string | undefined }
  /** No more audio of the stopped text follows. */
  | { readonly type: "stopped"; readonly id?: string | undefined }
  /** Without an id the whole socket has failed. */
  | { readonly type: "failed"; readonly id?: string | undefined; readonly error: ProviderError };

export interface VoiceProtocol {
  readonly of: FailingProvider;
  /** Longest text, in UTF-16 units. */
  readonly charsMax: number;
  /** Texts that a socket can speak at once; with more than one, each message names its text. */
  readonly textsMax: number;
  /** Texts over the life of a socket, for vendors with such a limit. */
  readonly textsPerSocketMax?: number;
  /** An idle socket is replaced after this time, before the vendor closes it. */
  readonly idleMsMax: number;
  address(manner: VoiceManner): VoiceAddress;
  /** The messages that start a text. `id` is new on this socket. */
  say(id: string, text: string, manner: VoiceManner): readonly string[];
  /** The messages that stop a text; none if the vendor cannot stop it. */
  stop?(id: string): readonly string[];
  /**
   * Time at which a stopped text makes room for the next: at once, at its `ended` or `stopped`, or never
   * (`leave`: another socket is needed).
   */
  readonly afterStop: "free" | "ended" | "stopped" | "leave";
  /** One parsed text message. Unknown messages give no news. */
  read(message: Readonly<Record<string, unknown>>, scrub: Scrub): readonly VoiceNews[];
  /** True if audio comes as binary messages. */
  readonly binaryAudio?: boolean;
  /** Sent before the socket is closed. */
  readonly goodbye?: string;
  readonly kindOfClose?: (code: number, reason: string) => ErrorKind | undefined;
}

/** Routers and load balancers silently drop a connection after some six minutes without traffic. */
export const networkIdleMsMax = 285_000;

/** The bytes of base64; of a malformed piece, the readable part. */
export function bytesOfBase64(text: string): Uint8Array {
  return Buffer.from(text, "base64");
}

/** The nearest speed that the vendor accepts. */
export function within(speed: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, speed));
}

/** ISO 639-1 code of a tag: "de" of "de-DE" and "de". */
export function languageOf(tag: string): string {
  return tag.split("-")[0]?.toLowerCase() ?? "";
}
