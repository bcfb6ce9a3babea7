// Routes of secrets: GET /v1/secrets, PUT and DELETE /v1/secrets/{name}.

import { expect, test } from "bun:test";
import { serve } from "../../support/servers/clocked.ts";
import { answer, type Person, problem, signUpAt } from "../../support/people.ts";
import { json } from "../../support/json-request.ts";
import { type TestServer, serveTest } from "../../support/servers/served.ts";

function put(
  served: TestServer,
  { login }: Person,
  [name, body]: readonly [string, object],
): Promise<Response> {
  return served.ask(`/v1/secrets/${name}`, json("PUT", body, login));
}

function list(served: TestServer, headers: Record<string, string>): Promise<object[]> {
  return answer<object[]>(served.ask("/v1/secrets", { headers }));
}

test("secrets: they are listed by name with their hosts alone, by login and by key", async () => {
  await using served = await serveTest();
  const person = await signUpAt(served);
  expect(await list(served, person.login)).toEqual([]);
  const booking = { name: "BOOKING_KEY", hosts: ["booking.example.com", "booking.example.com:8443"] };
  const hook = { name: "A_HOOK", hosts: [] };
  const value = "sk-0123456789";
  expect(await answer(put(served, person, ["BOOKING_KEY", { value, hosts: booking.hosts }]))).toEqual(
    booking,
  );
  expect(await answer(put(served, person, ["A_HOOK", { value, hosts: [] }]))).toEqual(hook);
  for (const headers of [person.login, person.service])
    expect(await list(served, headers)).toEqual([hook, booking]);
});

test("secrets: setting a secret again replaces it whole", async () => {
  await using served = await serveTest();
  const person = await signUpAt(served);
  await answer(put(served, person, ["KEY", { value: "one", hosts: ["a.example", "b.example"] }]));
  await answer(put(served, person, ["KEY", { value: "two", hosts: ["c.example"] }]));
  expect(await list(served, person.login)).toEqual([{ name: "KEY", hosts: ["c.example"] }]);
});

const spellings: readonly (readonly [host: string, kept: string])[] = [
  ["API.Example.COM", "api.example.com"],
  ["bücher.example", "xn--bcher-kva.example"],
  ["api.example.com:443", "api.example.com:443"],
  ["10.0.0.1:8080", "10.0.0.1:8080"],
  ["[FD00::1]:8080", "[fd00::1]:8080"],
  ["https://A.example/", "a.example"],
  ["http://a.example", "a.example:80"],
];

test.each(spellings)("secrets: the host %j is stored as URLs spell it", async (host, kept) => {
  await using served = await serveTest();
  const person = await signUpAt(served);
  expect(await answer(put(served, person, ["KEY", { value: "x", hosts: [host] }]))).toEqual({
    name: "KEY",
    hosts: [kept],
  });
});

const unfit: readonly (readonly [name: string, body: object, pointer: string | undefined])[] = [
  ["KEY", {}, "/value"],
  ["KEY", { value: "x" }, "/hosts"],
  ["KEY", { value: "", hosts: [] }, "/value"],
  ["KEY", { value: "x".repeat(4_097), hosts: [] }, "/value"],
  ["KEY", { value: 7, hosts: [] }, "/value"],
  ["KEY", { value: "a\u0000b", hosts: [] }, "/value"],
  ["KEY", { value: "\ud800", hosts: [] }, "/value"],
  ["KEY", { value: "x", hosts: ["a.example", "https://a.example/x"] }, "/hosts/1"],
  ["KEY", { value: "x", hosts: ["*.example"] }, "/hosts/0"],
  ["KEY", { value: "x", hosts: ["a.example/x"] }, "/hosts/0"],
  ["KEY", { value: "x", hosts: ["user@a.example"] }, "/hosts/0"],
  ["KEY", { value: "x", hosts: ["a b"] }, "/hosts/0"],
  ["KEY", { value: "x", hosts: ["a.example:99999"] }, "/hosts/0"],
  ["KEY", { value: "x", hosts: [""] }, "/hosts/0"],
  ["KEY", { value: "x", hosts: "a.example" }, "/hosts"],
  ["KEY", { value: "x", hosts: Array.from({ length: 21 }, () => "a.example") }, "/hosts"],
  ["1KEY", { value: "x", hosts: [] }, "/name"],
  ["A-KEY", { value: "x", hosts: [] }, "/name"],
  ["K".repeat(65), { value: "x", hosts: [] }, "/name"],
];

test.each(unfit)("secrets: %s with %j is refused", async (name, body, pointer) => {
  await using served = await serveTest();
  const person = await signUpAt(served);
  const { errors } = await problem(put(served, person, [name, body]), 422, "request/invalid");
  expect(errors?.[0]?.pointer).toBe(pointer);
  expect(await list(served, person.login)).toEqual([]);
});

test("secrets: a deleted secret is gone, and a second deletion fails", async () => {
  await using served = await serveTest();
  const person = await signUpAt(served);
  await answer(put(served, person, ["KEY", { value: "x", hosts: [] }]));
  const remove = () => served.ask("/v1/secrets/KEY", { method: "DELETE", headers: person.login });
  const response = await remove();
  expect([response.status, await response.text()]).toEqual([204, ""]);
  await problem(remove(), 404, "secret/not-found");
  expect(await list(served, person.login)).toEqual([]);
});

test("secrets: each account has its own secret of a name", async () => {
  await using served = await serveTest();
  const [ada, bob] = [await signUpAt(served), await signUpAt(served)];
  await answer(put(served, ada, ["KEY", { value: "ada's", hosts: ["a.example"] }]));
  const remove = served.ask("/v1/secrets/KEY", { method: "DELETE", headers: bob.login });
  await problem(remove, 404, "secret/not-found");
  await answer(put(served, bob, ["KEY", { value: "bob's", hosts: ["b.example"] }]));
  expect(await list(served, ada.login)).toEqual([{ name: "KEY", hosts: ["a.example"] }]);
});

test("secrets: an account has at most a hundred; replacing one needs no room", async () => {
  await using served = await serve();
  const person = await signUpAt(served);
  for (let i = 0; i < 100; i++) await answer(put(served, person, [`KEY_${i}`, { value: "x", hosts: [] }]));
  await problem(put(served, person, ["ONE_MORE", { value: "x", hosts: [] }]), 409, "account/limit");
  await answer(put(served, person, ["KEY_7", { value: "y", hosts: [] }]));
  expect(await served.data.rows("secrets")).toHaveLength(100);
});
