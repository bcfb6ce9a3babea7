// AudioWorklet globals: types of the audio thread's scope that lib.dom leaves out.

/** The context's sample rate in samples per second. */
declare const sampleRate: number;
/** The context's time in seconds at the start of the processed block. */
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
