// Turn network: a model that hears whether a caller has finished (Smart Turn v3, pipecat-ai/smart-turn), from the
// operator's file, run by onnxruntime-web on the calling thread.

import * as ort from "onnxruntime-web/wasm";
import { openNetwork } from "./onnx-engine.ts";
import { featureFrames, LogMelFeatures, melBands } from "./log-mel-features.ts";

const shape = [1, melBands, featureFrames];

export class TurnNetwork {
  readonly #session: ort.InferenceSession;
  readonly #features = new LogMelFeatures();
  readonly #input: string;
  readonly #output: string;

  private constructor(session: ort.InferenceSession, input: string, output: string) {
    this.#session = session;
    this.#input = input;
    this.#output = output;
  }

  /** Takes half a second and 60 MB. Rejects with a clause about the file if it is no such model. */
  static async open(path: string): Promise<TurnNetwork> {
    const file = Bun.file(path);
    if (!(await file.exists())) throw new Error("does not exist");
    const session = await openNetwork(await file.bytes()).catch(() => {
      throw new Error("is no ONNX model that can be read");
    });
    const [input, output] = [session.inputNames[0], session.outputNames[0]];
    if (input === undefined || output === undefined || session.inputNames.length > 1)
      throw new Error("is another model: it takes one input of 80 bands and 800 frames");
    const network = new TurnNetwork(session, input, output);
    await network.judge(new Int16Array(0)).catch(() => {
      throw new Error("is another model: it takes one input of 80 bands and 800 frames");
    });
    return network;
  }

  /** Probability of the turn's end, from 0 to 1. `sound`: 16 kHz PCM16, of which the last 8 s count. */
  async judge(sound: Int16Array): Promise<number> {
    const input = new ort.Tensor("float32", this.#features.of(sound), shape);
    const answers = await this.#session.run({ [this.#input]: input });
    const probability = Number(answers[this.#output]?.data[0]);
    if (!(probability >= 0 && probability <= 1)) throw new Error("answers with no probability");
    return probability;
  }
}
