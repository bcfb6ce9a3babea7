// Whose window is judged next when there are more calls than fit into one batch.

import { expect, test } from "bun:test";
import { VadEngine } from "../../src/speech/silero-vad.ts";

test("vad: when many calls are behind, all are behind alike", async () => {
  const answered: number[] = [];
  const engine = await VadEngine.open(({ id }) => void answered.push(id));
  const windows = 4;
  for (let id = 1; id <= 20; id++) engine.push(id, new Int16Array(windows * 512));
  await engine.run();
  expect(answered).toHaveLength(20 * windows);
  for (let round = 1; round <= windows; round++) {
    // After each 20 answers everybody has been answered once more; a batch may run one ahead of that.
    const counts = new Map<number, number>();
    for (const id of answered.slice(0, round * 20)) counts.set(id, (counts.get(id) ?? 0) + 1);
    expect([...counts.values()].every((count) => Math.abs(count - round) <= 1)).toBe(true);
    expect(counts.size).toBe(20);
  }
});
