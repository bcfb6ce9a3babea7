// Kernel build: `bun src/speech/silero/build-kernel.ts` makes silero.wasm of the sources in assembly/. The file is kept
// in the repository, so that Voice Flow runs from its source without this; test/speech/silero-kernel.test.ts makes it
// once more and compares every byte.

import { join } from "node:path";
import asc from "assemblyscript/asc";
import { gateNumbers, gatesAt } from "./assembly/memory-layout.ts";

const pageBytes = 65_536;
const pages = Math.ceil(((gatesAt + gateNumbers) * Float32Array.BYTES_PER_ELEMENT) / pageBytes);

/** As on https://www.assemblyscript.org/compiler.html. */
const flags = [
  "-O3",
  "--noAssert",
  "--enable=simd",
  // Nothing is ever allocated: memory has no manager, is the kernel's own from its first byte on, and does not grow.
  "--runtime=stub",
  `--initialMemory=${pages}`,
  `--maximumMemory=${pages}`,
  // It says that vectors as parameters do not work everywhere; nothing outside calls the functions that have them.
  "--disableWarning=112",
];

/** The bytes of silero.wasm, the same on every machine. Takes some two seconds. Throws what the compiler says. */
export async function buildKernel(): Promise<Uint8Array> {
  let wasm: Uint8Array | undefined;
  const said = asc.createMemoryStream();
  const { error } = await asc.main(["assembly/silero.ts", "--outFile", "silero.wasm", ...flags], {
    readFile: (name) =>
      Bun.file(join(import.meta.dir, name))
        .text()
        .catch(() => null),
    writeFile: (_, contents) => {
      if (typeof contents !== "string") wasm = contents;
    },
    listFiles: () => [],
    stderr: said,
  });
  if (error !== null || wasm === undefined)
    throw new Error(`The kernel does not compile.\n${said.toString()}`);
  return wasm;
}

if (import.meta.main) await Bun.write(join(import.meta.dir, "silero.wasm"), await buildKernel());
