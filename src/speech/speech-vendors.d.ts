// Types of speech packages: for those that ship none, as far as they are used here.

declare module "*.wasm" {
  const path: string;
  export default path;
}

declare module "*.onnx" {
  const path: string;
  export default path;
}

declare module "*.zst" {
  const path: string;
  export default path;
}

declare module "@echogarden/speex-resampler-wasm/simd" {
  export interface SpeexModule {
    readonly HEAP16: Int16Array;
    _malloc(bytes: number): number;
    _free(address: number): void;
    _speex_resampler_init(
      channels: number,
      from: number,
      to: number,
      quality: number,
      errorAddress: number,
    ): number;
    _speex_resampler_destroy(state: number): void;
    _speex_resampler_skip_zeros(state: number): number;
    _speex_resampler_get_input_latency(state: number): number;
    _speex_resampler_process_int(
      state: number,
      channel: number,
      input: number,
      inputLength: number,
      output: number,
      outputLength: number,
    ): number;
  }
  export default function create(options: { wasmBinary: Uint8Array }): Promise<SpeexModule>;
}
