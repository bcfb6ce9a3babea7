// Phone numbers on three nodes (processes on one Postgres): after a kill of the node that has registered them, each
// number registers from exactly one other node at a real registrar.

import { expect, test } from "bun:test";
import { talkingPbx } from "../support/callers/talking-pbx.ts";
import { type ClusterNode, ClusterWorld } from "../support/cluster/cluster-world.ts";
import { json } from "../support/json-request.ts";
import { answer } from "../support/people.ts";
import { PostgresServer } from "../support/stores/postgres-server.ts";
import { until } from "../support/until.ts";

/** Phone numbers; logs show their last two digits. */
const users = ["6400", "6401", "6402", "6403", "6404", "6405"];
/** Time limit after a node's death within which each number rings on another node. */
const takenOverMsMax = 30_000;

const registrationsOf = ({ lines }: ClusterNode): readonly string[] =>
  lines
    .filter(({ event }) => event === "phone.registered")
    .map(({ extension }) => users.find((user) => String(extension).startsWith(`…${user.slice(-2)}`)) ?? "");

test("killed node's numbers are registered by one other node each within 30 s, and ring there", async () => {
  await using postgres = await PostgresServer.start();
  const databaseUrl = await postgres.database();
  await using pbx = await talkingPbx();
  await using world = await ClusterWorld.open({
    nodes: 3,
    databaseUrl: () => databaseUrl,
    env: { OUTBOUND_ALLOW: "127.0.0.1", SPEECH_WORKERS: "1" },
  });
  const person = await world.person();
  for (const user of users) {
    const number = { registrar: `127.0.0.1:${pbx.port}`, user, password: "secret", flow_id: person.flowId };
    await answer(world.ask("/v1/phone/numbers", json("POST", number, person.login)), 201);
  }
  const isRegistered = (user: string): boolean =>
    pbx.contacts.has(user) && world.nodes.some((node) => registrationsOf(node).includes(user));
  await until("registration of all", () => users.every(isRegistered));
  const before = new Map(pbx.contacts);
  const [holder, ...others] = world.nodes.toSorted(
    (a, b) => registrationsOf(b).length - registrationsOf(a).length,
  );
  if (holder === undefined) throw new Error("There are no nodes");
  const lost = registrationsOf(holder);
  const had = others.map((node) => registrationsOf(node).length);
  await world.kill(holder);
  const killedAt = performance.now();
  const isTakenOver = (user: string): boolean => pbx.contacts.get(user) !== before.get(user);
  await until("all at other nodes", () => lost.every(isTakenOver), takenOverMsMax);
  const takenOverMs = performance.now() - killedAt;
  const taken = (): readonly string[] => others.flatMap((node, at) => registrationsOf(node).slice(had[at]));
  await until("log of all", () => taken().length >= lost.length);
  console.log(`${lost.length} numbers of a killed node at others after ${Math.round(takenOverMs)} ms`);
  expect(taken().toSorted()).toEqual(lost.toSorted());
  for (const user of lost) {
    const call = await pbx.call(user);
    await until("greeting", () => call.loudAt.length > 5);
    expect((await call.hangUp()).status).toBe(200);
  }
}, 240_000);
