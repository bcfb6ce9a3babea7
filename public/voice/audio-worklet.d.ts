// AudioWorklet globals: types of the audio thread's scope that lib.dom leaves out.

/** Samples a second of the context. */
declare const sampleRate: number;
/** Seconds of the context, at the beginning of the block that is processed. */
declare const currentTime: number;

declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
  constructor(options?: AudioWorkletNodeOptions);
  abstract process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean;
}

declare function registerProcessor(
  name: string,
  processor: new (options: AudioWorkletNodeOptions) => AudioWorkletProcessor,
): void;
