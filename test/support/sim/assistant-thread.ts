// Assistant thread: simulates calls of assistants in a thread of its own, batch by batch.

import { simulateAssistant } from "./sim-assistant.ts";

self.onmessage = async ({ data: seeds }: MessageEvent<readonly number[]>) => {
  const calls = [];
  for (const seed of seeds) {
    const { events: _, ...call } = await simulateAssistant(seed);
    calls.push(call);
  }
  postMessage(calls);
};
