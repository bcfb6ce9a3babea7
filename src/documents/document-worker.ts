// Document worker: the thread that reads documents, one job per message. It yields to the threads that move and
// recognise audio.

import { Fault } from "../base/fault.ts";
import { giveWay, ownProcessorMs, threadNumber } from "../base/thread.ts";
import { jobs, loaderOf } from "./document-jobs.ts";
import type { FromWorker, Input, Job, JobKind, OtherTexts, Output, ToWorker } from "./document-message.ts";

/** A tenth of the share of the threads that calls wait for, and all of their idle time. */
const niceness = 10;

function tell(message: FromWorker): void {
  const isBytes = message.type === "done" && message.output instanceof Uint8Array;
  postMessage(message, isBytes ? [message.output.buffer] : []);
}

let texts = Promise.withResolvers<OtherTexts>();

/** Repeated whenever another flow turns out to be needed, until all are there. */
async function answerOf({ kind, input, known, texts: given }: Job): Promise<FromWorker> {
  const flowTexts = new Map(given);
  for (;;) {
    const wanted = new Set<string>();
    const resolveFlow = (id: string): string | undefined => {
      if (!flowTexts.has(id)) wanted.add(id);
      return flowTexts.get(id) ?? undefined;
    };
    const answer = await once(kind, input, {
      load: loaderOf(known, { resolveFlow }),
      usedMs: ownProcessorMs,
    });
    if (wanted.size === 0) return answer;
    texts = Promise.withResolvers();
    tell({ type: "wanted", ids: [...wanted] });
    for (const [id, text] of await texts.promise) flowTexts.set(id, text);
  }
}

async function once<K extends JobKind>(
  kind: K,
  input: Input<K>,
  doing: Parameters<(typeof jobs)[K]>[1],
): Promise<FromWorker> {
  try {
    const output: Output = await jobs[kind](input, doing);
    return { type: "done", output };
  } catch (error) {
    if (!(error instanceof Fault))
      return { type: "failed", message: (error as Error).stack ?? String(error) };
    const { code, message, options } = error;
    const { cause: _, ...told } = options;
    return { type: "refused", code, message, options: told };
  }
}

self.onmessage = ({ data }: MessageEvent<ToWorker>): void => {
  if (data.type === "texts") texts.resolve(data.texts);
  else void answerOf(data.job).then(tell);
};
const thread = threadNumber();
giveWay(thread, niceness);
tell({ type: "ready", thread });
