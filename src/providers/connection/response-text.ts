// Response text: a server's words in place of the expected answer, read up to a limit and within the deadline.

import { readChunks } from "./server-sent-events.ts";

const textBytesMax = 64 * 1_024;

/** At most 64 KiB of the body; rejects with the signal's reason. */
export async function readText({ body }: Response, signal: AbortSignal): Promise<string> {
  if (body === null) return "";
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of readChunks(body, signal)) {
    text += decoder.decode(chunk, { stream: true });
    bytes += chunk.length;
    if (bytes >= textBytesMax) break;
  }
  return text;
}
