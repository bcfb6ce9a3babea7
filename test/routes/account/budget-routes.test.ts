// Budgets and costs: GET and PUT /v1/budget, GET /v1/credits/ledger, GET /v1/figures/flows, and the hooks about a
// budget.

import { expect, test } from "bun:test";
import { answer, type Person, problem, signUpAt } from "../../support/people.ts";
import { json } from "../../support/json-request.ts";
import { serve } from "../../support/servers/clocked.ts";
import { HookReceiver } from "../../support/servers/hook-receiver.ts";
import { type TestServer, serveTest } from "../../support/servers/served.ts";
import { until } from "../../support/until.ts";

const start = (served: TestServer, { service }: Person) =>
  served.ask("/v1/sessions", json("POST", {}, service));
const set = (served: TestServer, { login }: Person, body: object) =>
  served.ask("/v1/budget", json("PUT", body, login));

test("budget: it is set and removed, for one account alone", async () => {
  await using served = await serveTest();
  const [ada, bob] = [await signUpAt(served), await signUpAt(served)];
  const month = new Date().toISOString().slice(0, 7);
  const none = { month, spent_usd_cents: 0, monthly_usd_cents: null, refuse_calls: false };
  const read = ({ service }: Person) => answer(served.ask("/v1/budget", { headers: service }));
  expect(await read(ada)).toEqual(none);
  expect(await answer(set(served, ada, { monthly_usd_cents: 500 }))).toEqual({
    ...none,
    monthly_usd_cents: 500,
  });
  expect([await read(ada), await read(bob)]).toEqual([{ ...none, monthly_usd_cents: 500 }, none]);
  for (const monthly_usd_cents of [0, -1, 1.5, 1e9, "5"])
    await problem(set(served, ada, { monthly_usd_cents }), 422, "request/invalid");
  await problem(set(served, ada, {}), 422, "request/invalid");
  expect(await answer(set(served, ada, { monthly_usd_cents: null }))).toEqual(none);
});

test("budget: listing hooks get 80 and 100 per cent, and then no call begins until the next month", async () => {
  using receiver = new HookReceiver();
  await using served = await serve({ OUTBOUND_ALLOW: receiver.origin });
  const person = await signUpAt(served);
  const hook = async (events: readonly string[]) =>
    answer<{ secret: string }>(
      served.ask("/v1/hooks", json("POST", { url: receiver.url, events }, person.login)),
      201,
    );
  await hook(["session.ended"]);
  ({ secret: receiver.secret } = await hook(["budget.reached"]));
  await answer(set(served, person, { monthly_usd_cents: 10, refuse_calls: true }));
  const { session_id: id } = await answer<{ session_id: string }>(start(served, person));
  const { id: accountId } = await answer<{ id: string }>(
    served.ask("/v1/account", { headers: person.login }),
  );
  // A batch number that no node reaches.
  let number = Number.MAX_SAFE_INTEGER - 9;
  const spend = async (micros: number): Promise<void> => {
    const patches = new Map([[id, { costMicros: micros }]]);
    const batch = { rows: [], events: [], snapshots: new Map<string, never>() };
    const home = (await served.store.sessions.find({ accountId, sessionId: id }))?.row.home ?? "";
    number += 1;
    await served.store.sessions.write({ home, number, patches, ...batch });
  };
  /**
   * Advances the clock, but not so fast that a receiver answers too late, or that a session without a client expires.
   */
  const hears = (percent: number) =>
    until(`hook of ${percent} %`, async () => {
      await served.clock.advance(200);
      return receiver.received.some(({ data }) => data["percent"] === percent);
    });
  await spend(8_500_000);
  await hears(80);
  const month = new Date(served.clock.wall()).toISOString().slice(0, 7);
  expect(receiver.received[0]?.data).toEqual({
    month,
    percent: 80,
    spent_usd_cents: 8.5,
    monthly_usd_cents: 10,
  });
  await spend(10_000_000);
  await hears(100);
  // The outbox may have sent a delivery once more.
  const all = receiver.received.find(({ data }) => data["percent"] === 100);
  expect(all?.data).toMatchObject({ spent_usd_cents: 10 });
  await problem(start(served, person), 402, "credits/over-budget");
  await served.clock.advance(60_000);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(2);
  expect(receiver.complaints).toEqual([]);
  await answer(set(served, person, { monthly_usd_cents: 10 }));
  expect((await start(served, person)).status).toBe(200);
});

test("ledger: it is read page by page, each entry once, by its own account only", async () => {
  await using served = await serveTest();
  const [ada, bob] = [await signUpAt(served), await signUpAt(served)];
  for (let i = 0; i < 3; i++) await answer(start(served, ada));
  interface Page {
    readonly entries: readonly { readonly id: number; readonly kind: string; readonly session_id: string }[];
    readonly next_cursor: string | null;
  }
  const page = (query: string, { service }: Person = ada) =>
    answer<Page>(served.ask(`/v1/credits/ledger${query}`, { headers: service }));
  const first = await page("?limit=3");
  expect(first.entries.map(({ kind }) => kind)).toEqual(["hold", "hold", "hold"]);
  const second = await page(`?limit=3&cursor=${first.next_cursor}`);
  expect([second.entries.map(({ kind }) => kind), second.next_cursor]).toEqual([["grant"], null]);
  expect((await page("")).entries.map(({ id }) => id)).toEqual(
    [...first.entries, ...second.entries].map(({ id }) => id),
  );
  expect((await page("", bob)).entries.map(({ kind }) => kind)).toEqual(["grant"]);
  expect((await served.ask("/v1/credits/ledger?limit=0", { headers: ada.login })).status).toBe(422);
});
