// Recogniser kernel benchmark: milliseconds of this thread for the recogniser's network in our own kernel, compared
// with onnxruntime-web.

import { earsCode } from "../../../src/speech/ears/ears-code.ts";
import { EarsKernel } from "../../../src/speech/ears/ears-kernel.ts";
import type { EncodedTurn, Step } from "../../../src/speech/ears/ears-model.ts";
import { human, joined } from "../../support/callers/callers.ts";
import { EarsOracle, earsModelFiles } from "../../support/ears-oracle.ts";
import { FigureList, type Figures } from "../figures.ts";

const lengths = [0.5, 1, 2, 4, 8];
const eight = Array.from({ length: 8 }, (_, row) => 3_000 + row);

/** The clock of a thread ticks slowly. */
const batchMs = 100;

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

export { claimsOf as claims } from "../figures.ts";

export async function measure(isQuick: boolean, tell: (line: string) => void): Promise<Figures> {
  const list = new FigureList(tell);
  const batches = isQuick ? 1 : 6;
  /** Cost of one: the least mean of several batches, because other work on the machine only adds. */
  const least = async (work: () => unknown): Promise<number> => {
    let ms = Number.POSITIVE_INFINITY;
    for (let batch = 0; batch < batches; batch++) {
      const from = cpuMs();
      let count = 0;
      for (; count === 0 || cpuMs() - from < batchMs; count++) await work();
      ms = Math.min(ms, (cpuMs() - from) / count);
    }
    return ms;
  };
  const all = joined(await human("vm-sorry"), await human("tt-weasels"), await human("one-moment-please"));
  const cut = (seconds: number) => Float32Array.from(all.subarray(0, seconds * 16_000), (x) => x / 32_768);
  const files = await earsModelFiles();
  const code = await earsCode();

  let ears = await EarsKernel.open(code, files);
  const opened = await least(async () => (ears = await EarsKernel.open(code, files)));
  list.add({ of: "opening the kernel", value: opened, unit: "ms", atMost: 400 });
  const oracle = await EarsOracle.open(files, true);

  const text = (encoded: EncodedTurn, pieces: number): Step => {
    let step = ears.begin(encoded, []);
    for (let i = 0; i < pieces; i++) step = ears.next(encoded, step.past, [3_000 + i]);
    return step;
  };
  /** The whole network, including the encoder. */
  const heard = (seconds: number, decode: (encoded: EncodedTurn) => unknown): Promise<number> => {
    const pcm = cut(seconds);
    return least(() => {
      const encoded = ears.encode(pcm);
      decode(encoded);
      ears.release(encoded);
    });
  };
  // Warms up the kernel's compiler.
  await heard(2, (encoded) => text(encoded, 9));

  for (const seconds of lengths) {
    const pcm = cut(seconds);
    const heardByOracle = await oracle.encode(pcm);
    const by = async (work: () => Promise<unknown>) => `onnxruntime-web ${(await least(work)).toFixed(1)} ms`;
    const encoder = await heard(seconds, () => undefined);
    const note = await by(() => oracle.encode(pcm));
    list.add({ of: `encoder, ${seconds} s`, value: encoder, unit: "ms", note });
    const encoded = ears.encode(pcm);
    const first = await least(() => ears.begin(encoded, []));
    const firstNote = await by(() => oracle.begin(heardByOracle, []));
    list.add({ of: `first step, ${seconds} s`, value: first, unit: "ms", note: firstNote });
    const { past } = text(encoded, 4);
    const step = await least(() => ears.next(encoded, past, [3_000]));
    list.add({ of: `a step, ${seconds} s`, value: step, unit: "ms" });
    const rows = ears.pick(
      past,
      eight.map(() => 0),
    );
    const steps = await least(() => ears.next(encoded, rows, eight));
    list.add({ of: `a step of eight texts, ${seconds} s`, value: steps, unit: "ms" });
    ears.release(encoded);
  }
  list.add({ of: "memory of the kernel", value: ears.memoryBytes / 1_000_000, unit: "MB", atMost: 60 });
  return list;
}
