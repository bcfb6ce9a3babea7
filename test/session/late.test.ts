// Sessions whose rows cannot be written for a while: no call is cut off, nothing is lost, and ended ones are settled as
// soon as the disk has room.

import { expect, test } from "bun:test";
import { getSession } from "../../src/cloud/stored-sessions.ts";
import { readTranscript } from "../../src/session/transcript.ts";
import { codeOf } from "../support/code-of.ts";
import { account, SessionBench } from "../support/fakes/session-bench.ts";

const cent = 1_000_000;
const second = 50_000;

test("record: an unwritable line does not delay money or other lines forever", async () => {
  await using bench = await SessionBench.open();
  const line = await bench.join((await bench.start()).token);
  await bench.clock.advance(2_500);
  const refusal = await bench.data.refuse({ what: "BEFORE INSERT ON session_events", words: "full" });
  line.call?.input({ type: "text", text: "not kept yet", interrupt: true, speak: true });
  await bench.clock.advance(2_000);
  line.call?.gone("caller");
  await bench.settled();
  expect(await bench.proof()).toMatchObject({ faults: [], heldMicros: 0, sums: { settle: 5 * second } });
  await refusal[Symbol.asyncDispose]();
  await bench.clock.advance(1_000);
  const [row] = await bench.rows();
  expect(row).toMatchObject({ status: "ended", endReason: "caller", connectedMs: 4_500 });
  const { events } = await getSession(bench.store, { accountId: account, sessionId: row?.id ?? "" });
  expect(readTranscript(events).map(({ text }) => text)).toContain("not kept yet");
  expect(bench.clock.pending).toBe(0);
});

test("session: a session that ends while writes fail is settled as soon as there is room", async () => {
  await using bench = await SessionBench.open();
  const { token } = await bench.start();
  const line = await bench.join(token);
  await bench.talk(line, 12_000);
  bench.writable = false;
  line.call?.gone("caller");
  await bench.clock.advance(60_000);
  expect(line.closed).toBe("caller");
  expect(await codeOf(() => bench.sessions.join(token))).toBe("session/over");
  expect((await bench.proof()).heldMicros).toBe(3 * cent);
  bench.writable = true;
  await bench.clock.advance(1_000);
  expect((await bench.rows())[0]).toMatchObject({
    status: "ended",
    endReason: "caller",
    costMicros: 12 * second,
  });
  expect((await bench.rows())[0]?.endedAt).toBe(bench.clock.wall() - 61_000);
  expect(await bench.proof()).toMatchObject({ faults: [], heldMicros: 0, sums: { settle: 12 * second } });
  expect(bench.clock.pending).toBe(0);
});

test("session: an end that can never be written delays no other", async () => {
  await using bench = await SessionBench.open();
  const poor = await bench.join((await bench.start()).token);
  await bench.clock.advance(1);
  const rich = await bench.join((await bench.start()).token);
  const [cursed] = await bench.rows();
  const refusal = await bench.data.refuse({
    what: "BEFORE UPDATE ON sessions",
    when: `new.id = '${cursed?.id}' AND new.status = 'ended'`,
    words: "never",
  });
  bench.writable = false;
  for (const line of [poor, rich]) line.call?.gone("caller");
  await bench.settled();
  bench.writable = true;
  await bench.clock.advance(2_000);
  expect((await bench.rows()).map(({ status }) => status)).toEqual(["running", "ended"]);
  await refusal[Symbol.asyncDispose]();
  await bench.clock.advance(1_000);
  expect((await bench.rows()).map(({ status }) => status)).toEqual(["ended", "ended"]);
});

test("session: an unwritable minute ends no call, and is paid at the end", async () => {
  await using bench = await SessionBench.open();
  const line = await bench.join((await bench.start()).token);
  await bench.talk(line, 40_000);
  bench.writable = false;
  await bench.talk(line, 80_000);
  expect(line.closed).toBeUndefined();
  bench.writable = true;
  line.call?.gone("caller");
  await bench.settled();
  expect((await bench.rows())[0]).toMatchObject({ costMicros: 120 * second });
  expect(await bench.proof()).toMatchObject({ faults: [], heldMicros: 0, sums: { settle: 120 * second } });
});
