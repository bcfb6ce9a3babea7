// Voice activity detector: the embedded one (Silero): frames of many calls in, the probability of speech in each
// window of 32 ms out. It works on the audio thread: sending frames to a Worker, and answers back, costs that thread
// as much as judging them.

import type { Frame } from "../audio/frame.ts";
import type { Vad, VadEvent, VadSession } from "../providers/provider-contract.ts";
import {
  contextSamples,
  inputSamples,
  stateNumbers,
  windowSamples,
} from "./silero/assembly/silero-layout.ts";
import { SileroKernel } from "./silero/silero-kernel.ts";

/** Frames of one call waiting for the network to load: 4 s. Older frames count as silence. */
const waitingFramesMax = 200;
/** Windows judged before the first call, because compiled code becomes fast only after running. */
const warmUpWindows = 50;

interface Heard {
  readonly to: SileroSession;
  readonly event: VadEvent;
}

export class SileroVad implements Vad {
  /** Resolves when windows are judged as they come; rejects if the network cannot be loaded. */
  readonly ready: Promise<void>;
  #kernel: SileroKernel | undefined;
  #heard: Heard[] = [];
  readonly #waiting = new Set<SileroSession>();

  constructor(opening: Promise<SileroKernel> = SileroKernel.open()) {
    this.ready = opening.then((kernel) => {
      warmUp(kernel);
      this.#kernel = kernel;
      for (const session of this.#waiting) session.catchUp();
      this.#waiting.clear();
    });
    this.ready.catch(() => undefined);
  }

  open(sink: (event: VadEvent) => void): VadSession {
    const session = new SileroSession(sink, {
      kernel: () => this.#kernel,
      wait: () => this.#waiting.add(session),
      leave: () => this.#waiting.delete(session),
      tell: (event) => this.#tell(session, event),
    });
    return session;
  }

  /** Later, so that `push` never calls a sink itself; sinks do not throw. */
  #tell(to: SileroSession, event: VadEvent): void {
    if (this.#heard.push({ to, event }) > 1) return;
    queueMicrotask(() => {
      const heard = this.#heard;
      this.#heard = [];
      for (const one of heard) one.to.told(one.event);
    });
  }
}

interface SessionHost {
  readonly kernel: () => SileroKernel | undefined;
  readonly wait: () => void;
  readonly leave: () => void;
  readonly tell: (event: VadEvent) => void;
}

/** Detector of one call: 4.6 KB. */
class SileroSession implements VadSession {
  readonly #sink: (event: VadEvent) => void;
  readonly #host: SessionHost;
  /** The context, followed by the received part of the window. */
  readonly #input = new Float32Array(inputSamples);
  readonly #state = new Float32Array(2 * stateNumbers);
  #filled = contextSamples;
  /** Samples since the session began, up to the last one received. */
  #atSample = 0;
  /** Frames from before the network was loaded; undefined after that. */
  #early: Frame[] | undefined = [];
  #closed = false;

  constructor(sink: (event: VadEvent) => void, host: SessionHost) {
    this.#sink = sink;
    this.#host = host;
  }

  push(frame: Frame): void {
    if (this.#closed) return;
    const kernel = this.#host.kernel();
    if (kernel === undefined) this.#keep(frame);
    else this.#judge(kernel, frame);
  }

  reset(): void {
    this.#passOver();
    this.#input.fill(0);
    this.#state.fill(0);
    this.#filled = contextSamples;
  }

  close(): void {
    this.#closed = true;
    this.#early = undefined;
    this.#host.leave();
  }

  /** The network is loaded: judges the waiting frames. */
  catchUp(): void {
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const frame of early) this.push(frame);
  }

  told(event: VadEvent): void {
    if (!this.#closed) this.#sink(event);
  }

  #keep(frame: Frame): void {
    const early = (this.#early ??= []);
    this.#host.wait();
    if (early.length >= waitingFramesMax) {
      this.#passOver();
      this.#host.tell({ probability: 0, atSample: this.#atSample });
    }
    early.push(frame);
  }

  /** Skips frames that have waited too long. */
  #passOver(): void {
    for (const frame of this.#early?.splice(0) ?? []) this.#atSample += frame.length;
  }

  #judge(kernel: SileroKernel, pcm: Frame): void {
    for (let from = 0; from < pcm.length;) {
      const count = Math.min(pcm.length - from, inputSamples - this.#filled);
      for (let i = 0; i < count; i++) this.#input[this.#filled + i] = (pcm[from + i] ?? 0) / 32_768;
      this.#filled += count;
      this.#atSample += count;
      from += count;
      if (this.#filled < inputSamples) return;
      const probability = kernel.judge(this.#input, this.#state);
      // The end of this window precedes the next one.
      this.#input.copyWithin(0, windowSamples);
      this.#filled = contextSamples;
      this.#host.tell({ probability, atSample: this.#atSample });
    }
  }
}

function warmUp(kernel: SileroKernel): void {
  const input = Float32Array.from({ length: inputSamples }, (_, i) => Math.sin(i));
  const state = new Float32Array(2 * stateNumbers);
  for (let i = 0; i < warmUpWindows; i++) kernel.judge(input, state);
}
