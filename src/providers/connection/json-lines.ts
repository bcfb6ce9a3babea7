// JSON lines from the body of a response: one value per line, with a limit for each. Knows no vendor and no deadline.
// https://github.com/ndjson/ndjson-spec

import { readChunks } from "./server-sent-events.ts";

/** The server sent a line that is too long, or is not JSON. */
export class BadJsonLine extends Error {
  override readonly name = "BadJsonLine";
}

/** A minute of audio at 24 kHz in base64, with room. In UTF-16 units. */
const lineCharsMax = 6_000_000;

/** Values in order, without empty lines. Aborting the signal rejects at once with its reason. */
export async function* readJsonLines(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<unknown> {
  const decoder = new TextDecoder();
  // Pieces of the incomplete line: joined once, because a line of audio comes in many.
  let pieces: string[] = [];
  let length = 0;
  for await (const chunk of readChunks(body, signal)) {
    const [first = "", ...others] = decoder.decode(chunk, { stream: true }).split("\n");
    pieces.push(first);
    length += first.length;
    if (length > lineCharsMax) throw new BadJsonLine("A line is too long");
    for (const next of others) {
      yield* parsed(pieces.join(""));
      pieces = [next];
      length = next.length;
    }
  }
  yield* parsed(pieces.join("") + decoder.decode());
}

function* parsed(line: string): Generator<unknown> {
  if (line.trim() === "") return;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new BadJsonLine("A line is not JSON");
  }
  yield value;
}
