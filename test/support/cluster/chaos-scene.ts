// Chaos scene: three nodes on one Postgres behind HAProxy, callers in the middle of their questions, and an accident.
// Afterwards the laws are checked: money, hooks, and the callers' experience.

import { expect } from "bun:test";
import { openPostgresBeside } from "../../../db/postgres/open-postgres.ts";
import { answer } from "../people.ts";
import { type Random, random, seedOf } from "../random.ts";
import { HookReceiver } from "../servers/hook-receiver.ts";
import { json } from "../json-request.ts";
import { placeAt, PostgresServer } from "../stores/postgres-server.ts";
import { until } from "../until.ts";
import { checkBooks, checkHooks, silencesOf } from "./cluster-laws.ts";
import { ClusterWorld, type NodeSetting } from "./cluster-world.ts";
import { CountingCaller } from "./counting-caller.ts";
import { TcpRelay } from "./tcp-relay.ts";

const seed = seedOf(20_261_124);

export interface Scene {
  readonly calls: number;
  /** Time between a question and its answer, in milliseconds. */
  readonly thinkMs: readonly [min: number, max: number];
  /** Setting of one node, by its number. */
  readonly setting?: (index: number) => NodeSetting;
  /** Migrations of the database at the check of the laws; absent: this program's version. */
  readonly migrations?: string;
  /** Event during the calls, once all of them talk. */
  readonly act: (stage: Stage) => Promise<void>;
}

export interface Stage {
  readonly world: ClusterWorld;
  readonly postgres: PostgresServer;
  /** Between each node and its database. */
  readonly relays: readonly TcpRelay[];
  readonly callers: readonly CountingCaller[];
  readonly chance: Random;
  /** Resources that live until the check of the laws. */
  readonly owned: AsyncDisposableStack;
  /** Another server has taken the place of the first. */
  readonly moveTo: (server: PostgresServer) => void;
}

const nodes = 3;
/** Time within which borrowers end a dead node's leftovers. */
const sweptMsMax = 75_000;

/** Plays a scene to its end, and returns the callers' experience. Rejects if a law is broken. */
export async function play(scene: Scene) {
  const { calls, act, thinkMs, setting = () => ({}) } = scene;
  const chance = random(seed);
  await using postgres = await PostgresServer.start();
  using hooks = new HookReceiver();
  const database = new URL(await postgres.database());
  await using owned = new AsyncDisposableStack();
  const relays = await Promise.all(Array.from({ length: nodes }, () => TcpRelay.to(postgres.port)));
  for (const relay of relays) owned.use(relay);
  const at = (port = 0): string => Object.assign(new URL(database), { port: String(port) }).href;
  await using world = await ClusterWorld.open({
    nodes,
    databaseUrl: (index) => at(relays[index]?.port),
    setting,
    env: {
      // Any two of the nodes have room for all calls.
      ENGINE_OPEN_SESSIONS_MAX: String(calls),
      SESSIONS_PER_ACCOUNT_MAX: String(calls),
      OUTBOUND_ALLOW: hooks.origin,
      SPEECH_WORKERS: "1",
    },
  });
  const person = await world.person();
  const place = () => placeAt(at(Number(database.port)));
  await grantEnough(await openPostgresBeside(place()), person.email);
  const hook = { url: hooks.url, events: ["round.done", "session.ended"] };
  const made = await answer<{ secret: string }>(
    world.ask("/v1/hooks", json("POST", hook, person.login)),
    201,
  );
  hooks.secret = made.secret;
  const facts = { url: world.url, key: person.key, flowId: person.flowId, chance, thinkMs };
  const callers = Array.from({ length: calls }, () => new CountingCaller(facts));
  for (const caller of callers) await caller.begin();
  const moveTo = (server: PostgresServer): void => {
    database.port = String(server.port);
    for (const relay of relays) relay.target = server.port;
  };
  await act({ world, postgres, relays, callers, chance, owned, moveTo });
  // Each caller gets one more question before hanging up.
  await goOn({ callers }, 1);
  await Promise.all(callers.map((caller) => caller.leave()));
  const { migrations = place().migrations } = scene;
  using looked = await openPostgresBeside({ ...place(), migrations });
  const { id: accountId = "" } = (await looked.accounts.byEmail(person.email)) ?? {};
  const isSettled = async (): Promise<boolean> => (await looked.ledger.balance(accountId)).heldMicros === 0;
  await until("end of every session within a minute", isSettled, sweptMsMax);
  for (const node of world.nodes) await world.stop(node);
  await checkBooks(
    looked,
    accountId,
    callers.map(({ sessionId }) => sessionId),
  );
  const { repeated } = checkHooks(hooks.received);
  expect(hooks.complaints).toEqual([]);
  expect(callers.flatMap(({ complaints }) => complaints)).toEqual([]);
  const lostAnswers = callers.reduce((sum, caller) => sum + caller.lostAnswers, 0);
  const answers = callers.reduce((sum, { answered }) => sum + answered, 0);
  const met = { ...silencesOf(callers), answers, lostAnswers, hooksSentAgain: repeated };
  console.log(`seed ${seed}, ${calls} calls: ${JSON.stringify(met)}`);
  return met;
}

/** Resolves when each caller has answered some more questions; rejects as soon as one of them has a complaint. */
export async function goOn({ callers }: Pick<Stage, "callers">, questions: number): Promise<void> {
  const before = callers.map(({ answered }) => answered);
  const isSo = (): boolean => {
    expect(callers.flatMap(({ complaints }) => complaints)).toEqual([]);
    return callers.every(({ answered }, n) => answered >= (before[n] ?? 0) + questions);
  };
  await until(`${questions} answers of everybody`, isSo, 120_000);
}

/** Adds credit for more calls than a new account can pay. */
async function grantEnough(store: Awaited<ReturnType<typeof openPostgresBeside>>, email: string) {
  using opened = store;
  const account = await opened.accounts.byEmail(email);
  await opened.ledger.grant({ accountId: account?.id ?? "", micros: 100_000_000_000, at: Date.now() });
}
