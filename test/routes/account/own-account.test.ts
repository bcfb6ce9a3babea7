// Own account: its identity, a new password, logging out everywhere, and servers without sign-up.

import { expect, test } from "bun:test";
import { makeLink } from "../../../src/cloud/one-time-links.ts";
import { answer, newEmail, type Person, problem, signUpAt } from "../../support/people.ts";
import { serve } from "../../support/servers/clocked.ts";
import { json } from "../../support/json-request.ts";
import { type TestServer, serveTest } from "../../support/servers/served.ts";

const logIn = (served: TestServer, email: string, password: string): Promise<Response> =>
  served.ask("/auth/login", json("POST", { email, password }));

const change = (served: TestServer, { password, login }: Person, next: string): Promise<Response> =>
  served.ask("/v1/account/password", json("POST", { password, new_password: next }, login));

async function actionsOf(served: TestServer, login: Record<string, string>): Promise<readonly string[]> {
  const { entries } = await answer<{ entries: { action: string }[] }>(
    served.ask("/v1/audit", { headers: login }),
  );
  return entries.map(({ action }) => action);
}

test("account: an access token and an API key name their account", async () => {
  await using served = await serveTest();
  const [ada, bob] = [await signUpAt(served), await signUpAt(served)];
  for (const { email, login, service } of [ada, bob]) {
    for (const headers of [login, service]) {
      const own = await answer(served.ask("/v1/account", { headers }));
      const id: unknown = expect.stringMatching(/^acc_/);
      expect(own).toEqual({ id, email, email_confirmed: true, role: "member" });
    }
  }
});

test("password: a new password ends every login except the answering one, and no API key", async () => {
  await using served = await serveTest();
  const [ada, bob] = [await signUpAt(served), await signUpAt(served)];
  const { access_token } = await answer<{ access_token: string }>(change(served, ada, "staple tomorrow"));
  await problem(served.ask("/v1/account", { headers: ada.login }), 401, "auth/invalid");
  await problem(logIn(served, ada.email, ada.password), 401, "auth/invalid-credentials");
  await answer(logIn(served, ada.email, "staple tomorrow"));
  await answer(served.ask("/v1/account", { headers: ada.service }));
  await answer(served.ask("/v1/account", { headers: bob.login }));
  const login = { authorization: `Bearer ${access_token}` };
  expect(await actionsOf(served, login)).toContain("password.changed");
});

test("password: a token without the password changes nothing, and is slowed down like a login", async () => {
  await using served = await serve();
  const ada = await signUpAt(served);
  const thief = { ...ada, password: "a guess" };
  for (let i = 0; i < 10; i++)
    await problem(change(served, thief, "staple tomorrow"), 401, "auth/invalid-credentials");
  await problem(change(served, ada, "staple tomorrow"), 429, "auth/too-many-failures");
  await served.clock.advance(60_000);
  await problem(change(served, ada, "short"), 422, "request/invalid");
  await answer(change(served, ada, "staple tomorrow"));
});

test("logins: all logins end at once, including those of other browsers, and a new login works", async () => {
  await using served = await serveTest();
  const ada = await signUpAt(served);
  const { access_token } = await answer<{ access_token: string }>(logIn(served, ada.email, ada.password));
  const other = { authorization: `Bearer ${access_token}` };
  const ended = await served.ask("/v1/account/logins", { method: "DELETE", headers: other });
  expect(ended.status).toBe(204);
  for (const headers of [ada.login, other])
    await problem(served.ask("/v1/account", { headers }), 401, "auth/invalid");
  const again = await answer<{ access_token: string }>(logIn(served, ada.email, ada.password));
  const login = { authorization: `Bearer ${again.access_token}` };
  expect(await actionsOf(served, login)).toContain("logins.ended");
});

test("signup: the printed link makes the owner, once, in time, also where sign-up is closed", async () => {
  await using served = await serve({ SIGNUP: "closed" });
  const { store, clock } = served;
  const printed = (at: number) => makeLink(store, { purpose: "owner", label: "", minutes: 60, at });
  const join = (link: string): Promise<Response> =>
    served.ask("/auth/signup", json("POST", { email: newEmail(), password: "correct horse battery", link }));
  const [first, second] = [await printed(clock.wall()), await printed(clock.wall())];
  await problem(join("guessed"), 410, "account/link-void");
  const old = await printed(clock.wall() - 3_600_000);
  await problem(join(old.token), 410, "account/link-void");
  const { access_token } = await answer<{ access_token: string }>(join(first.token));
  const headers = { authorization: `Bearer ${access_token}` };
  expect(await answer(served.ask("/v1/account", { headers }))).toMatchObject({ role: "owner" });
  for (const { token } of [first, second]) await problem(join(token), 410, "account/link-void");
});

test("signup: a closed server makes no accounts and names the operator, for any email", async () => {
  await using served = await serveTest({ SIGNUP: "closed" });
  const body = json("POST", { email: newEmail(), password: "correct horse battery" });
  const { detail } = await problem(served.ask("/auth/signup", body), 403, "account/signup-closed");
  expect(detail).toContain("Ask its owner");
});

test("signup: a server that others reach refuses common passwords, at sign-up and later", async () => {
  await using served = await serveTest({ HOST: "0.0.0.0" });
  const body = json("POST", { email: newEmail(), password: "Password2026!" });
  const { errors } = await problem(served.ask("/auth/signup", body), 422, "request/invalid");
  expect(errors).toMatchObject([
    { pointer: "/password", detail: expect.stringContaining("three unrelated words") },
  ]);
  const ada = await signUpAt(served);
  const later = await problem(change(served, ada, "qwertyuiop"), 422, "request/invalid");
  expect(later.errors).toMatchObject([{ pointer: "/new_password" }]);
  await answer(change(served, ada, "staple tomorrow"));
});
