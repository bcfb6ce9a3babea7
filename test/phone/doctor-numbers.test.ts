// Doctor's check of phone numbers: its report of accounts' numbers.

import { expect, test } from "bun:test";
import type { NumberRow } from "../../db/port/phone-store.ts";
import { standingOf } from "../../src/cli/doctor/doctor-numbers.ts";

const row = (id: string, phase: NumberRow["phase"], problem: string | null = null): NumberRow => ({
  id,
  accountId: "acc_1",
  label: "Desk",
  kind: "other",
  sealed: Buffer.of(1),
  flowId: null,
  dials: [],
  callsMax: 1,
  createdAt: 1,
  revision: 1,
  phase,
  problem,
  stateAt: 1,
});

test.each<readonly [string, readonly NumberRow[], string, string]>([
  ["none", [], "skipped", "No account has a phone number."],
  ["one that is registered", [row("num_1", "registered")], "ok", "The only number is registered."],
  ["two", [row("num_1", "registered"), row("num_2", "registered")], "ok", "All 2 numbers are registered."],
  [
    "one that is refused",
    [row("num_1", "registered"), row("num_2", "refused", "The PBX does not take the password.")],
    "problem",
    "1 of 2 numbers are not registered. num_2  Desk: refused. The PBX does not take the password.",
  ],
  ["one that nobody has", [row("num_1", null)], "problem", "not yet registered by any server"],
  [
    "many",
    Array.from({ length: 13 }, (_, i) => row(`num_${i}`, "away")),
    "problem",
    "num_9  Desk: away; and 3 more",
  ],
])("doctor shows the state of numbers: %s", (_, rows, state, says) => {
  const result = standingOf(rows);
  expect(result.state).toBe(state as never);
  expect(result.says).toContain(says);
  expect(result.says).not.toContain("num_10");
});
