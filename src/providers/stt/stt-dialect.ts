// Recogniser dialect: what is a vendor's own in a session over a socket (its address, its messages, how it hears), and
// what the session gives it. The session itself is the same for all and stands in stt-socket.ts.

import type { ErrorKind, ProviderError, ProviderSettings, SttEvent } from "../provider-contract.ts";
import type { FailureMore } from "../connection/provider-failure.ts";
import type { SttTurns } from "./stt-turns.ts";

/** What a dialect works with. Positions are milliseconds of audio since the session began, silence included. */
export interface SttHost {
  readonly settings: ProviderSettings;
  /** Terms that are known before the session begins, as in expect(). */
  readonly terms: readonly string[];
  readonly turns: SttTurns;
  /** Where the oldest turn ends that the vendor has still to answer. */
  readonly awaitedMs: number | undefined;
  /** Until where all turns are answered or dropped: what was said before is nobody's any more. */
  readonly doneMs: number;
  /** The vendor is ready for audio. */
  ready(): void;
  /** The vendor is done with all audio before this position: answers the turns that end there. */
  passed(positionMs: number): void;
  /** Of the turn that is open; of no interest once it was finalized. */
  opinion(opinion: Opinion, confidence?: number): void;
  /** The vendor's own count of audio, instead of ours since the last report. */
  reported(audioMs: number): void;
  /** Behind the audio that waits. */
  post(message: string): void;
  /** To be thrown: ends the session. `words`: the vendor's, for the log only. */
  failure(kind: ErrorKind, words: string, more?: FailureMore): ProviderError;
  /** The vendor complains of something that does not end the session. `code`: its own, without any words. */
  complaint(code: string): void;
}

export type Opinion = Extract<SttEvent, { type: "turn_opinion" }>["opinion"];

/** One object a session. */
export interface SttDialect {
  /** With its query, behind the base URL of the settings. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The first message. */
  readonly hello?: string;
  /** It says when it is ready; otherwise it is as soon as the socket is open. */
  readonly announces: boolean;
  /** What one message of audio is to hold, and must hold at least. */
  readonly chunkMs: number;
  readonly chunkMsMin?: number;
  /** How many milliseconds of audio the stream may be faster than real time. Absent: as fast as it comes. */
  readonly aheadMs?: number;
  /** It answers each finalize() in the end, and says nothing by which a late answer could be known. */
  readonly answersAll: boolean;
  /** It finds the end of a turn by itself: silence is sent until the turn is answered. */
  readonly needsSilence?: boolean;
  /** It says nothing before a turn is over, however long that takes. */
  readonly hearsLate?: true;
  /** When nothing was sent for so long: a message, or silence. */
  readonly keepAlive: { readonly ms: number; readonly message?: string } | undefined;
  /** What the vendor is owed at the end. */
  readonly goodbye?: string | Uint8Array;
  /** The vendor's own count of the session, in milliseconds of what it bills, if this answer to the goodbye has it. */
  total?(message: Readonly<Record<string, unknown>>): number | undefined;
  /** The open socket is what costs, not the audio. */
  readonly billsSocket?: true;
  /** A message of audio; bytes as they are without it. */
  encode?(pcm: Int16Array): string;
  /** One message of the vendor, a JSON object. Throws `host.failure(…)`. */
  read(message: Readonly<Record<string, unknown>>): void;
  /** Behind the last audio of a turn that the vendor is to answer. */
  finalize(): readonly string[];
  /** How long the answer may take in milliseconds, where it is known to be quick. */
  answerMs?(): number | undefined;
  /** The oldest turn that was awaited is done with. `isLate`: without the vendor, by its deadline. */
  done?(isLate: boolean): void;
  /** At most 50 terms of 50 UTF-16 units; none for anything. */
  expect?(terms: readonly string[]): void;
  kindOfClose?(code: number, reason: string): ErrorKind | undefined;
  close?(): void;
}

/** The part of a BCP 47 tag that vendors know: "de" of "de-DE". */
export function primaryLanguage(tag: string): string {
  return tag.split("-")[0]?.toLowerCase() ?? "";
}

/** Without empty values; an array is repeated. */
export function query(fields: Readonly<Record<string, string | readonly string[]>>): string {
  const all = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of typeof value === "string" ? [value] : value) if (one !== "") all.append(name, one);
  }
  return all.toString();
}

/** Seconds, as many vendors count, to milliseconds. */
export function msOfSeconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.round(seconds * 1_000);
}
