// Session snapshot: another node can read one node's snapshot, and nothing else can.

import { expect, test } from "bun:test";
import type { Plan } from "../../src/calls/call-plan.ts";
import { everythingKept } from "../../src/cloud/account-retention.ts";
import { Vault } from "../../src/cloud/vault.ts";
import {
  numbersSkipped,
  readSnapshot,
  resumedFrom,
  snapshotBytesMax,
  type TalkSnapshot,
  writeSnapshot,
} from "../../src/session/session-snapshot.ts";

const vault = new Vault(new Uint8Array(32));
const asked = { request: { mode: "flow", programId: "f" }, keyId: "key_1", record: true };
const plan = { ...asked, kept: everythingKept } as unknown as Plan;
const subject = { id: "ses_1", plan, usesExamples: false };
const call = { atMs: 5_000, replies: 3, unsaid: ["Yes."], isWhole: true, memory: '{"pin":"4711"}' };
const talk: TalkSnapshot = {
  at: 100_000,
  seq: 12,
  paidMs: 60_000,
  transcript: { reply: { number: 3, atMs: 4_000 }, turns: 2, characters: 40 },
  hooks: { turns: 1, caller: [], agent: ["Hello."], outputs: {} },
  call,
};

test("snapshot: it reads as written, and is unreadable without the key", () => {
  const written = writeSnapshot(subject, talk, vault);
  expect(readSnapshot("ses_1", written, vault)).toEqual({
    mode: "flow",
    keyId: "key_1",
    record: true,
    usesExamples: false,
    talk,
  });
  expect(JSON.stringify(written)).not.toContain("4711");
  expect(readSnapshot("ses_1", written, new Vault(new Uint8Array(32).fill(1)))).toBeUndefined();
  expect(readSnapshot("ses_2", written, vault)).toBeUndefined();
  expect(readSnapshot("ses_1", writeSnapshot(subject, undefined, vault), vault)?.talk).toBeUndefined();
});

test("snapshot: an unknown version is not continued", () => {
  const written = writeSnapshot(subject, talk, vault);
  for (const wrong of [
    {},
    { v: 1 },
    { ...written, v: 2 },
    { ...written, sealed: 5 },
    { ...written, sealed: "" },
  ])
    expect(readSnapshot("ses_1", wrong, vault)).toBeUndefined();
  for (const change of [
    { seq: "12" },
    { transcript: undefined },
    { hooks: [] },
    { call: { ...call, replies: null } },
    { call: { ...call, unsaid: "Yes." } },
    { call: { ...call, memory: {} } },
  ]) {
    const other = writeSnapshot(subject, { ...talk, ...change } as unknown as TalkSnapshot, vault);
    expect(readSnapshot("ses_1", other, vault)).toBeUndefined();
  }
});

test("snapshot: a snapshot that is too large is not stored, and neither is the earlier one", () => {
  const large = { ...talk, call: { ...call, memory: "x".repeat(snapshotBytesMax) } };
  const written = writeSnapshot(subject, large, vault);
  expect([written, readSnapshot("ses_1", written, vault)]).toEqual([{ v: 1 }, undefined]);
});

test("snapshot: the call continues after the gap, which differing clocks do not stretch, and with other numbers", () => {
  const at = (wallMs: number) => resumedFrom(talk, wallMs)?.atMs;
  expect([at(100_000), at(103_000), at(10_000), at(900_000)]).toEqual([5_000, 8_000, 5_000, 65_000]);
  expect(resumedFrom(talk, 100_000)).toMatchObject({ replies: 3 + numbersSkipped, unsaid: ["Yes."] });
  expect(resumedFrom({ ...talk, call: undefined }, 100_000)).toBeUndefined();
});

test("snapshot: it has the context and the metadata of a session whose row does not store them", () => {
  const given = { context: { name: "Ada" }, metadata: { ref: 1 } };
  const kept = { ...everythingKept, values: false };
  const written = writeSnapshot({ ...subject, plan: { ...plan, ...given, kept } }, talk, vault);
  expect(readSnapshot("ses_1", written, vault)).toMatchObject({ given });
  expect(JSON.stringify(written)).not.toContain("Ada");
});
