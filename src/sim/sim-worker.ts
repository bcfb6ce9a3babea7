// Simulation worker: a thread that simulates calls of one flow, batch by batch.

import { assert } from "../base/assert.ts";
import { type LoadedFlow, loadFlow } from "../flow/language/load-flow.ts";
import { callBySeed } from "./call-by-seed.ts";
import type { CallSummary, FromSimWorker, SimBatch, SimOrder, ToSimWorker } from "./sim-worker-message.ts";

let flow: (LoadedFlow & Pick<SimOrder, "troubles">) | undefined;

const tell = (message: FromSimWorker): void => postMessage(message);

function load({ id, text, troubles }: SimOrder): void {
  const loaded = loadFlow(text, {
    resolveFlow: (other) => (other === id ? text : undefined),
    hasOtherFlows: true,
    // The sender has checked the hosts; a simulation sends no request.
    outboundAllowed: () => true,
  });
  flow = { ...loaded, troubles };
}

async function answerTo({ seeds }: SimBatch): Promise<FromSimWorker> {
  try {
    const { program, tests, troubles = false } = flow ?? {};
    assert(program !== undefined && tests !== undefined, "a flow that can be run comes first");
    const calls: CallSummary[] = [];
    for (const seed of seeds) calls.push(await callBySeed({ program, tests, seed, troubles }));
    return { type: "done", calls };
  } catch (error) {
    return { type: "failed", message: (error as Error).stack ?? String(error) };
  }
}

self.onmessage = ({ data }: MessageEvent<ToSimWorker>): void => {
  if (data.type === "flow") load(data);
  else void answerTo(data).then(tell);
};
tell({ type: "ready" });
