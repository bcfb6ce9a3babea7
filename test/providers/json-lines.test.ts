// JSON lines: values arrive complete from any pieces, also if a character is cut in two, and errors name the broken
// lines.

import { expect, test } from "bun:test";
import { BadJsonLine, readJsonLines } from "../../src/providers/connection/json-lines.ts";

const text = '{"é":"日本"}\r\n\n 5 \n[1]';

async function read(pieces: readonly (Uint8Array | string)[]): Promise<unknown[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(Buffer.from(piece as string));
      controller.close();
    },
  });
  return Array.fromAsync(readJsonLines(body, new AbortController().signal));
}

for (const size of [1, 2, 3, 7, 1_000]) {
  test(`json lines: pieces of ${size} bytes are read`, async () => {
    const bytes = Buffer.from(text);
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, (i + 1) * size),
    );
    expect(await read(pieces)).toEqual([{ é: "日本" }, 5, [1]]);
  });
}

test("json lines: an empty body has no values", async () => {
  expect(await read([])).toEqual([]);
  expect(await read(["\n\n"])).toEqual([]);
});

test("json lines: a line that is not JSON, or too long, is reported", async () => {
  expect(await read(["5\n", "{"]).catch((error: unknown) => error)).toBeInstanceOf(BadJsonLine);
  const piece = "1".repeat(1_000_000);
  const endless = Array.from({ length: 7 }, () => piece);
  expect(String(await read(endless).catch((error: unknown) => error))).toContain("too long");
});
