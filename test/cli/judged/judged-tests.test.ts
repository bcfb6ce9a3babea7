// Command `test` with a language model: judged words, and tests that repeat several times with the model itself.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ChatServer, key, wellBehaved } from "../../support/servers/chat-server.ts";
import { product } from "../../support/servers/product.ts";

const flow = `voice_flow: 1
id: deposit
language: en
start: talk
nodes:
  talk:
    say: Hello.
    converse: Answer questions about the deposit.
    max_turns: 9
    without_llm: bye
    give_up: bye
    exits: {done: {when: the caller is done, goto: bye}}
  bye: {say: Goodbye., end: done}
tests:
  - name: tells of the deposit
    script:
      - {user: is there a deposit, llm: {say: You get your deposit of forty euros back.}}
      - facts: [40, the deposit is refundable]
      - never_says: the deposit is lost
`;

let folder = "";
let path = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "judged-"));
  path = join(folder, "deposit.flow.yaml");
  await Bun.write(path, flow);
});
afterAll(() => rm(folder, { recursive: true }));

async function command(environment: Record<string, string>, ...args: readonly string[]) {
  const child = Bun.spawn([...product, "test", path, ...args], {
    env: { ...process.env, ...environment },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, error] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, error };
}

const modelAt = (chat: ChatServer) => ({
  LLM_BASE_URL: chat.baseUrl,
  LLM_MODEL: "tiny",
  LLM_API_KEY: key,
});
const verdict = (stated: boolean, quote: string) => wellBehaved(JSON.stringify({ stated, quote }));
const reply = (say: string) => wellBehaved(JSON.stringify({ say }));

test("judge: the model is asked only for words that the rules cannot judge, and must quote from them", async () => {
  const alone = await command({});
  expect([alone.code, alone.out]).toEqual([
    1,
    expect.stringContaining("the agent did not state this") as string,
  ]);

  await using chat = await ChatServer.open(
    verdict(true, "you get your deposit of forty euros back"),
    verdict(false, "You get your deposit"),
  );
  const judged = await command(modelAt(chat), "--judge");
  expect([judged.code, judged.error]).toEqual([0, ""]);
  expect(judged.out).toContain("pass  tells of the deposit");
  const claims = await Promise.all(
    [0, 1].map(async (at) => (await chat.request(at)).body.messages.at(-1)?.content),
  );
  expect(claims.map((content) => (JSON.parse(content as string) as { claim: string }).claim)).toEqual([
    "the deposit is refundable",
    "the deposit is lost",
  ]);

  await using liar = await ChatServer.open(verdict(true, "the deposit is refundable"));
  const invented = await command(modelAt(liar), "--judge");
  expect([invented.code, invented.out]).toEqual([
    1,
    expect.stringContaining("expected  the deposit is refundable") as string,
  ]);
}, 240_000);

test("runs: the model answers in place of the script, and the rates of passing are printed", async () => {
  await using chat = await ChatServer.open(
    reply("The deposit is refundable: 40 euros."),
    verdict(false, "The deposit is refundable"),
    reply("I do not know."),
    reply("Yes, forty euros, and the deposit is refundable."),
    verdict(false, "words of nobody"),
  );
  const { code, out } = await command(modelAt(chat), "--runs", "3");
  expect(out.replace(path, "FILE").split("\n")).toEqual([
    "FILE, 3 runs with openai-compatible",
    "  2 of 3  tells of the deposit",
    "        run 2: line 18: the agent did not state this",
    "          expected  40",
    "          got       I do not know.",
    "        run 3: not judged: the deposit is lost",
    "  pass@1 0.67, pass@3 1.00",
    "",
  ]);
  expect(code).toBe(0);
  expect(chat.requests).toHaveLength(5);

  await using silent = await ChatServer.open(reply("No idea."));
  const never = await command(modelAt(silent), "--runs", "1");
  expect([never.code, never.out]).toEqual([1, expect.stringContaining("pass@1 0.00, pass@1 0.00") as string]);
}, 240_000);

test.each([
  [["--runs", "0x"], 2, "Usage: "],
  [["--runs", "101"], 2, "Usage: "],
  [["--judge"], 1, "No language model is set"],
])(
  "test: the command refuses %j",
  async (args, code, message) => {
    const told = await command({}, ...args);
    expect([told.code, told.error]).toEqual([code, expect.stringContaining(message) as string]);
  },
  240_000,
);
