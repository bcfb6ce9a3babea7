// Session on stdio: simultaneous requests, cancelled ones, and the end of the input.

import { expect, test } from "bun:test";
import { tool } from "../../src/mcp/agent-tools.ts";
import { StdioSession } from "../../src/cli/mcp/stdio-session.ts";
import { echo, server } from "../support/mcp-echo.ts";
import { until } from "../support/until.ts";

const line = (message: object): Buffer => Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const call = { method: "tools/call", params: { name: "echo" } };

/** A session whose tool waits until the test releases it, and a writer to the session. */
function open() {
  const written: { readonly id?: unknown; readonly error?: { readonly code: number } }[] = [];
  const waiting: { readonly signal: AbortSignal; readonly goOn: () => void }[] = [];
  const slow = tool(echo, {}, async (_args, signal) => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    waiting.push({ signal, goOn: () => resolve(undefined) });
    await promise;
    return { text: "done", data: {} };
  });
  const session = new StdioSession({ ...server, tools: [slow] }, (text) =>
    written.push(JSON.parse(text) as object),
  );
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  return { written, waiting, writer, over: session.run(readable) };
}

test("a cancelled request is not answered, and a parallel one is", async () => {
  const { written, waiting, writer, over } = open();
  await writer.write(line({ id: 1, ...call }));
  await writer.write(line({ id: "two", ...call }));
  await until("both run", () => waiting.length === 2);
  await writer.write(line({ method: "notifications/cancelled", params: { requestId: 1 } }));
  await until("it hears of it", () => waiting[0]!.signal.aborted);
  for (const { goOn } of waiting) goOn();
  await writer.close();
  await over;
  expect(written.map(({ id }) => id)).toEqual(["two"]);
});

test("a used id is refused, and may be used again afterwards", async () => {
  const { written, waiting, writer, over } = open();
  await writer.write(line({ id: 1, ...call }));
  await writer.write(line({ id: 1, method: "ping" }));
  await until("the second is refused", () => written.length === 1);
  expect(written[0]!.error?.code).toBe(-32_600);
  waiting[0]!.goOn();
  await until("the first is answered", () => written.length === 2);
  await writer.write(line({ id: 1, method: "ping" }));
  await writer.close();
  await over;
  expect(written).toHaveLength(3);
});

test("a request before the end of the input is answered", async () => {
  const { written, waiting, writer, over } = open();
  await writer.write(line({ id: 1, ...call }));
  await writer.close();
  await until("it runs", () => waiting.length === 1);
  waiting[0]!.goOn();
  await over;
  expect(written).toMatchObject([{ id: 1, result: { isError: false } }]);
});
