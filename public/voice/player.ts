// Player: plays the agent's audio and knows how much of it was played. The context runs at the wire's rate, so samples
// correspond one to one, and the browser converts for the loudspeaker.

import type { Loudspeaker } from "./connection/connection.ts";
import { PlayoutQueue, type PlayoutOptions, type PlayoutStatus } from "./playout-queue.ts";
import { PlayerMarks } from "./player-marks.ts";
import type { PlayerReport, PlayerRequest } from "./player-messages.ts";
import { SoundGate } from "./sound-gate.ts";
import { fromPcm, loudness, wireRate } from "./wire-audio.ts";

/** The server sends 200 ms ahead: playing begins with a part of that, and the rest absorbs network jitter. */
const buffering: PlayoutOptions = { prebufferMs: 60, waitMsMax: 120 };

/** The playing side: an AudioWorklet, or a ScriptProcessor where worklets are missing. */
interface PlayerOutput {
  readonly node: AudioNode;
  request(request: PlayerRequest): void;
}

export interface PlayerOptions {
  /** Source of the worklet: the server's origin. */
  readonly origin: () => Promise<string>;
  /** Sound begins or ends; `at` is when it is heard, on the axis of `performance.now()`. */
  readonly changed: (playing: boolean, at: number) => void;
  /** The browser blocks the page's sound, or no longer blocks it. */
  readonly blocked: (isBlocked: boolean) => void;
}

export class Player implements Loudspeaker {
  readonly #context: AudioContext;
  readonly #output: PlayerOutput;
  readonly #changed: PlayerOptions["changed"];
  readonly #gate: SoundGate;
  #report: PlayerReport | undefined;
  #idle: (() => void)[] = [];
  readonly #marks = new PlayerMarks();
  /** Samples that were handed to the output in all. */
  #pushed = 0;

  /** Must be called while a click or a key is handled, or browsers keep the context silent (autoplay policy). */
  static async open(options: PlayerOptions): Promise<Player> {
    const context = new AudioContext({ sampleRate: wireRate, latencyHint: "interactive" });
    // This runs while the click is handled.
    void context.resume().catch(() => undefined);
    // Insecure pages have no worklets; the deprecated ScriptProcessor still plays there.
    const tell: { report: (report: PlayerReport) => void } = { report: () => undefined };
    let output: PlayerOutput;
    try {
      output =
        "audioWorklet" in context && context.audioWorklet !== undefined
          ? await withWorklet(context, options.origin, (report) => tell.report(report))
          : withoutWorklet(context, (report) => tell.report(report));
    } catch (error) {
      await context.close();
      throw error;
    }
    output.node.connect(context.destination);
    const player = new Player(context, output, options);
    tell.report = (report) => player.#heard(report);
    return player;
  }

  private constructor(context: AudioContext, output: PlayerOutput, { changed, blocked }: PlayerOptions) {
    this.#context = context;
    this.#gate = new SoundGate(context, blocked);
    this.#output = output;
    this.#changed = changed;
  }

  /** Loudness of the sound heard now, 0 to 1. */
  get level(): number {
    return this.#report?.playing === true ? this.#report.level : 0;
  }

  get playing(): boolean {
    return this.#report?.playing ?? false;
  }

  get status(): PlayoutStatus | undefined {
    return this.#report;
  }

  /** PCM16 as it came over the wire. */
  play(bytes: ArrayBuffer): void {
    const samples = fromPcm(new Int16Array(bytes, 0, bytes.byteLength >> 1));
    this.#pushed += samples.length;
    this.#output.request(samples);
  }

  /** Calls back when all audio so far was played; never, if a part of it is dropped. */
  mark(heard: () => void): void {
    this.#marks.add(this.#pushed, heard);
    if (this.#report !== undefined) this.#hearMarks(this.#report);
  }

  /** Drops all queued audio at once. */
  clear(): void {
    this.#marks.clear();
    this.#output.request("clear");
  }

  /** Resolves when the queue has been played, so that the last words of a call are heard. */
  async drained(): Promise<void> {
    if (this.playing) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  async close(): Promise<void> {
    this.#gate.close();
    this.#output.node.disconnect();
    if (this.#context.state !== "closed") await this.#context.close();
  }

  #heard(report: PlayerReport): void {
    const before = this.playing;
    this.#report = report;
    this.#hearMarks(report);
    if (report.playing === before) return;
    this.#changed(report.playing, this.#heardAt(report.atSeconds));
    if (report.playing) return;
    for (const resolve of this.#idle) resolve();
    this.#idle = [];
  }

  /** Audio at the output is heard after its latency. */
  #hearMarks({ played, dropped, atSeconds }: PlayerReport): void {
    for (const heard of this.#marks.reached(played + dropped))
      setTimeout(heard, Math.max(0, this.#heardAt(atSeconds) - performance.now()));
  }

  /**
   * Time at which a context time in seconds is heard, on the axis of `performance.now()`, with the output's latency.
   */
  #heardAt(seconds: number): number {
    const { contextTime = 0, performanceTime = 0 } = this.#context.getOutputTimestamp();
    if (performanceTime > 0) return performanceTime + (seconds - contextTime) * 1000;
    return performance.now() + (this.#context.outputLatency || 0) * 1000;
  }
}

async function withWorklet(
  context: AudioContext,
  origin: PlayerOptions["origin"],
  tell: (report: PlayerReport) => void,
): Promise<PlayerOutput> {
  await context.audioWorklet.addModule(new URL("/pages/player-worklet.js", await origin()));
  const node = new AudioWorkletNode(context, "player", {
    numberOfInputs: 0,
    outputChannelCount: [1],
    processorOptions: buffering,
  });
  node.port.onmessage = ({ data }: MessageEvent<PlayerReport>) => tell(data);
  return {
    node,
    request: (request) =>
      request === "clear" ? node.port.postMessage(request) : node.port.postMessage(request, [request.buffer]),
  };
}

function withoutWorklet(context: AudioContext, tell: (report: PlayerReport) => void): PlayerOutput {
  const playout = new PlayoutQueue(buffering);
  const node = context.createScriptProcessor(512, 0, 1);
  const report = (level: number, atSeconds: number): void =>
    tell({ ...playout.status, level: playout.status.playing ? level : 0, atSeconds });
  node.onaudioprocess = ({ outputBuffer, playbackTime }) => {
    const output = outputBuffer.getChannelData(0);
    playout.pull(output);
    report(loudness(output), playbackTime);
  };
  return {
    node,
    request(request) {
      if (request !== "clear") {
        playout.push(request);
        return;
      }
      playout.clear();
      report(0, context.currentTime);
    },
  };
}
