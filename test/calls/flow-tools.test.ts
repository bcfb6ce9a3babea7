// Tools of a flow during a call: the tool of the right flow runs, with the secrets of the right account.

import { expect, test } from "bun:test";
import type { OutboundRequest } from "../../src/base/outbound/outbound-message.ts";
import { Secret } from "../../src/base/secret.ts";
import { openTools } from "../../src/calls/flow-tools.ts";
import { putSecret } from "../../src/cloud/account-secrets.ts";
import { Vault } from "../../src/cloud/vault.ts";
import type { Program } from "../../src/flow/language/program.ts";
import { valueMap } from "../../src/flow/value/value.ts";
import { chosenStore } from "../support/stores/chosen-store.ts";
import { bareAccount } from "../support/stores/new-account.ts";
import { toolOf } from "../support/fakes/tool-bench.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";

const headers = { authorization: "Bearer {{ secrets.KEY }}" };

/** Program with only the fields that a tool reads. */
function program(id: string, url: string, calls: readonly Program[] = []): Program {
  const tool = toolOf({ url, headers });
  const parts = { id, timezone: "UTC", language: "en", tools: new Map([[tool.name, tool]]) };
  return { ...parts, calls: new Map(calls.map((each) => [each.id, each])) } as unknown as Program;
}

async function bench(
  accountId: string | undefined,
  url = "https://root.test/",
  more: readonly string[] = [],
) {
  const opened = await chosenStore();
  const { store } = opened;
  const vault = new Vault(new Uint8Array(32));
  for (const [owner, value] of [
    ["acc_1", "ada's"],
    ["acc_2", "bob's"],
  ] as const) {
    await bareAccount(opened.data, owner);
    const hosts = ["root.test", "deep.test", ...more];
    await putSecret(store, vault, {
      accountId: owner,
      name: "KEY",
      value: new Secret(value),
      hosts,
      at: 0,
    });
  }
  const sent: OutboundRequest[] = [];
  const deep = program("deep", "https://deep.test/");
  const run = openTools({
    store,
    sessionId: "ses_1",
    vault,
    accountId,
    program: program("root", url, [program("middle", "https://middle.test/", [deep])]),
    clock: new VirtualClock(),
    outbound: {
      send: (request) => {
        sent.push(request);
        return Promise.resolve({ kind: "ok", status: 200, headers: new Headers(), body: new Uint8Array() });
      },
    },
  });
  const call = (flow: string, tool = "find_table") =>
    run(
      {
        type: "tool",
        flow,
        tool,
        arguments: valueMap([]),
        logged: valueMap([]),
        idempotencyKey: "k",
        writes: false,
      },
      new AbortController().signal,
    );
  return { ...opened, call, sent };
}

test("tools: a flow's own and those of its called flows run with the account's secrets", async () => {
  await using it = await bench("acc_2");
  for (const flow of ["root", "deep"]) expect(await it.call(flow)).toEqual({ ok: true, body: null });
  const seen = it.sent.map(({ url, owner, headers: all }) => [
    url,
    owner,
    Object.fromEntries(all)["authorization"],
  ]);
  expect(seen).toEqual([
    ["https://root.test/", "acc_2", "Bearer bob's"],
    ["https://deep.test/", "acc_2", "Bearer bob's"],
  ]);
});

test("tools: a secret goes only to its own hosts, for any flow", async () => {
  await using it = await bench("acc_1");
  expect(await it.call("middle")).toMatchObject({ ok: false, failure: { kind: "blocked" } });
  expect(it.sent).toEqual([]);
});

test("tools: an example service answers in the process, without the account's secret; neighbouring addresses do not", async () => {
  await using it = await bench("acc_1", "https://crm.example.com/accounts/123456");
  expect(await it.call("root")).toEqual({ ok: true, body: { plan: "enterprise" }, isExample: true });
  expect(it.sent).toEqual([]);
  await using other = await bench("acc_1", "https://crm2.example.com/accounts/123456", ["crm2.example.com"]);
  expect(await other.call("root")).toEqual({ ok: true, body: null });
  expect(other.sent.map(({ url }) => url)).toEqual(["https://crm2.example.com/accounts/123456"]);
});

test("tools: a call without an account has no secrets", async () => {
  await using it = await bench(undefined);
  expect(await it.call("root")).toMatchObject({ ok: false, failure: { kind: "blocked" } });
});

test.each([
  ["other", "find_table"],
  ["root", "other"],
])("tools: in flow %s the missing %s is a failure", async (flow, tool) => {
  await using it = await bench("acc_1");
  expect(await it.call(flow, tool)).toMatchObject({ ok: false, failure: { kind: "blocked" } });
});
