// Two offers at once with a session's token: one call at one price, over real peer connections.

import { expect, test } from "bun:test";
import { answer, type Person, problem, signUpAt } from "../../support/people.ts";
import { Refused, RtcCaller } from "../../support/callers/rtc-caller.ts";
import { rtcServer } from "../../support/servers/rtc-server.ts";
import { json } from "../../support/json-request.ts";
import { until } from "../../support/until.ts";

type Server = Awaited<ReturnType<typeof rtcServer>>;

interface Started {
  readonly session_id: string;
  readonly session_token: string;
}

interface Recorded {
  readonly status: string;
  readonly end_reason: string | null;
  readonly cost_usd_cents: number;
}

const endOf = ({ messages }: RtcCaller): unknown =>
  messages.find((it) => it.data?.["type"] === "session_end")?.data?.["code"];

async function start(server: Server, { service }: Person): Promise<Started> {
  return await answer<Started>(server.ask("/v1/sessions", json("POST", {}, service)));
}

/** Sends two offers at the same time; the server decides which of the two gets the call. */
async function offerTwice(server: Server, token: string): Promise<{ has: RtcCaller; others: RtcCaller[] }> {
  const offer = (): Promise<RtcCaller | Refused> =>
    RtcCaller.begin({ url: server.url, query: `?token=${token}` }).catch((error: unknown) => {
      if (error instanceof Refused && error.status === 409) return error;
      throw error;
    });
  const came = await Promise.all([offer(), offer()]);
  const callers = came.filter((it) => it instanceof RtcCaller);
  const open = (): RtcCaller[] => callers.filter((it) => endOf(it) === undefined);
  await until("one that is left", () => open().length === 1);
  const [has] = open();
  await has!.until("channel", () => has?.channel?.readyState === "open");
  await has!.ready();
  return { has: has!, others: callers.filter((it) => it !== has) };
}

test("webrtc: two offers at once with one token are one call, and the other caller is notified", async () => {
  await using server = await rtcServer();
  const ada = await signUpAt(server);
  const started = await start(server, ada);
  const { has, others } = await offerTwice(server, started.session_token);
  await using caller = has;
  await caller.until("voice", () => caller.ear.loudSince(0));
  expect(server.calls.size).toBe(1);
  expect(others.map((it) => [endOf(it), it.ear.loudSince(0)])).toEqual(others.map(() => [4409, false]));

  caller.send({ type: "disconnect-bot", data: {} });
  await until("end", () => endOf(caller) !== undefined);
  expect(endOf(caller)).toBe(1000);
  // Nothing runs: neither a call nor a forgotten connection, so nothing can cost money either.
  await until("rest", () => server.calls.size + server.ticker.size === 0);
  const path = `/v1/sessions/${started.session_id}`;
  const row = await answer<Recorded>(server.ask(path, { headers: ada.service }));
  expect(row).toMatchObject({ status: "ended", end_reason: "caller" });
  const balance = await answer<object>(server.ask("/v1/credits/balance", { headers: ada.service }));
  expect(balance).toMatchObject({
    balance_usd_cents: Math.floor(200 - row.cost_usd_cents),
    held_usd_cents: 0,
  });
  const late = RtcCaller.begin({ url: server.url, query: `?token=${started.session_token}` });
  expect(await late.catch((error: unknown) => (error as Refused).status)).toBe(410);
  for (const each of others) await each[Symbol.asyncDispose]();
}, 240_000);

test("webrtc: an offer that its client has given up takes no call from the present client", async () => {
  await using server = await rtcServer();
  const { session_token: token } = await start(server, await signUpAt(server));
  const query = `?token=${token}`;
  await using caller = await RtcCaller.call({ url: server.url, query });
  await caller.ready();
  const sdp = String(caller.peer.localDescription?.sdp);
  const offer = new Request(`${server.url}/offer${query}`, {
    ...json("POST", { sdp, type: "offer" }),
    signal: AbortSignal.abort(),
  });
  // On a busy machine the server answered it after the next one: its connection never came, and both were silent for 20
  // s.
  await problem(Promise.resolve(server.handle(offer)), 410, "webrtc/gone");
  expect(endOf(caller)).toBeUndefined();
  await caller.until("voice", () => caller.ear.loudSince(0));
}, 240_000);
