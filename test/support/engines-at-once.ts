// Engines at once: the embedded voice detection and recogniser in this thread, so that each answer comes at its frame,
// however busy the machine is.

import { wallClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { openLocalRecogniser } from "../../src/cli/replay/local-recogniser.ts";
import type { Stt, SttEvent, SttSession } from "../../src/providers/provider-contract.ts";
import { SileroVad } from "../../src/speech/silero-vad.ts";

export class EnginesAtOnce {
  readonly vad: SileroVad;
  readonly #stt: Stt;

  private constructor(stt: Stt, vad: SileroVad) {
    this.#stt = stt;
    this.vad = vad;
  }

  static async open(): Promise<EnginesAtOnce> {
    const vad = new SileroVad();
    const [stt] = await Promise.all([openLocalRecogniser(), vad.ready]);
    return new EnginesAtOnce(stt, vad);
  }

  openStt(sink: (event: SttEvent) => void): Promise<SttSession> {
    return this.#stt.open(sink, { clock: wallClock, log: silentLog }, new AbortController().signal);
  }
}
