// WASI (preview 1) for a program that writes one file: its system is a directory in memory, so nothing of the machine
// can be reached through it.

import { File, OpenFile, PreopenDirectory, WASI } from "@bjorn3/browser_wasi_shim";

interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly _start: () => unknown;
}

/**
 * Runs a WASI program to its end, synchronously, and returns the bytes of the file `wanted` that it wrote into its
 * working directory. Its stdin is empty; its stdout and stderr are dropped. Throws when it ends with a code other than
 * 0, or without that file.
 */
export function runProgram(program: WebAssembly.Module, args: readonly string[], wanted: string): Uint8Array {
  const directory = new PreopenDirectory(".", new Map());
  const standard = [0, 1, 2].map(() => new OpenFile(new File([])));
  // Its debug output is on unless it is switched off.
  const system = new WASI([...args], [], [...standard, directory], { debug: false });
  const instance = new WebAssembly.Instance(program, { wasi_snapshot_preview1: system.wasiImport });
  const code = system.start({ exports: instance.exports as unknown as Exports });
  if (code !== 0) throw new Error(`The program ended with code ${code}`);
  const file = directory.dir.contents.get(wanted);
  if (!(file instanceof File)) throw new Error(`The program did not write ${wanted}`);
  return file.data;
}
