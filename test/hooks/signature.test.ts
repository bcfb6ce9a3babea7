// Signatures of hooks: any library of Standard Webhooks verifies them.

import { expect, test } from "bun:test";
import { Secret } from "../../src/base/secret.ts";
import { newHookSecret, signatureHeaders } from "../../src/hooks/signature.ts";
import { signed } from "../support/servers/hook-receiver.ts";

test("sign: it matches the specification's example", () => {
  const secret = new Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
  const message = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", at: 1_614_265_330_999, body: '{"test": 2432232314}' };
  expect(signatureHeaders(secret, message)).toEqual([
    ["webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek"],
    ["webhook-timestamp", "1614265330"],
    ["webhook-signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="],
  ]);
});

test("sign: a new secret has 256 random bits, signs, and fails for changed texts", () => {
  const [secret, other] = [newHookSecret(), newHookSecret()];
  expect(secret.reveal()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(secret.reveal()).not.toBe(other.reveal());
  const headers = new Headers(
    [...signatureHeaders(secret, { id: "msg_1", at: 0, body: "{}" })].map(([...pair]) => pair),
  );
  expect(signed(headers, "{}", secret.reveal())).toBe(true);
  expect(signed(headers, "{} ", secret.reveal())).toBe(false);
  expect(signed(headers, "{}", other.reveal())).toBe(false);
});

test("sign: a secret without the prefix is used as written", () => {
  const [, , [, signature] = []] = signatureHeaders(new Secret("my own words"), {
    id: "a",
    at: 0,
    body: "b",
  });
  const expected = new Bun.CryptoHasher("sha256", "my own words").update("a.0.b").digest("base64");
  expect(signature).toBe(`v1,${expected}`);
});
