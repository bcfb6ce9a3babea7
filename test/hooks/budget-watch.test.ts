// Budget watch: it checks while a call that costs something may run, and rests afterwards, with one timer an hour.

import { expect, test } from "bun:test";
import { silentLog } from "../../src/base/log.ts";
import { BudgetWatch } from "../../src/hooks/budget-watch.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";
import { memoryStore } from "../support/servers/store.ts";

const [lookMs, restMs, sessionMsMax] = [30_000, 3_600_000, 600_000];

function watching({ isAlone }: { readonly isAlone: boolean }) {
  const store = memoryStore();
  const clock = new VirtualClock();
  const looks: number[] = [];
  const watch = new BudgetWatch({
    store: {
      of: (id) => store.of(id),
      budgets: {
        ...store.budgets,
        reached(month, percents) {
          looks.push(clock.now());
          return store.budgets.reached(month, percents);
        },
      },
    },
    delivery: { enqueue: () => undefined, flush: () => Promise.resolve() },
    clock,
    log: silentLog,
    isAlone,
    sessionMsMax,
  });
  return {
    clock,
    looks,
    watch,
    async [Symbol.asyncDispose]() {
      await watch[Symbol.asyncDispose]();
      store[Symbol.dispose]();
      expect(clock.nextInMs).toBeUndefined();
    },
  };
}

test("budget watch: it rests without calls, checks while there may be some, and rests again after the last one", async () => {
  await using it = watching({ isAlone: true });
  const { clock, looks, watch } = it;
  expect(clock.nextInMs).toBe(restMs);
  const from = clock.now();
  watch.callBegins();
  await clock.advance(0);
  expect([looks.length, clock.nextInMs]).toEqual([1, lookMs]);
  // Another call, of the same or of another account.
  await clock.advance(sessionMsMax / 2);
  watch.callBegins();
  await clock.advance(sessionMsMax);
  expect(clock.nextInMs).toBeLessThanOrEqual(lookMs);

  await clock.advance(3 * lookMs);
  const last = from + sessionMsMax / 2 + sessionMsMax + 2 * lookMs;
  expect([looks.at(-1), (looks.at(-1) ?? 0) - (looks.at(-2) ?? 0)]).toEqual([last, lookMs]);
  expect(clock.nextInMs).toBe(restMs - lookMs);
  const { length } = looks;
  await clock.advance(restMs - lookMs - 1);
  expect(looks).toHaveLength(length);

  watch.callBegins();
  await clock.advance(0);
  expect([looks.length, clock.nextInMs]).toEqual([length + 1, lookMs]);
});

test("budget watch: it does not rest where other nodes may have calls of the same accounts", async () => {
  await using it = watching({ isAlone: false });
  await it.clock.advance(10 * lookMs);
  expect([it.looks.length, it.clock.nextInMs]).toEqual([10, lookMs]);
});
