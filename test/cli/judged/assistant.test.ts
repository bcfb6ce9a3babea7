// Command `test` on an assistant's file: the guide's example, with a scripted model behind a real socket.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readAssistantFile } from "../../../src/cli/judged/assistant-file.ts";
import { playAssistant } from "../../../src/cli/judged/assistant-talk.ts";
import { sourceBytesMax } from "../../../src/flow/language/source/source-reader.ts";
import type { Llm } from "../../../src/providers/provider-contract.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";
import {
  ChatServer,
  doneMark,
  finish,
  key,
  role,
  toolParts,
  usage,
  wellBehaved,
} from "../../support/servers/chat-server.ts";
import { product } from "../../support/servers/product.ts";

let folder = "";
let example = "";
let printed = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assistant-"));
  const guide = await Bun.file("src/manual/guides/talk-freely.md").text();
  const section = guide.slice(guide.indexOf("## Test an assistant"));
  example = /```yaml\n(.*?)```/s.exec(section)?.[1] ?? "";
  printed = /```text\n(.*?)```/s.exec(section)?.[1] ?? "";
});
afterAll(() => rm(folder, { recursive: true }));

async function command(text: string, environment: Record<string, string>, ...args: readonly string[]) {
  const path = join(folder, "assistant.yaml");
  await Bun.write(path, text);
  const child = Bun.spawn([...product, "test", path, ...args], {
    env: { ...process.env, ...environment },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, error] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out: out.replace(path, "assistant.yaml"), error };
}

const modelAt = (chat: ChatServer) => ({ LLM_BASE_URL: chat.baseUrl, LLM_MODEL: "tiny", LLM_API_KEY: key });
const hello = wellBehaved("Hello, how can I help?");
const books = {
  parts: [
    role(),
    ...toolParts("book", JSON.stringify({ guests: 4, day: "2026-11-27" })),
    finish("tool_calls"),
    usage(1, 1),
    doneMark,
  ],
};

test("assistant: the guide's example prints what the guide shows when one of three runs books nothing", async () => {
  await using chat = await ChatServer.open(
    hello,
    books,
    wellBehaved("Booked. Your number is seventeen."),
    hello,
    wellBehaved("For which day?"),
    hello,
    books,
    wellBehaved("Done: number 17."),
  );
  const { code, out, error } = await command(example, modelAt(chat), "--runs", "3");
  expect([error, out]).toEqual(["", printed]);
  expect(code).toBe(0);
  const [first] = (await chat.request(1)).body.messages;
  expect(first?.content).toContain("You take bookings for a restaurant.");
  const results = (await chat.request(2)).body.messages.filter(({ role: of }) => of === "tool");
  expect(JSON.stringify(results)).toContain("17");
}, 240_000);

test("assistant: a forbidden claim fails every run, and so the command", async () => {
  await using chat = await ChatServer.open(
    hello,
    books,
    wellBehaved("Number 17. And there is a discount of ten percent."),
  );
  const { code, out } = await command(example, modelAt(chat));
  expect(out).toContain("run 1: step 4: the agent made this claim");
  expect([code, out]).toEqual([1, expect.stringContaining("pass@1 0.00") as string]);
}, 240_000);

test.each([
  ["system_prompt: 7", "system_prompt must be a text"],
  ["system_prompt: a\nprompt: b", "unknown keys: prompt; the keys are system_prompt, language, tools, tests"],
  ["system_prompt: 'Hello {{ name }}'", "the prompt of a test has no {{ }}: write the values"],
  ["system_prompt: a\ntools: {find: {htp: GET https://a.example/}}", "htp"],
  [
    "system_prompt: a\ntests: [{name: it, script: [{never_calls: book}]}]",
    "/tests/0/script/0/never_calls: there is no tool 'book'",
  ],
])("assistant: a file is refused when it is %j", (text, why) => {
  const read = readAssistantFile(text);
  expect("tests" in read ? "it is fine" : read.join("\n")).toContain(why);
});

test("assistant: a file beyond the limit of sources is refused", () => {
  const text = `system_prompt: Hello.\n${"#".repeat(sourceBytesMax)}\n`;
  expect(readAssistantFile(text)).toEqual([`an assistant has at most ${sourceBytesMax} bytes`]);
});

test("assistant: a test fails when the model gives no answer for two minutes", async () => {
  const clock = new VirtualClock();
  const file = readAssistantFile("system_prompt: Hello.\ntests: [{name: waits, script: [{user: hi}]}]\n");
  if (!("tests" in file)) throw new Error(file.join("\n"));
  const [waits] = file.tests;
  const llm: Llm = {
    id: "silent",
    model: "silent",
    stream: (_request, _context, signal) => ({
      [Symbol.asyncIterator]: () => ({
        async next() {
          const { promise, resolve } = Promise.withResolvers<void>();
          signal.addEventListener("abort", () => resolve());
          await promise;
          return { done: true, value: undefined };
        },
      }),
    }),
  };
  const played = playAssistant(file, waits!, {
    llm,
    judge: () => Promise.resolve("unjudged"),
    clock,
    systemPrompt: "",
  });
  await clock.advance(300_000);
  expect(await played).toEqual({
    failure: { step: 1, message: "the answer took longer than 120 s" },
    unjudged: [],
  });
});
