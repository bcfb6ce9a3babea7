// Room: a caller whose loudspeaker and microphone are in one room, in a call in virtual time with the real voice
// detection, recogniser and voice. The agent's words may return into the microphone, later and softer.

import { type Frame, samplesPerFrame, sampleRate } from "../../../src/audio/frame.ts";
import type { Stt, Tts } from "../../../src/providers/provider-contract.ts";
import type { EnginesAtOnce } from "../engines-at-once.ts";
import { type CallWorld, openFlowWorld } from "../fakes/call-script.ts";
import { fliteVoice } from "./callers.ts";

export interface Echo {
  readonly decibels: number;
  readonly delayMs: number;
}

/** Time of the recogniser for the last words, in milliseconds. */
const finalMs = 200;
/** Lead of the client's player, in milliseconds. */
const leadMs = 200;

export interface RoomOptions {
  readonly flow: string;
  readonly engines: EnginesAtOnce;
  readonly echo?: Echo;
  /** The agent's voice; absent: the fastest. */
  readonly say?: (text: string) => Int16Array;
}

export class Room {
  readonly world: CallWorld;
  /** Audio of the caller, sample by sample from the beginning of the call. */
  readonly heard: number[] = [];
  readonly #echo: Echo | undefined;
  #player: number[] = [];

  private constructor(world: CallWorld, echo: Echo | undefined) {
    this.world = world;
    this.#echo = echo;
    const { line } = world;
    line.drops = true;
    line.play = (frame) => void this.#player.push(...frame);
    line.clear = () => {
      this.#player = [];
      return true;
    };
  }

  static async open({ flow, engines, echo, ...voice }: RoomOptions): Promise<Room> {
    const say = voice.say ?? (await fliteVoice("slt", 1));
    const tts: Tts = {
      id: "slt",
      speak(text, sink) {
        sink({ type: "audio", pcm: say(text) });
        return { cancel() {}, done: Promise.resolve("ended") };
      },
    };
    const world = openFlowWorld(flow, {
      leadMs,
      changes: {
        tts: () => tts,
        vad: () => engines.vad,
        stt: (_, clock): Stt => ({
          id: "embedded",
          open: (sink) =>
            engines.openStt((event) => {
              if (event.type === "end_of_turn") clock.after(finalMs, () => sink(event));
              else sink(event);
            }),
        }),
      },
    });
    return new Room(world, echo);
  }

  /** Advances the time; the microphone records the caller's speech and the echo, and then silence up to `ms`. */
  async pass(ms: number, said: Int16Array<ArrayBufferLike> = new Int16Array()): Promise<void> {
    const { clock, call } = this.world;
    for (let at = 0; at < (ms * sampleRate) / 1000; at += samplesPerFrame) {
      await clock.advance(20);
      for (let i = 0; i < samplesPerFrame; i++) this.heard.push(this.#player.shift() ?? 0);
      call.hear(this.#microphone(said.subarray(at, at + samplesPerFrame)));
      // The detector answers in a microtask.
      await Promise.resolve();
    }
  }

  #microphone(said: Int16Array): Frame {
    const { decibels = -Infinity, delayMs = 0 } = this.#echo ?? {};
    const gain = 10 ** (decibels / 20);
    const from = this.heard.length - samplesPerFrame - (delayMs * sampleRate) / 1000;
    return Int16Array.from({ length: samplesPerFrame }, (_, i) => {
      // Noise of a good line.
      const noise = ((i * 7) % 5) - 2;
      return Math.round((said[i] ?? 0) + gain * (this.heard[from + i] ?? 0)) + noise;
    });
  }
}
