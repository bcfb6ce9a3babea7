// Upgrades during telephone calls: a server replaces another one, and each call of its numbers continues with its
// current question, on a file and on Postgres.

import { expect, test } from "bun:test";
import { talkingPbx, type TalkingCall } from "../support/callers/talking-pbx.ts";
import { checkBooks } from "../support/cluster/cluster-laws.ts";
import { json } from "../support/json-request.ts";
import { answer, signUpAt } from "../support/people.ts";
import { tempFolder } from "../support/servers/store.ts";
import { UpgradeWorld } from "../support/servers/upgrade-world.ts";
import { placeAt, PostgresServer } from "../support/stores/postgres-server.ts";
import { until } from "../support/until.ts";
import { openPostgresBeside } from "../../db/postgres/open-postgres.ts";
import { openStoreBeside } from "../../db/sqlite/file-store.ts";
import type { Store } from "../../db/port/store.ts";

interface Upgraded {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly store: () => Promise<Store>;
}

/** Flow that does not repeat its question to silent callers. */
const patientFlow = `voice_flow: 1
id: patient
language: en
start: ask
defaults: {give_up: bye, listen: {no_input: 10m}}
variables:
  code: {type: digits, length: 4, ask: "Welcome to the bakery: which code do you have for us today"}
nodes:
  ask: {ask: code, next: bye}
  bye: {say: "Goodbye.", end: done}
`;

/** The last calls come by the operator's extension: their flow gives up a caller who says nothing. */
const operatorsCalls = 3;

/** Upgrades during `count` calls; all except the operator's come by an account's number. */
async function upgradeCalls({ dataDir, env, store }: Upgraded, count: number): Promise<void> {
  await using pbx = await talkingPbx();
  const registrar = `127.0.0.1:${pbx.port}`;
  const extension = {
    PHONE_REGISTRAR: registrar,
    PHONE_USER: "620",
    PHONE_PASSWORD: "secret",
    PHONE_FLOW: "table-booking",
  };
  await using world = await UpgradeWorld.open({
    dataDir,
    env: { ...env, ...extension, OUTBOUND_ALLOW: "127.0.0.1" },
  });
  const person = await signUpAt(world);
  const flow = { name: "Patient", yaml_content: patientFlow };
  const made = world.ask("/v1/flows", json("POST", flow, person.service));
  const { id: flowId } = await answer<{ id: string }>(made, 201);
  const number = { registrar, user: "621", password: "secret", flow_id: flowId };
  await answer(world.ask("/v1/phone/numbers", json("POST", number, person.login)), 201);
  {
    // Adds credit for more calls than a new account has.
    using data = await store();
    const { id = "" } = (await data.accounts.byEmail(person.email)) ?? {};
    await data.ledger.grant({ accountId: id, micros: 100_000_000_000, at: Date.now() });
  }
  const calls: TalkingCall[] = [];
  for (let i = 0; i < count; i += 1) calls.push(await pbx.call(i < count - operatorsCalls ? "621" : "620"));
  await until("greeting of everybody", () => calls.every(({ loudAt }) => loudAt.length > 5));
  // Whether the agent has asked in every call, and waits.
  const isQuiet = (): boolean =>
    calls.every(({ loudAt }) => performance.now() - (loudAt.at(-1) ?? 0) > 1_500);
  await until("end of the questions", isQuiet);
  const old = world.servers.at(-1);
  const upgrading = world.upgrade();
  await until(
    "server that leaves",
    () => old?.lines.some(({ event }) => event === "server.leaving") === true,
  );
  const leavingAt = performance.now();
  expect(await upgrading).toBe(0);
  const heardAgain = ({ loudAt }: TalkingCall): readonly number[] => loudAt.filter((at) => at > leavingAt);
  await until("questions that are heard again", () => calls.every((call) => heardAgain(call).length > 10));
  const silences = calls.map(({ longestGap, loudAt }) =>
    Math.round((loudAt.find((at) => at > longestGap.from) ?? 0) - longestGap.from),
  );
  console.log(
    `upgrade of ${count} telephone calls: silent for ${silences.toSorted((a, b) => a - b).join(", ")} ms`,
  );
  console.log(`renewed: ${calls.map(({ renewals }) => renewals).join(" ")}`);
  expect(calls.filter(({ isOver }) => isOver)).toEqual([]);
  // Each call behaves like any other: it is hung up, and counted once.
  const statuses = await Promise.all(calls.map(async (call) => (await call.hangUp()).status));
  expect(new Set(statuses)).toEqual(new Set([200]));
  const listed = world.ask("/v1/calls", { headers: person.service });
  const { calls: own } = await answer<{ calls: { id: string }[] }>(listed, 200);
  expect(own).toHaveLength(count - operatorsCalls);
  expect(await world.stop()).toBe(0);
  using data = await store();
  const { id = "" } = (await data.accounts.byEmail(person.email)) ?? {};
  await checkBooks(
    data,
    id,
    own.map(({ id: sessionId }) => sessionId),
  );
}

test("upgrade: 20 telephone calls on a file continue at the next server", async () => {
  using folder = tempFolder();
  const store = async (): Promise<Store> =>
    openStoreBeside({ directory: folder.path, migrations: "db/migrations/sqlite" });
  await upgradeCalls({ dataDir: folder.path, env: {}, store }, 20);
}, 240_000);

test("upgrade: telephone calls on Postgres continue at the next node", async () => {
  using folder = tempFolder();
  await using postgres = await PostgresServer.start();
  const url = await postgres.database();
  const env = { DATABASE_URL: url, MASTER_KEY: "5a".repeat(32) };
  const store = (): Promise<Store> => openPostgresBeside(placeAt(url));
  await upgradeCalls({ dataDir: folder.path, env, store }, 6);
}, 240_000);
