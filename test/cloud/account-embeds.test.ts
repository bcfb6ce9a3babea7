// Embeds of an account: creation, lookup, and audit entries of a change.

import { expect, test } from "bun:test";
import { Fault } from "../../src/base/fault.ts";
import {
  agentOfEmbed,
  changeEmbed,
  createEmbed,
  embedOfToken,
  getEmbed,
  revokeEmbed,
} from "../../src/cloud/account-embeds.ts";
import { createAssistant, deleteAssistant } from "../../src/cloud/account-assistant.ts";
import { createFlow, deleteFlow } from "../../src/cloud/stored-flows.ts";
import { small } from "../support/small-flows.ts";
import { chosenStore } from "../support/stores/chosen-store.ts";
import { newAccount } from "../support/stores/new-account.ts";

const at = 1_000;
const unbranded = { picture: null, colour: null, greeting: null };
const nothingSet = {
  ...unbranded,
  agentName: null,
  sessionsPerHour: null,
  minutesPerDay: null,
  budgetMicros: null,
  expiresAt: null,
};
const by = { actor: { kind: "user", id: "acc_1", address: null }, requestId: "req_1" } as const;

async function bench() {
  const opened = await chosenStore();
  const { store } = opened;
  for (const id of ["acc_1", "acc_2"]) await newAccount(store, id);
  const text = { source: small, documentId: "small", links: new Map(), layout: null };
  const flow = await createFlow(store, { ...text, accountId: "acc_1", name: "Desk", at });
  const make = (
    more: {
      readonly origins?: readonly string[];
      readonly accountId?: string;
      readonly flowId?: string;
    } = {},
  ) =>
    createEmbed(store, {
      ...nothingSet,
      accountId: "acc_1",
      flowId: flow.id,
      label: "Shop",
      origins: [],
      at,
      by,
      ...more,
    });
  const entries = async (): Promise<readonly unknown[]> => {
    const all = await store.of("acc_1").audit.page({ chain: "acc_1", order: "up", limit: 20 });
    return all.map(({ action, target, details }) => [action, target, JSON.parse(details)]);
  };
  return { ...opened, flow, make, entries };
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof Fault ? error.code : String(error);
}

test("embeds: an embed has its own token, by which visitors find its flow's name, and starts unused", async () => {
  await using it = await bench();
  const [one, other] = [await it.make(), await it.make()];
  expect(one.embed.token).toMatch(/^vfe_[0-9A-Za-z]{24}$/);
  expect(one.embed.token).not.toBe(other.embed.token);
  expect(one).toMatchObject({
    embed: { accountId: "acc_1", flowId: it.flow.id, createdAt: at, usedMicros: 0, revokedAt: null },
    use: { sessions: 0, reservedMs: 0 },
    refusals: [],
  });
  expect(await getEmbed(it.store, one.embed, at)).toEqual(one);
  expect((await embedOfToken(it.store, one.embed.token))?.id).toBe(one.embed.id);
  expect(await agentOfEmbed(it.store, one.embed.token)).toEqual({
    ...unbranded,
    name: "Desk",
    origins: [],
  });
  for (const odd of ["", "vfe_", `${one.embed.token}x`, `x${one.embed.token}`, `vfe_${"0".repeat(24)}`])
    expect([await embedOfToken(it.store, odd), await agentOfEmbed(it.store, odd)]).toEqual([
      undefined,
      undefined,
    ]);
  await deleteFlow(it.store, { accountId: "acc_1", flowId: it.flow.id });
  expect(await agentOfEmbed(it.store, one.embed.token)).toBeUndefined();
});

