// GET /v1/credits/balance.

import { expect, test } from "bun:test";
import { accounts } from "../../../db/tables.ts";
import { hold, settle } from "../../../db/sqlite/ledger-rows.ts";
import { serveOnFile } from "../../support/servers/clocked.ts";
import { answer, signUpAt } from "../../support/people.ts";
import { serveTest } from "../../support/servers/served.ts";

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

test("balance: what is held is not spent; what is spent is rounded down", async () => {
  await using served = await serveOnFile();
  const { login } = await signUpAt(served);
  const db = served.store.durable;
  const accountId = db.select().from(accounts).get()!.id;
  const at = served.clock.wall();
  hold(db, { accountId, sessionId: "s", micros: 3_000_000, at });
  const balance = () => answer(served.ask("/v1/credits/balance", { headers: login }));
  expect(await balance()).toMatchObject({ balance_usd_cents: 200, held_usd_cents: 3 });
  settle(db, { sessionId: "s", totalMicros: 50_000, at, close: false });
  expect(await balance()).toMatchObject({ balance_usd_cents: 199, held_usd_cents: 3 });
  settle(db, { sessionId: "s", totalMicros: 1_000_000, at, close: true });
  expect(await balance()).toMatchObject({ balance_usd_cents: 199, held_usd_cents: 0 });
});
