// Replay of a real call: a socket call with a person is recorded, and the command shows what another flow would have
// made of the same voice.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openApp } from "../../src/app.ts";
import { headPart, partsIn, type ReadAt, readHead } from "../../src/calls/flight/flight-record.ts";
import { silentLog } from "../../src/base/log.ts";
import { readConfig } from "../../src/config.ts";
import { human, joined } from "../support/callers/callers.ts";
import { dial } from "../support/callers/phone.ts";
import { answer } from "../support/people.ts";
import { json } from "../support/json-request.ts";
import { product } from "../support/servers/product.ts";

const flow = (most: number): string => `voice_flow: 1
id: tables
language: en
start: ask
defaults: {max_attempts: 1, give_up: sorry}
variables:
  people: {type: number, min: 1, max: ${most}, confirm: never, ask: "A table for how many people?"}
  smoke: {type: boolean, confirm: never, ask: "Do you smoke?"}
nodes:
  ask: {ask: people, next: outside}
  outside: {ask: smoke, next: booked}
  booked: {say: "Booked for {{people}}.", end: booked}
  sorry: {say: "Sorry, I cannot help you.", end: lost}
`;

let directory = "";
let recording = "";

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "voice-flow-replay-"));
  const config = readConfig({
    LOG_LEVEL: "silent",
    DATA_DIR: directory,
    PASSWORD_MEMORY_MIB: "1",
    RECORD: "on",
  });
  await using server = await openApp(config, { log: silentLog });
  server.app.listen({ hostname: "127.0.0.1", port: 0 });
  const origin = `http://127.0.0.1:${server.app.server?.port}`;
  await server.deps.speech?.ready;
  const person = json("POST", { email: "ada@example.com", password: "correct horse battery" });
  const { access_token } = await answer<{ access_token: string }>(fetch(`${origin}/auth/signup`, person));
  const made = fetch(`${origin}/auth/api-keys`, {
    method: "POST",
    headers: { authorization: `Bearer ${access_token}` },
  });
  const service = { "x-service-key": (await answer<{ key: string }>(made, 201)).key };
  const upload = json("POST", { name: "Tables", yaml_content: flow(9) }, service);
  const { id: flow_id } = await answer<{ id: string }>(fetch(`${origin}/v1/flows`, upload), 201);
  const { ws_url, session_id } = await answer<{ ws_url: string; session_id: string }>(
    fetch(`${origin}/v1/sessions`, json("POST", { flow_id }, service)),
  );
  await using phone = await dial(ws_url);
  await phone.client.message("bot-stopped-speaking");
  await phone.say(joined(await human("seven"), 300));
  await phone.client.message("bot-stopped-speaking");
  await phone.say(joined(await human("no"), 300));
  await phone.client.closed;
  recording = join(directory, "recordings", session_id, "call.recording");
}, 240_000);

afterAll(() => rm(directory, { recursive: true }));

async function replay(...args: readonly string[]) {
  const child = Bun.spawn([...product, "replay", recording, ...args], {
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, error] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, error };
}

const changed = async (text: string): Promise<string> => {
  const path = join(directory, "changed.flow.yaml");
  await Bun.write(path, text);
  return path;
};

test.each([[[]], [["--words"]]])(
  "replay: with the same flow nothing differs (%j)",
  async (args) => {
    const { code, out, error } = await replay(...args);
    expect(error).toBe("");
    expect(out).toContain(
      "    caller: seven\n    agent:  Do you smoke?\n    caller: no\n    agent:  Booked for 7.\n",
    );
    expect(out).toEndWith("  No differences in 3 turns.\n");
    expect(code).toBe(0);
  },
  240_000,
);

test.each([[[]], [["--words"]]])(
  "replay: a flow that takes fewer people would lose this caller (%j)",
  async (args) => {
    const { code, out } = await replay("--flow", await changed(flow(6)), ...args);
    expect(out).toContain("    agent:  A table for how many people?\n");
    expect(out).toContain("  - agent:  Booked for 7.\n");
    expect(out).toContain("Sorry, I cannot help you.\n");
    expect(out).toContain("  variable tables.people: 7 → none\n");
    expect(out).toContain('  outcome: "booked" → "lost"\n');
    expect(code).toBe(1);
  },
  240_000,
);

test("replay: a recording of the removed guided recogniser is replayed by its words", async () => {
  const bytes = await Bun.file(recording).bytes();
  const read: ReadAt = (from, count) => Promise.resolve(bytes.subarray(from, from + count));
  const parts = await partsIn(read);
  const head = parts.find(({ kind }) => kind === "head");
  const { ears: _, ...earlier } = await readHead(parts, read);
  const rest = bytes.subarray((head?.from ?? 0) + (head?.bytes ?? 0));
  const magic = bytes.subarray(0, (head?.from ?? 0) - 5);
  const old = join(directory, "guided.recording");
  await Bun.write(old, Buffer.concat([magic, headPart(earlier), rest]));
  const child = Bun.spawn([...product, "replay", old], { stdout: "pipe", stderr: "pipe" });
  expect(await new Response(child.stderr).text()).toStartWith("The recogniser of this recording was removed");
  expect(await new Response(child.stdout).text()).toEndWith("  No differences in 3 turns.\n");
  expect(await child.exited).toBe(0);
}, 240_000);

test("replay: changed words of the agent are reported, as data too", async () => {
  const path = await changed(flow(9).replace("Do you smoke?", "Would you like to sit where one smokes?"));
  const { code, out } = await replay("--flow", path, "--json");
  const told = JSON.parse(out) as Record<string, unknown>;
  expect(told).toMatchObject({ flow: "tables", same: false, variables: [] });
  expect(told["turns"]).toMatchObject([
    { same: true },
    {
      same: false,
      recorded: { caller: "seven", agent: ["Do you smoke?"] },
      replayed: { caller: "seven", agent: ["Would you like to sit where one smokes?"] },
    },
    { same: true },
  ]);
  expect(code).toBe(1);
}, 240_000);

test("replay: an impossible replay is reported", async () => {
  const wrong = async (...args: readonly string[]) => {
    const child = Bun.spawn([...product, "replay", ...args], {
      stdout: "pipe",
      stderr: "pipe",
    });
    return [await new Response(child.stderr).text(), await child.exited] as const;
  };
  const [none, code] = await wrong("nowhere.recording");
  expect([none, code]).toEqual([expect.stringContaining("There is no readable file nowhere.recording"), 1]);
  expect((await wrong("package.json"))[0]).toStartWith(
    "package.json: it is not a recording of a call. Recordings are at ",
  );
  expect((await wrong())[1]).toBe(2);
  expect((await wrong("a", "b"))[1]).toBe(2);
  expect((await wrong("a", "--word"))[0]).toContain("There is no option --word; did you mean '--words'?");
  expect((await wrong("a", "--set", "volume=3"))[0]).toContain(
    "--set takes end_silence_ms, no_input_ms, max_speech_ms",
  );
  expect((await wrong("a", "--set", "end_silence_ms=99"))[0]).toContain(
    "--set end_silence_ms must be 100 to 10000",
  );
  const [broken, exit] = await wrong(recording, "--flow", await changed("voice_flow: 1"));
  expect([broken, exit]).toEqual([expect.stringContaining("changed.flow.yaml:1:1: error"), 1]);
}, 240_000);
