// Benchmark of calls: the duration of lists, searches and figures with 100,000 sessions, in the file and in Postgres,
// and the cost of a call's end. Run: bun test/bench/calls/calls.ts [sessions]

import { sql } from "drizzle-orm";
import type { CallPage } from "../../../db/port/call-store.ts";
import type { Store } from "../../../db/port/store.ts";
import { random as randomBy } from "../../support/random.ts";
import { eachStore, type OpenedStore } from "../../support/stores/each-store.ts";
import { newAccount } from "../../support/stores/new-account.ts";
import { postgresStore } from "../../support/stores/postgres-store.ts";
import { days, fill, idOf, startOf as beginOf, wordsBy } from "./many-calls.ts";

const accountId = "acc_1";
const sessions = Number(process.argv[2] ?? 100_000);
const asksEach = 100;
const dayMs = 86_400_000;
const last = Date.UTC(2026, 10, 24, 12);
const first = last - days * dayMs;
const calls = { accountId, sessions, last };
const startOf = (n: number): number => beginOf(calls, n);

type Ask = (store: Store, at: number) => Promise<unknown>;

function asks(): Readonly<Record<string, Ask>> {
  const words = wordsBy(2);
  const random = randomBy(3);
  const anywhere = (): CallPage["after"] => {
    const n = random.int(0, sessions - 1);
    return { createdAt: startOf(n), id: idOf(n) };
  };
  const page =
    (choice: () => Partial<CallPage>): Ask =>
    (store) =>
      store.calls.page({ accountId, limit: 51, ...choice() });
  return {
    "first page": page(() => ({})),
    "any page": page(() => ({ after: anywhere() })),
    "one flow, any page": page(() => ({ flowId: `flow_${random.int(0, 19)}`, after: anywhere() })),
    "failed: 3 of 1,000": page(() => ({ failed: true })),
    "failed, any page": page(() => ({ failed: true, after: anywhere() })),
    "outcome: 1 of 2,000": page(() => ({ outcome: "complained" })),
    "outcome that is none": page(() => ({ outcome: "nothing" })),
    "tag of 50 calls": page(() => ({ tag: "vip" })),
    "transport, one day": page(() => {
      const from = first + random.int(0, days - 1) * dayMs;
      return { transport: "webrtc", from, to: from + dayMs };
    }),
    "word in every call": page(() => ({ words: "yes" })),
    "word in every call, any page": page(() => ({ words: "yes", after: anywhere() })),
    "word of 10 calls": page(() => ({ words: "zanzibar" })),
    "word of 10 calls, one flow": page(() => ({ words: "zanzibar", flowId: "flow_7" })),
    "word in no call": page(() => ({ words: "nobodysaidthis" })),
    "word in every call, one flow": page(() => ({ words: "yes", flowId: "flow_3" })),
    "word of one month, long ago": page(() => ({ words: "christmas" })),
    "two words": page(() => ({ words: words(2) })),
    "word in every call, failed": page(() => ({ words: "yes", failed: true })),
    "one call": (store) => store.calls.find({ accountId, sessionId: anywhere()?.id ?? "" }),
    "figures of 30 days": (store) => store.calls.figures(accountId, "2026-10-26"),
  };
}

function quantile(values: readonly number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1);
}

const kinds = {
  "file on disk": eachStore["file on disk"],
  Postgres: async () => {
    const opened = await postgresStore();
    // Like its autovacuum within a minute.
    return { ...opened, counted: () => opened.data.run(sql`ANALYZE`) };
  },
};

for (const [kind, open] of Object.entries(kinds)) {
  await using opened: OpenedStore & { readonly counted?: () => Promise<void> } = await open();
  const { store } = opened;
  await newAccount(store, accountId, 1_000_000_000);
  const began = performance.now();
  const { endMs } = await fill(store, calls);
  await store.retention.clean();
  await opened.counted?.();
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  console.log(`${kind}: ${sessions} sessions in ${seconds} s, the end of one ${endMs.toFixed(2)} ms`);
  for (const [name, ask] of Object.entries(asks())) {
    const took: number[] = [];
    for (let at = 0; at < asksEach; at++) {
      const from = performance.now();
      await ask(store, at);
      took.push(performance.now() - from);
    }
    const [p50, p95, most] = [0.5, 0.95, 1].map((share) => quantile(took, share));
    console.log(`  ${name.padEnd(30)} p50 ${p50} ms, p95 ${p95} ms, most ${most} ms`);
  }
}
