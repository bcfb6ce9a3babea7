// Access tokens: signed by this service, valid for twelve hours and for one purpose only.

import { expect, test } from "bun:test";
import { Invitation } from "../../src/cloud/invitation.ts";
import { openTokens } from "../../src/cloud/access-tokens.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";

const secret = new Uint8Array(32).fill(7);

function part(token: string, index: number): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split(".")[index]!, "base64url").toString()) as Record<string, unknown>;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function sign(claims: object, { key = secret, alg = "HS256" } = {}): string {
  const text = `${encode({ alg, typ: "JWT" })}.${encode(claims)}`;
  return `${text}.${new Bun.CryptoHasher("sha256", key).update(text).digest("base64url")}`;
}

test("tokens: they are HS256 with the account as subject, an issuer, an audience and twelve hours", async () => {
  const clock = new VirtualClock();
  const token = await openTokens(secret, clock).forAccount({ accountId: "acc_1", generation: 3 });
  const now = Math.floor(clock.wall() / 1_000);
  expect(part(token, 0)).toEqual({ alg: "HS256", typ: "JWT" });
  expect(part(token, 1)).toEqual({
    iss: "voice-flow",
    aud: "voice-flow-api",
    sub: "acc_1",
    gen: 3,
    nbf: now,
    exp: now + 43_200,
  });
});

test("tokens: a login's token names the login, and a token without one belongs to no login", async () => {
  const tokens = openTokens(secret, new VirtualClock());
  const login = { accountId: "acc_1", generation: 3, loginId: "log_1" };
  expect(await tokens.read(await tokens.forAccount(login))).toMatchObject(login);
  const none = await tokens.read(await tokens.forAccount({ accountId: "acc_1", generation: 3 }));
  expect(none).toEqual({ kind: "login", accountId: "acc_1", generation: 3, loginId: undefined });
});

test("tokens: they are valid until they expire, and two minutes longer for clocks that differ", async () => {
  const clock = new VirtualClock();
  const tokens = openTokens(secret, clock);
  const token = await tokens.forAccount({ accountId: "acc_1", generation: 3 });
  expect(await tokens.read(token)).toEqual({ kind: "login", accountId: "acc_1", generation: 3 });
  await clock.advance(43_319_000);
  expect(await tokens.read(token)).toBeDefined();
  await clock.advance(1_000);
  expect(await tokens.read(token)).toBeUndefined();
});

test("tokens: a token with a shorter lifetime ends with it, before twelve hours", async () => {
  const clock = new VirtualClock();
  const now = Math.floor(clock.wall() / 1_000);
  const token = await openTokens(secret, clock).forAccount({ accountId: "acc_1", generation: 3 }, 60);
  expect(part(token, 1)["exp"]).toBe(now + 60);
});

test("tokens: tokens of an earlier version belong to the first generation", async () => {
  const clock = new VirtualClock();
  const now = Math.floor(clock.wall() / 1_000);
  const claims = { iss: "voice-flow", aud: "voice-flow-api", sub: "acc_1", nbf: now, exp: now + 60 };
  const read = await openTokens(secret, clock).read(sign(claims));
  expect(read).toEqual({ kind: "login", accountId: "acc_1", generation: 0 });
});

test("tokens: a clock that steps back by a second, or two minutes, leaves them valid", async () => {
  let wall = 1_795_000_000_999;
  const tokens = openTokens(secret, { wall: () => wall });
  const token = await tokens.forAccount({ accountId: "acc_1", generation: 3 });
  for (const back of [1_000, 120_000]) {
    wall = 1_795_000_000_999 - back;
    expect([back, await tokens.read(token)]).toEqual([
      back,
      { kind: "login", accountId: "acc_1", generation: 3 },
    ]);
  }
  wall = 1_795_000_000_999 - 121_000;
  expect(await tokens.read(token)).toBeUndefined();
});

test("tokens: a visitor's is not accepted as an account's", async () => {
  const tokens = openTokens(secret, new VirtualClock());
  expect(await tokens.read(await tokens.forVisitor())).toEqual({ kind: "visitor" });
});

test("tokens: forged, foreign, unsigned or future ones are refused", async () => {
  const clock = new VirtualClock();
  const tokens = openTokens(secret, clock);
  const now = Math.floor(clock.wall() / 1_000);
  const claims = { iss: "voice-flow", aud: "voice-flow-api", sub: "acc_1", nbf: now, exp: now + 60 };
  expect(await tokens.read(sign(claims))).toBeDefined();
  const unsigned = `${encode({ alg: "none" })}.${encode(claims)}.`;
  const forged = [
    sign(claims, { key: new Uint8Array(32).fill(8) }),
    sign(claims, { alg: "none" }),
    sign(claims, { alg: "HS512" }),
    unsigned,
    sign({ ...claims, iss: "somebody" }),
    sign({ ...claims, aud: "elsewhere" }),
    sign({ ...claims, aud: undefined }),
    sign({ ...claims, sub: undefined }),
    sign({ ...claims, exp: undefined }),
    sign({ ...claims, nbf: now + 121 }),
    sign({ ...claims, exp: now - 120 }),
    "",
    "a.b.c",
    "x".repeat(10_000),
  ];
  for (const token of forged) expect(await tokens.read(token)).toBeUndefined();
});

test("tokens: each token has a single spelling", async () => {
  const tokens = openTokens(secret, new VirtualClock());
  const token = await tokens.forAccount({ accountId: "acc_1", generation: 3 });
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const ends = letters.split("").map((letter) => token.slice(0, -1) + letter);
  const spellings = [...ends, `${token}=`, `${token}\n`, ` ${token}`, token.replaceAll(".", "=.")];
  const read = await Promise.all(spellings.map(async (each) => [each, await tokens.read(each)] as const));
  expect(read.flatMap(([each, login]) => (login === undefined ? [] : [each]))).toEqual([token]);
});

test("owner link: it is accepted once, and only the latest one", () => {
  const invitation = new Invitation(new VirtualClock());
  expect(invitation.accept("")).toBe(false);
  const first = invitation.issue();
  const second = invitation.issue();
  expect(second).toMatch(/^[0-9A-Za-z]{43}$/);
  expect([invitation.accept(first), invitation.accept(second), invitation.accept(second)]).toEqual([
    false,
    true,
    false,
  ]);
});

test("owner link: it expires fifteen minutes after the start", async () => {
  const clock = new VirtualClock();
  const invitation = new Invitation(clock);
  const [early, late] = [new Invitation(clock), invitation].map((each) => [each, each.issue()] as const);
  await clock.advance(15 * 60_000 - 1);
  expect(early?.[0].accept(early[1])).toBe(true);
  await clock.advance(1);
  expect(late?.[0].accept(late[1])).toBe(false);
  expect(invitation.accept(invitation.issue())).toBe(true);
});
