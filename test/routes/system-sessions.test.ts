// Sessions of the deployment: its owner sees those of all accounts and nodes, and ends any of them.

import { expect, test } from "bun:test";
import { connect } from "../support/callers/ws-client.ts";
import { json } from "../support/json-request.ts";
import { answer, idOf, ownerAt, problem, signUpAt } from "../support/people.ts";
import { SharedNodes } from "../support/servers/shared-nodes.ts";
import { until } from "../support/until.ts";

interface Listed {
  readonly sessions: readonly { readonly session_id: string; readonly status: string }[];
  readonly next_cursor: string | null;
}

test("the owner sees the open sessions of all accounts and nodes, and ends any of them", async () => {
  await using shared = await SharedNodes.open({}, {});
  const [a, b] = shared.nodes;
  const owner = await ownerAt({ ...a, store: shared.store });
  const ada = await signUpAt(b);
  const list = (query = ""): Promise<Listed> =>
    answer<Listed>(fetch(`${a.url()}/v1/system/sessions${query}`, { headers: owner.login }));
  const end = (id: string): Promise<Response> =>
    fetch(`${a.url()}/v1/system/sessions/${id}/end`, { method: "POST", headers: owner.login });
  expect(await list()).toEqual({ sessions: [], next_cursor: null });

  const { session_id: waiting } = await answer<{ session_id: string }>(
    fetch(`${b.url()}/v1/sessions`, json("POST", {}, ada.service)),
  );
  await using caller = await connect(`${b.url().replace("http", "ws")}/ws`);
  await caller.ready();
  let open: Listed["sessions"] = [];
  await until("both of them", async () => {
    open = (await list()).sessions;
    return open.length === 2 && open[0]?.status === "running";
  });
  const running = open[0]?.session_id ?? "";
  expect(open).toMatchObject([
    { account_id: null, email: null, transport: "websocket", node_id: b.id },
    {
      session_id: waiting,
      account_id: await idOf(b, ada),
      email: ada.email,
      status: "waiting",
      node_id: b.id,
    },
  ]);
  const first = await list("?limit=1");
  expect(first).toMatchObject({ sessions: [{ session_id: running }], next_cursor: running });
  expect(await list(`?limit=2&cursor=${running}`)).toMatchObject({
    sessions: [{ session_id: waiting }],
    next_cursor: null,
  });

  for (const id of [waiting, running]) expect((await end(id)).status).toBe(202);
  expect(await caller.closed).toEqual({ code: 1000, reason: "dismissed" });
  await until("the end of both", async () => (await list()).sessions.length === 0);
  await problem(end(waiting), 404, "session/not-found");

  for (const { login: headers } of [owner, ada]) {
    const { entries } = await answer<{ entries: { action: string; target: string }[] }>(
      fetch(`${a.url()}/v1/audit`, { headers }),
    );
    expect(entries).toContainEqual(
      expect.objectContaining({ action: "call.ended", target: waiting }) as never,
    );
  }
  await problem(fetch(`${a.url()}/v1/system/sessions`, { headers: ada.login }), 403, "account/owner-only");
});
