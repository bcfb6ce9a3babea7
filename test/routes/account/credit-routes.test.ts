// Balance of an account: GET /v1/credits/balance.

import { expect, test } from "bun:test";
import { serve } from "../../support/servers/clocked.ts";
import { answer, signUpAt } from "../../support/people.ts";
import { serveTest } from "../../support/servers/served.ts";
import { hold, settle } from "../../support/stores/session-money.ts";

test("balance: a new account has 200 cents and pays 3 a minute, by login and by key", async () => {
  await using served = await serveTest();
  const { login, service } = await signUpAt(served);
  for (const headers of [login, service]) {
    expect(await answer(served.ask("/v1/credits/balance", { headers }))).toEqual({
      balance_usd_cents: 200,
      rate_per_minute_usd_cents: 3,
      held_usd_cents: 0,
    });
  }
});

test("balance: held money is not spent; spent money is rounded down", async () => {
  await using served = await serve();
  const { login, email } = await signUpAt(served);
  const { store, clock } = served;
  const spending = { accountId: (await store.accounts.byEmail(email))!.id, sessionId: "s", at: clock.wall() };
  await hold(store, { ...spending, micros: 3_000_000 });
  const balance = () => answer(served.ask("/v1/credits/balance", { headers: login }));
  expect(await balance()).toMatchObject({ balance_usd_cents: 200, held_usd_cents: 3 });
  await settle(store, { ...spending, totalMicros: 50_000, close: false });
  expect(await balance()).toMatchObject({ balance_usd_cents: 199, held_usd_cents: 3 });
  await settle(store, { ...spending, totalMicros: 1_000_000, close: true });
  expect(await balance()).toMatchObject({ balance_usd_cents: 199, held_usd_cents: 0 });
});
