// Kernel build: `bun src/speech/build-kernels.ts` makes the .wasm files from the sources in the assembly/ folders.
// The files are in the repository, so Voice Flow runs from source without this; test/speech/kernel-build.test.ts
// rebuilds them and compares every byte.

import { join } from "node:path";
import asc from "assemblyscript/asc";
import { heapAt } from "./ears/assembly/ears-layout.ts";
import { gateNumbers, gatesAt } from "./silero/assembly/silero-layout.ts";
import { heapAt as vocalHeapAt } from "./vocal/assembly/vocal-layout.ts";

const pageBytes = 65_536;

/** Flags as on https://www.assemblyscript.org/compiler.html. */
const flags = [
  "-O3",
  "--noAssert",
  "--enable=simd",
  // No kernel allocates: memory has no manager and belongs to the kernel from its first byte.
  "--runtime=stub",
  // The compiler warns that vector parameters do not work everywhere; functions with them are not called from
  // outside.
  "--disableWarning=112",
];

interface Kernel {
  /** Name of its folder, of its main source in assembly/, and of its output. */
  readonly name: string;
  readonly memoryBytes: number;
  /** Set if the server makes it grow. */
  readonly memoryBytesMax?: number;
}

export const kernels: readonly Kernel[] = [
  { name: "silero", memoryBytes: (gatesAt + gateNumbers) * Float32Array.BYTES_PER_ELEMENT },
  { name: "ears", memoryBytes: heapAt, memoryBytesMax: 128 * 1_048_576 },
  { name: "vocal", memoryBytes: vocalHeapAt, memoryBytesMax: 32 * 1_048_576 },
];

/** Path of the stored file. */
export const kernelPath = ({ name }: Kernel): string => join(import.meta.dir, name, `${name}.wasm`);

/** Bytes of the .wasm file, equal on every machine. Takes about two seconds. Throws the compiler's message. */
export async function buildKernel(kernel: Kernel): Promise<Uint8Array> {
  const { name, memoryBytes, memoryBytesMax = memoryBytes } = kernel;
  const pages = (bytes: number) => Math.ceil(bytes / pageBytes);
  const memory = [`--initialMemory=${pages(memoryBytes)}`, `--maximumMemory=${pages(memoryBytesMax)}`];
  let wasm: Uint8Array | undefined;
  const stderr = asc.createMemoryStream();
  const { error } = await asc.main(
    [`assembly/${name}.ts`, "--outFile", `${name}.wasm`, ...flags, ...memory],
    {
      readFile: (path) =>
        Bun.file(join(import.meta.dir, name, path))
          .text()
          .catch(() => null),
      writeFile: (_, contents) => {
        if (typeof contents !== "string") wasm = contents;
      },
      listFiles: () => [],
      stderr,
    },
  );
  if (error !== null || wasm === undefined)
    throw new Error(`The kernel ${name} does not compile.\n${stderr.toString()}`);
  return wasm;
}

if (import.meta.main)
  for (const kernel of kernels) await Bun.write(kernelPath(kernel), await buildKernel(kernel));
