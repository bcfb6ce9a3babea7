// Bad network: an account's telephone calls over a network that loses, doubles, delays and reorders messages. Each call
// is set up, torn down and paid exactly, and telephones that vanish leave no session behind.

import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Store } from "../../db/port/store.ts";
import { memoryStore, migrations, tempFolder } from "../support/servers/store.ts";
import { openStoreBeside } from "../../db/sqlite/file-store.ts";
import { sippCalls } from "../support/callers/sip-phones.ts";
import { talkingPbx, type TalkingCall } from "../support/callers/talking-pbx.ts";
import { UdpRelay } from "../support/callers/udp-relay.ts";
import { checkBooks } from "../support/cluster/cluster-laws.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../support/fakes/fake-speech.ts";
import { frameMs } from "../../src/audio/frame.ts";
import { wallClock } from "../../src/base/clock.ts";
import { Ticker } from "../../src/base/ticker.ts";
import { json } from "../support/json-request.ts";
import { answer, idOf, type Person, signUpAt } from "../support/people.ts";
import { seedOf } from "../support/random.ts";
import { serveTest, type TestServer } from "../support/servers/served.ts";
import { UpgradeWorld } from "../support/servers/upgrade-world.ts";
import { until } from "../support/until.ts";

const isLong = process.env.LONG === "1";
const seed = seedOf(40_113);

let pbx: Awaited<ReturnType<typeof talkingPbx>>;
beforeAll(async () => void (pbx = await talkingPbx()));
afterAll(async () => pbx[Symbol.asyncDispose]());

/** Creates an account whose number is registered at the PBX, with credit for all of its calls. */
async function numbered(served: Pick<TestServer, "ask">, store: Store): Promise<Person> {
  const person = await signUpAt(served);
  const accountId = await idOf(served, person);
  await store.ledger.grant({ accountId, micros: 100_000_000_000, at: Date.now() });
  const number = { registrar: `127.0.0.1:${pbx.port}`, user: "620", password: "secret" };
  pbx.contacts.delete("620");
  await answer(served.ask("/v1/phone/numbers", json("POST", number, person.login)), 201);
  await until("registration", () => pbx.contacts.has("620"));
  return person;
}

/** Waits until all sessions of the account are over, and checks its ledger; returns how each has ended. */
async function checkEnds(served: Pick<TestServer, "ask">, store: Store, person: Person, count: number) {
  interface Listed {
    readonly calls: readonly { readonly id: string; readonly status: string }[];
    readonly next_cursor?: string | null;
  }
  const ids: string[] = [];
  for (let cursor = ""; ;) {
    const query = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await answer<Listed>(served.ask(`/v1/calls?limit=100${query}`, { headers: person.service }));
    ids.push(...page.calls.map(({ id }) => id));
    if (!page.next_cursor) break;
    cursor = page.next_cursor;
  }
  expect(ids).toHaveLength(count);
  await checkBooks(store, await idOf(served, person), ids);
}

/** A ticker that never reports the machine as too slow, so that other work refuses no call here. */
class UnhurriedTicker extends Ticker {
  override get isBehind(): boolean {
    return false;
  }
}

const impairment = { seed, loss: 0.15, doubled: 0.15, jitterMs: 120, late: 0.05, lateMs: 1_200 } as const;
const calls = isLong ? 500 : 6;

test(`${calls} calls over a bad network are set up, torn down and paid (SEED=${seed})`, async () => {
  using store = memoryStore();
  const speech = {
    ready: Promise.resolve(),
    stt: scriptedStt(),
    tts: hummingTts(),
    vad: loudnessVad(),
  };
  const many = { ENGINE_OPEN_SESSIONS_MAX: "1000", SESSIONS_PER_ACCOUNT_MAX: "1000" };
  const ticker = new UnhurriedTicker(wallClock, frameMs);
  const deps = { speech, store, ticker };
  await using served = await serveTest({ OUTBOUND_ALLOW: "127.0.0.1", ...many }, deps);
  const person = await numbered(served, store);
  const { host: address = "", port = 0 } = pbx.contacts.get("620") ?? {};
  using relay = await UdpRelay.open({ address, port }, impairment);
  const { ok, output } = await sippCalls({ port: relay.port, calls, perSecond: 20, isPatient: true });
  const refused = served.events.filter(({ event }) => event === "phone.refused");
  expect(ok, output + JSON.stringify(refused)).toBe(true);
  expect(relay.counts.dropped).toBeGreaterThan(0);
  const isOpen = async (status: string): Promise<boolean> => {
    const listed = served.ask(`/v1/calls?status=${status}`, { headers: person.service });
    return (await answer<{ calls: unknown[] }>(listed)).calls.length > 0;
  };
  await until("end of all calls", async () => !(await isOpen("running")) && !(await isOpen("waiting")));
  await checkEnds(served, store, person, calls);
});

/** A telephone that talks to a server process of its own. */
async function vanishing(
  loses: "ack" | undefined,
  vanish: (world: UpgradeWorld, call: TalkingCall) => unknown,
) {
  using folder = tempFolder();
  await using world = await UpgradeWorld.open({
    dataDir: folder.path,
    env: { OUTBOUND_ALLOW: "127.0.0.1" },
  });
  using store = openStoreBeside({ directory: folder.path, migrations });
  const person = await numbered(world, store);
  const call = await pbx.call("620", loses);
  await vanish(world, call);
  const from = performance.now();
  const isEnded = async (): Promise<boolean> => {
    const ended = world.ask("/v1/calls?status=ended", { headers: person.service });
    return (await answer<{ calls: unknown[] }>(ended)).calls.length === 1;
  };
  await until("end of the session", isEnded, 60_000);
  const tookMs = performance.now() - from;
  await checkEnds(world, store, person, 1);
  return tookMs;
}

const greeted = (call: TalkingCall) => until("greeting", () => call.loudAt.length > 5);

if (isLong)
  test.each([
    [
      "whose audio stops, its BYE lost",
      undefined,
      async (_: UpgradeWorld, call: TalkingCall) => {
        await greeted(call);
        call.fallSilent();
      },
    ],
    ["whose ACK and audio are lost", "ack", (_: UpgradeWorld, call: TalkingCall) => call.fallSilent()],
    [
      "whose server is killed and starts again",
      undefined,
      async (world: UpgradeWorld, call: TalkingCall) => {
        await greeted(call);
        const { program } = world.servers.at(-1)!;
        program.child.kill("SIGKILL");
        await program.ended();
        call.fallSilent();
        world.start({});
        await world.isReady();
      },
    ],
  ] as const)(
    "the session of a telephone %s ends within 10 s, and is paid exactly",
    async (name, loses, vanish) => {
      const tookMs = await vanishing(loses, vanish);
      console.log(`${name}: ended after ${(tookMs / 1_000).toFixed(1)} s`);
      expect(tookMs).toBeLessThan(10_000);
    },
    240_000,
  );
