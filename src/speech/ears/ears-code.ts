// Ears code: the compiled kernel, from the repository or out of the executable.

import code from "./ears.wasm" with { type: "file" };

export function earsCode(): Promise<Uint8Array<ArrayBuffer>> {
  return Bun.file(code).bytes();
}
