// Contract of a store: results of hook deliveries are kept beside their calls.

import { describe, expect, test } from "bun:test";
import { eachStore, storeKinds } from "../support/stores/each-store.ts";
import { ended } from "../support/stores/ended-calls.ts";
import { newAccount } from "../support/stores/new-account.ts";

const accountId = "acc_1";
const noon = Date.UTC(2026, 10, 24, 12);

describe.each(storeKinds)("%s", (kind) => {
  const open = eachStore[kind];

  test("deliveries: results are stored beside their call, can be sent again, and are deleted with its words", async () => {
    await using opened = await open();
    const { outbox, retention } = opened.store;
    await newAccount(opened.store, accountId, 10_000);
    for (const id of ["s1", "s2"]) await ended(opened.store, { id });
    const [own, other] = ["s1", "s2"].map((sessionId) => ({ accountId, sessionId }));
    const outcome = { event: "session.ended", lastError: null, isKept: true, rowsMax: 100 };
    const over = async (sessionId: string, messageId: string, more: object = {}): Promise<number> => {
      const queue = `${sessionId} hook_1 u`;
      const given = {
        accountId,
        queue,
        url: "u",
        signer: "hook_1",
        messageId,
        body: `{${messageId}}`,
        createdAt: 5,
      };
      await outbox.add([given]);
      const [first] = await outbox.ofSession({ accountId, sessionId });
      expect(await outbox.remove(first!, 9, { sessionId, ...outcome, ...more })).toBe(true);
      return first!.id;
    };
    const first = await over("s1", "m1");
    await over("s1", "m2", { lastError: "The receiver answered 500.", isKept: false });
    await over("gone", "m3");
    const done = await outbox.doneOf(own!);
    const facts = { accountId, queue: "s1 hook_1 u", url: "u", signer: "hook_1", event: "session.ended" };
    expect(done).toEqual([
      { id: first, ...facts, messageId: "m1", lastError: null, attempts: 1, doneAt: 9, body: "{m1}" },
      expect.objectContaining({ messageId: "m2", lastError: "The receiver answered 500.", body: null }),
    ]);
    expect(await outbox.doneOf({ ...own!, accountId: "acc_2" })).toEqual([]);

    const again = (more: object) => outbox.again({ ...own!, id: first, at: 70, ...more });
    for (const foreign of [{ accountId: "acc_2" }, { sessionId: "s2" }, { id: done[1]!.id }, { id: 999 }])
      expect(await again(foreign)).toBeUndefined();
    expect(await again({})).toMatchObject({ messageId: "m1", body: "{m1}", createdAt: 70 });
    expect(await again({})).toBeUndefined();
    expect(await outbox.ofSession(own!)).toMatchObject([{ messageId: "m1", attempts: 0, nextAt: 70 }]);
    expect((await outbox.doneOf(own!)).map(({ messageId }) => messageId)).toEqual(["m2"]);

    await over("s2", "m4");
    await outbox.removeOf({ accountId, signer: "hook_2" });
    expect(await outbox.doneOf(other!)).toMatchObject([{ body: "{m4}" }]);
    await outbox.removeOf({ accountId, signer: "hook_1" });
    expect(await outbox.doneOf(other!)).toMatchObject([{ messageId: "m4", body: null }]);
    await over("s2", "m5");
    await retention.expire({
      of: "values",
      accountId,
      before: noon * 2,
      rowsMax: 100,
      sessionsMax: 20,
      at: noon,
    });
    await over("s2", "m6");
    expect((await outbox.doneOf(other!)).map(({ body }) => body)).toEqual([null, null, null]);
    // The store drops the account's oldest rows.
    await over("s2", "m7", { rowsMax: 2 });
    expect(await outbox.doneOf(own!)).toEqual([]);
    expect((await outbox.doneOf(other!)).map(({ messageId }) => messageId)).toEqual(["m6", "m7"]);
    await retention.expire({
      of: "numbers",
      accountId,
      before: noon * 2,
      rowsMax: 100,
      sessionsMax: 20,
      at: noon,
    });
    expect(await outbox.doneOf(other!)).toEqual([]);
  });
});
