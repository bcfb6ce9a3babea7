// A session from its start to its bill, with the executable: a person's recordings at real pace through the address
// from POST /v1/sessions, and the record and the ledger afterwards.

import { expect, test } from "bun:test";
import { join } from "node:path";
import { booksOf } from "../../db/sqlite/books-in-file.ts";
import { openStoreBeside } from "../../db/sqlite/file-store.ts";
import { accounts } from "../../db/schema.ts";
import { wallClock } from "../../src/base/clock.ts";
import { prove } from "../../src/billing/proof.ts";
import { Binary } from "../support/servers/binary.ts";
import { human, joined, synthetic } from "../support/callers/callers.ts";
import { answer } from "../support/people.ts";
import { dial } from "../support/callers/phone.ts";
import { json } from "../support/json-request.ts";
import { migrations } from "../support/servers/store.ts";

interface Recorded {
  readonly duration_secs: number;
  readonly outcome: string;
  readonly end_reason: string;
  readonly transcript: readonly { readonly role: string; readonly text: string; readonly at_secs: number }[];
  readonly latency: readonly { readonly turn: number; readonly audio_ms: number }[];
  readonly usage: { readonly turns: number };
  readonly cost_usd_cents: number;
}

async function newKey(url: string): Promise<{ "x-service-key": string }> {
  const person = json("POST", { email: "ada@example.com", password: "correct horse battery" });
  const { access_token } = await answer<{ access_token: string }>(fetch(`${url}/auth/signup`, person));
  const headers = { authorization: `Bearer ${access_token}` };
  const made = fetch(`${url}/auth/api-keys`, { method: "POST", headers });
  return { "x-service-key": (await answer<{ key: string }>(made, 201)).key };
}

/** Caller's words, and the agent's answer to them. */
const script: readonly (readonly [says: string, answer: RegExp])[] = [
  ["a table", /For which day/],
  ["friday", /At what time/],
  ["seven", /how many people/],
  ["three", /^Friday, .* at (7|seven) p\.?m\.?, a table for (3|three)\. Is that correct/],
  ["goodbye", /Goodbye\.$/],
];

test("binary: a person's call is recorded turn by turn, timed and charged exactly", async () => {
  await using binary = await Binary.open();
  const directory = join(binary.folder, "data");
  await using server = binary.serve({ DATA_DIR: directory });
  const url = await server.url();
  await server.says(/"speech\.ready"/);
  const service = await newKey(url);
  const start = fetch(`${url}/v1/sessions`, json("POST", {}, service));
  const { ws_url, session_id } = await answer<{ ws_url: string; session_id: string }>(start);
  const calledAt = wallClock.now();
  await using phone = await dial(ws_url);
  await phone.client.message("bot-stopped-speaking");
  for (const [says] of script) {
    // No recording of a person contains it, and an option by its number is read back.
    const said = says === "a table" ? synthetic("rms", says) : human(says);
    await phone.say(joined(await said, 150));
    await phone.client.message("bot-started-speaking");
    await phone.client.message("bot-stopped-speaking");
  }
  expect(await phone.client.closed).toMatchObject({ code: 1000 });
  const lastedMs = wallClock.now() - calledAt;

  const path = `${url}/v1/sessions/${session_id}`;
  const record = await answer<Recorded>(fetch(path, { headers: service }));
  expect(record).toMatchObject({ outcome: "done", end_reason: "completed", usage: { turns: script.length } });
  expect(Math.abs(record.duration_secs - lastedMs / 1_000)).toBeLessThan(0.3);
  const [greeting, ...turns] = record.transcript;
  expect(greeting).toMatchObject({ role: "agent", text: expect.stringMatching(/^Hello/) as string });
  expect(turns.map(({ role }) => role)).toEqual(script.flatMap(() => ["caller", "agent"]));
  for (const [i, [says, answered]] of script.entries()) {
    expect(turns[2 * i]?.text).toBe(says);
    expect(turns[2 * i + 1]?.text).toMatch(answered);
  }
  expect(record.latency.map(({ turn }) => turn)).toEqual(script.map((_, i) => i + 1));
  for (const { audio_ms } of record.latency) expect(audio_ms).toBeGreaterThan(0);

  using beside = openStoreBeside({ directory, migrations });
  const account = beside.durable.select().from(accounts).get();
  const { faults, sums, balanceMicros, heldMicros } = prove(booksOf(beside.durable, account?.id ?? ""));
  const spent = Math.ceil(record.duration_secs) * 50_000;
  expect({ faults, heldMicros, settled: sums.settle, balanceMicros }).toEqual({
    faults: [],
    heldMicros: 0,
    settled: spent,
    balanceMicros: 200_000_000 - spent,
  });
  expect(sums.hold).toBe(sums.settle + sums.release);
  expect(record.cost_usd_cents).toBe(spent / 1_000_000);
  const balance = await answer<object>(fetch(`${url}/v1/credits/balance`, { headers: service }));
  expect(balance).toMatchObject({
    balance_usd_cents: Math.floor(200 - spent / 1_000_000),
    held_usd_cents: 0,
  });
}, 240_000);