test("embeds: visitors see the embed's brand, or the assistant's name without one", async () => {
  await using it = await bench();
  const set = { name: "Front desk", systemPrompt: "Be brief.", tools: null, model: null, voice: null };
  const assistant = await createAssistant(it.store, "acc_1", { set, by, at });
  const { embed } = await it.make({ flowId: assistant.id });
  expect(await agentOfEmbed(it.store, embed.token)).toEqual({
    ...unbranded,
    name: "Front desk",
    origins: [],
  });
  const brand = {
    agentName: "Ada",
    picture: "data:image/webp;base64,AA==",
    colour: "#1a7f5a",
    greeting: "Hi!",
  };
  await changeEmbed(it.store, embed, { set: brand, by, at });
  const { agentName: name, ...rest } = brand;
  expect(await agentOfEmbed(it.store, embed.token)).toEqual({ ...rest, name, origins: [] });
  await changeEmbed(it.store, embed, { set: { colour: null }, by, at });
  expect(await agentOfEmbed(it.store, embed.token)).toMatchObject({ name, colour: null, greeting: "Hi!" });
  await deleteAssistant(it.store, { accountId: "acc_1", id: assistant.id }, { by, at });
  expect(await agentOfEmbed(it.store, embed.token)).toBeUndefined();
  expect(await codeOf(it.make({ flowId: assistant.id }))).toBe("assistant/not-found");
});

test("embeds: only its own account finds, changes and revokes an embed, and a revoked one stays revoked", async () => {
  await using it = await bench();
  const { embed } = await it.make();
  const foreign = { accountId: "acc_2", id: embed.id };
  const set = { label: "Contact", minutesPerDay: 5 };
  for (const work of [
    () => getEmbed(it.store, foreign, at),
    () => changeEmbed(it.store, foreign, { set, at }),
    () => revokeEmbed(it.store, foreign, { at }),
  ])
    expect(await codeOf(work())).toBe("embed/not-found");
  expect(await codeOf(it.make({ accountId: "acc_2" }))).toBe("flow/not-found");
  expect((await changeEmbed(it.store, embed, { set, at, by })).embed).toEqual({ ...embed, ...set });
  await revokeEmbed(it.store, embed, { at: at + 1, by });
  expect(await codeOf(revokeEmbed(it.store, embed, { at, by }))).toBe("embed/not-found");
  expect(await codeOf(changeEmbed(it.store, embed, { set, at, by }))).toBe("embed/not-found");
  expect((await getEmbed(it.store, embed, at)).embed.revokedAt).toBe(at + 1);
  expect(await agentOfEmbed(it.store, embed.token)).toBeUndefined();
  expect(await it.entries()).toEqual([
    ["embed.made", embed.id, { flow: it.flow.id }],
    ["embed.changed", embed.id, { count: 2 }],
    ["embed.revoked", embed.id, {}],
  ]);
});

test("embeds: an origin is stored in the browser's form, corrected if unambiguous, up to 256 characters", async () => {
  await using it = await bench();
  const long = (chars: number): string =>
    `https://${"a".repeat(chars - "https://".length - 2)}.b`.slice(0, chars);
  for (const origin of ["https://shop.example", "http://localhost:5173", long(256)])
    expect((await it.make({ origins: [origin] })).embed.origins).toEqual([origin]);
  for (const meant of ["shop.example", "https://shop.example/", "https://Shop.example"])
    expect((await it.make({ origins: [meant] })).embed.origins).toEqual(["https://shop.example"]);
  const odd = [
    "*",
    "ftp://a.example",
    "https://*.example",
    "https://*",
    "http://shop.*:8080",
    "https://{a,b}.example",
  ];
  for (const origin of [...odd, long(257)]) {
    const origins = ["https://shop.example", origin];
    const made = await it.make({ origins }).catch((error: unknown) => error);
    expect([origin, made instanceof Fault && made.options.errors?.[0]?.pointer]).toEqual([
      origin,
      "/origins/1",
    ]);
  }
  const { embed } = await it.make();
  const change = changeEmbed(it.store, embed, { set: { origins: odd.slice(0, 1) }, at });
  expect(await codeOf(change)).toBe("request/invalid");
});

test("embeds: an account has at most a hundred that are not revoked", async () => {
  await using it = await bench();
  const { embed } = await it.make();
  for (let made = 1; made < 100; made++) await it.make();
  expect(await codeOf(it.make())).toBe("account/limit");
  await revokeEmbed(it.store, embed, { at });
  await it.make();
});
