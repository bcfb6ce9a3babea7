// Flight recorder: collects audio, words, decisions and reports of one call, and passes them on as parts of a file,
// in step with the call. It never waits, and cannot fail the call.

import { type Frame, silence } from "../../audio/frame.ts";
import type { Clock } from "../../base/clock.ts";
import type { CallEvent } from "../../voice/call-event.ts";
import type { CallLine } from "../../voice/line.ts";
import type { TurnDecision } from "../../voice/turn-loop.ts";
import {
  audioPart,
  entriesPart,
  type FlightEntry,
  type FlightHead,
  headPart,
  magic,
} from "./flight-record.ts";
import { entryOf } from "./masked-entry.ts";
import { AgentMask } from "../agent-mask.ts";
import { tappedLine } from "../tapped-line.ts";
import { redactData, type RedactText } from "../text-redaction.ts";
import { StereoTrack } from "./stereo-track.ts";
import { RedactionHold } from "./redaction-hold.ts";

/** Takes parts in order. Neither throws nor waits. */
export interface FlightFile {
  add(part: Uint8Array): void;
  /** No more parts follow. */
  end(): void;
}

export interface FlightRecorderOptions {
  readonly clock: Pick<Clock, "now">;
  readonly head: FlightHead;
  readonly file: FlightFile;
  /** True while the caller's words must stay silent in the recording. */
  readonly isSensitive: () => boolean;
  /** True while nothing may be stored. */
  readonly isUnrecorded: () => boolean;
  /** Redaction of texts; undefined: none. */
  readonly redactText?: RedactText | undefined;
}

export class FlightRecorder {
  readonly #o: FlightRecorderOptions;
  readonly #beganAt: number;
  readonly #track = new StereoTrack();
  /** Undefined: no words are replaced. */
  readonly #hold: RedactionHold | undefined;
  #entries: FlightEntry[] = [];
  #flushedAt = 0;
  readonly #mask: AgentMask;
  #isOver = false;

  constructor(options: FlightRecorderOptions) {
    this.#o = options;
    this.#beganAt = options.clock.now();
    if (options.redactText !== undefined) this.#hold = new RedactionHold();
    this.#mask = new AgentMask(options.redactText, options.isUnrecorded);
    options.file.add(magic);
    options.file.add(headPart(options.head));
  }

  get #now(): number {
    return this.#o.clock.now() - this.#beganAt;
  }

  /** A caller's frame, as the call gets it. */
  hear(frame: Frame): void {
    if (this.#isOver) return;
    this.#track.caller(this.#o.isSensitive() ? silence : frame, this.#now);
    this.#flush();
  }

  /** The same line, with the agent's side recorded. */
  around(line: CallLine): CallLine {
    return tappedLine(line, {
      played: (frame) => this.#track.agent(this.#mask.isOn ? silence : frame, this.#now),
      dropped: () => this.#track.cut(this.#now),
    });
  }

  /** Records an event of the turn step, and its effects. */
  decided({ on, effects, heard = {} }: TurnDecision): void {
    const { confidence, ...words } = heard;
    const sure = confidence === undefined ? {} : { confidence };
    const also = this.#o.isSensitive() ? {} : words;
    this.#add({ type: "turn", atMs: Math.round(this.#now), on, effects, ...sure, ...also });
  }

  told(event: CallEvent): void {
    // The masked audio was sent ahead, and is being heard from now on.
    if (this.#mask.take(event)) this.#track.cut(this.#now);
    this.#judge(event);
    // Continued words may be the first half of a number.
    const isHalf = this.#o.redactText !== undefined && event.type === "user-words" && !event.final;
    const entry = isHalf ? undefined : entryOf(event);
    if (entry !== undefined) this.#add(entry);
    this.#flush();
  }

  /** The call has ended completely. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#hush(this.#hold?.givenUp(this.#now, true));
    for (const second of this.#track.rest(this.#now)) this.#o.file.add(audioPart(second));
    this.#write();
    this.#o.file.end();
  }

  /** The caller's audio is silenced wherever the words are replaced. */
  #judge(event: CallEvent): void {
    const hold = this.#hold;
    if (hold === undefined || this.#isOver) return;
    if (event.type === "user-speaking" && event.speaking) hold.began(this.#now);
    if (event.type === "turn-ended") hold.over();
    if (event.type === "user-words" && event.final)
      this.#hush(hold.judged(this.#isReplaced(event.text), this.#now));
  }

  #isReplaced(text: string): boolean {
    const { redactText } = this.#o;
    return redactText !== undefined && redactText(text) !== text;
  }

  #hush(fromMs: number | undefined): void {
    if (fromMs !== undefined) this.#track.hush(fromMs, this.#now);
  }

  #add(entry: FlightEntry): void {
    const { redactText } = this.#o;
    if (this.#isOver) return;
    this.#entries.push(redactText === undefined ? entry : (redactData(entry, redactText) as FlightEntry));
  }

  /** Writes the gathered part; called once a second. */
  #flush(): void {
    if (this.#isOver || this.#now - this.#flushedAt < 1_000) return;
    this.#flushedAt = this.#now;
    this.#hush(this.#hold?.givenUp(this.#now, false));
    for (const second of this.#track.take(this.#now, this.#hold?.heldFrom(this.#now)))
      this.#o.file.add(audioPart(second));
    this.#write();
  }

  #write(): void {
    if (this.#entries.length > 0) this.#o.file.add(entriesPart(this.#entries));
    this.#entries = [];
  }
}
