// People of a deployment: invitations, the list, blocks and rescues by the owner, and logins.

import { expect, test } from "bun:test";
import { makeLink } from "../../../src/cloud/one-time-links.ts";
import { answer, idOf, newEmail, ownerAt, type Person, problem, signUpAt } from "../../support/people.ts";
import { type ClockServer, serve } from "../../support/servers/clocked.ts";
import { until } from "../../support/until.ts";
import { json } from "../../support/json-request.ts";

const password = "correct horse battery";
const hourMs = 3_600_000;

interface Invited {
  readonly invitation_id: string;
  readonly url: string;
}

type Owner = Pick<Person, "login">;

const invite = (served: ClockServer, owner: Owner, body: object = {}): Promise<Invited> =>
  answer<Invited>(served.ask("/v1/invitations", json("POST", body, owner.login)), 201);
const linkOf = ({ url }: { readonly url: string }): string => url.split("link=")[1] ?? "";
const join = (served: ClockServer, more: object): Promise<Response> =>
  served.ask("/auth/signup", json("POST", { email: newEmail(), password, ...more }));
const logIn = (served: ClockServer, email: string, headers = {}): Promise<Response> =>
  served.ask("/auth/login", json("POST", { email, password }, headers));
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function tokenOf(response: Promise<Response>): Promise<string> {
  return (await answer<{ access_token: string }>(response)).access_token;
}

async function actionsOf(served: ClockServer, headers: Record<string, string>): Promise<readonly string[]> {
  const { entries } = await answer<{ entries: { action: string }[] }>(served.ask("/v1/audit", { headers }));
  return entries.map(({ action }) => action);
}

/** A server on which only invited people may sign up, and whose owner exists. */
async function invitedOnly(signup = "invite"): Promise<readonly [served: ClockServer, owner: Owner]> {
  const served = await serve({ SIGNUP: signup });
  const at = served.clock.wall();
  const printed = await makeLink(served.store, { purpose: "owner", label: "", at, minutes: 1 });
  const token = await tokenOf(join(served, { link: printed.token }));
  const owner = { login: bearer(token) };
  expect((await served.store.accounts.owner())?.id).toBe(await idOf(served, owner));
  return [served, owner];
}

test("invitation: it makes one account, in time, also where sign-up is closed", async () => {
  const [served, owner] = await invitedOnly();
  await using _ = served;
  const { detail } = await problem(join(served, {}), 403, "account/signup-closed");
  expect(detail).toContain("needs an invitation");
  const { url, invitation_id: id } = await invite(served, owner, { label: "Bob", days: 2 });
  expect(url).toMatch(/^http:\/\/localhost\/console#\/join\?link=\w{43}$/);
  const bob = bearer(await tokenOf(join(served, { link: linkOf({ url }) })));
  expect(await answer(served.ask("/v1/account", { headers: bob }))).toMatchObject({ role: "member" });
  await problem(join(served, { link: linkOf({ url }) }), 410, "account/link-void");
  await served.clock.advance(1);
  const late = { purpose: "signup", label: "", at: served.clock.wall(), minutes: 1 / 60 } as const;
  const { token } = await makeLink(served.store, late);
  await served.clock.advance(1_000);
  await problem(join(served, { link: token }), 410, "account/link-void");
  const told = await answer<{ created_at: number; expires_at: number }[]>(
    served.ask("/v1/invitations", { headers: owner.login }),
  );
  expect(told.map(({ created_at: from, expires_at: to }) => Math.round(to - from))).toEqual([1, 48 * 3_600]);
  const bobId = (await served.store.accounts.page({ limit: 9 })).find(({ role }) => role === "member")?.id;
  expect(told).toMatchObject([
    { state: "expired", account_id: null },
    { invitation_id: id, label: "Bob", state: "used", account_id: bobId },
  ]);
  expect(JSON.stringify(told)).not.toContain("hash");
});

test("invitation: a revoked invitation makes no account, and its actions are in the audit log", async () => {
  const [served, owner] = await invitedOnly();
  await using _ = served;
  const invited = await invite(served, owner);
  const revoke = () =>
    served.ask(`/v1/invitations/${invited.invitation_id}`, { method: "DELETE", headers: owner.login });
  expect((await revoke()).status).toBe(204);
  await problem(revoke(), 404, "invitation/not-found");
  await problem(join(served, { link: linkOf(invited) }), 410, "account/link-void");
  expect(await actionsOf(served, owner.login)).toContainValues(["invitation.made", "invitation.revoked"]);
  await problem(
    served.ask("/v1/invitations", json("POST", { days: 31 }, owner.login)),
    422,
    "request/invalid",
  );
});

test("invitation: on a closed server it makes no account, and is not used up", async () => {
  await using served = await serve({ SIGNUP: "closed" });
  const at = served.clock.wall();
  const { token } = await makeLink(served.store, { purpose: "signup", label: "", at, minutes: 60 });
  await problem(join(served, { link: token }), 403, "account/signup-closed");
  expect((await served.store.access.links("signup", 1))[0]?.usedAt).toBeNull();
});

test("invitation: the owner is refused one when SIGNUP=closed, with the remedy, and none is stored", async () => {
  const [served, owner] = await invitedOnly("closed");
  await using _ = served;
  const refused = served.ask("/v1/invitations", json("POST", { label: "Bob" }, owner.login));
  const { detail } = await problem(refused, 403, "account/signup-closed");
  expect(detail).toContain("SIGNUP=invite");
  expect(await served.store.access.links("signup", 1)).toEqual([]);
});

test("people: the owner lists the accounts, page by page, without their content", async () => {
  await using served = await serve();
  const owner = await ownerAt(served);
  const people = [await signUpAt(served), await signUpAt(served)];
  interface Listed {
    readonly people: { readonly email: string; readonly role: string }[];
    readonly next_cursor: string | null;
  }
  const read = (query: string) => answer<Listed>(served.ask(`/v1/people?${query}`, { headers: owner.login }));
  const first = await read("limit=2");
  const rest = await read(`limit=2&cursor=${first.next_cursor}`);
  const seen = [...first.people, ...rest.people].map(({ email, role }) => `${role} ${email}`);
  expect(seen.toSorted()).toEqual(
    [...people.map(({ email }) => `member ${email}`), `owner ${owner.email}`].toSorted(),
  );
  expect(rest.next_cursor).toBeNull();
  expect(first.people[0]).toMatchObject({ closed_at: null, last_login_at: expect.any(Number) });
});

test("people: closing an account ends its session, and a new one is refused", async () => {
  await using served = await serve();
  const [owner, ada] = [await ownerAt(served), await signUpAt(served)];
  const id = await idOf(served, ada);
  const { ws_url: url } = await answer<{ ws_url: string }>(
    served.ask("/v1/sessions", json("POST", {}, ada.service)),
  );
  const closed = served.ask(
    `/v1/people/${id}`,
    json("PATCH", { closed: true, calls: "finish" }, owner.login),
  );
  expect((await closed).status).toBe(204);
  const ice = (): Promise<Response> => served.ask(`/ice-servers?token=${url.split("/").at(-1)}`);
  // A store that is another process has the session's end a moment later.
  await until("end of the session", async () => (await ice()).status !== 200);
  await problem(ice(), 410, "session/over");
  const row = {
    id: "ses_late",
    accountId: id,
    context: {},
    metadata: {},
    providers: {},
    home: "n",
    at: served.clock.wall(),
  };
  const late = {
    row: { ...row, flowId: undefined, flowRevision: undefined },
    holdMicros: 1,
    keyId: undefined,
  };
  expect(await served.store.sessions.begin(late)).toBe("closed");
});

test("people: a closed account has no login and no session, and the owner opens it again", async () => {
  await using served = await serve();
  const [owner, ada] = [await ownerAt(served), await signUpAt(served)];
  const id = await idOf(served, ada);
  const set = (closed: boolean, of = id) =>
    served.ask(`/v1/people/${of}`, json("PATCH", { closed }, owner.login));
  expect((await set(true)).status).toBe(204);
  await problem(served.ask("/v1/account", { headers: ada.login }), 401, "auth/invalid");
  await problem(served.ask("/v1/sessions", json("POST", {}, ada.service)), 401, "auth/invalid");
  await problem(logIn(served, ada.email), 403, "account/closed");
  await problem(
    served.ask("/auth/login", json("POST", { email: ada.email, password: "a guess" })),
    401,
    "auth/invalid-credentials",
  );
  const seen = await answer<{ people: object[] }>(served.ask("/v1/people", { headers: owner.login }));
  expect(seen.people).toContainEqual(
    expect.objectContaining({ account_id: id, closed_at: expect.any(Number) as number }),
  );
  expect((await set(false)).status).toBe(204);
  const again = bearer(await tokenOf(logIn(served, ada.email)));
  await answer(served.ask("/v1/flows", { headers: ada.service }));
  expect(await actionsOf(served, again)).toContainValues(["account.closed", "account.reopened"]);
  expect(await actionsOf(served, owner.login)).toContainValues(["account.closed", "account.reopened"]);
  await problem(set(true, await idOf(served, owner)), 409, "account/not-of-owner");
});

test("password link: it sets one password, once, within the hour, and ends earlier logins", async () => {
  await using served = await serve();
  const [owner, ada, bob] = [await ownerAt(served), await signUpAt(served), await signUpAt(served)];
  const rescue = async () => {
    const path = `/v1/people/${await idOf(served, ada)}/password-link`;
    const asked = served.ask(path, { method: "POST", headers: owner.login });
    return linkOf(await answer<{ url: string }>(asked, 201));
  };
  const reset = (link: string, next = "staple tomorrow") =>
    served.ask("/auth/password", json("POST", { link, new_password: next }));
  const [link, second] = [await rescue(), await rescue()];
  const invited = linkOf(await invite(served, owner));
  for (const wrong of ["guessed", invited]) await problem(reset(wrong), 410, "account/link-void");
  await problem(reset(link, "short"), 422, "request/invalid");
  const token = await tokenOf(reset(link));
  await problem(served.ask("/v1/account", { headers: ada.login }), 401, "auth/invalid");
  expect(await answer(served.ask("/v1/account", { headers: bearer(token) }))).toMatchObject({
    email: ada.email,
  });
  await problem(logIn(served, ada.email), 401, "auth/invalid-credentials");
  await answer(served.ask("/auth/login", json("POST", { email: ada.email, password: "staple tomorrow" })));
  await answer(served.ask("/v1/account", { headers: bob.login }));
  expect(await actionsOf(served, bearer(token))).toContainValues(["password-link.made", "password.changed"]);
  // After a password was set, every other link that would set one is invalid, too.
  for (const used of [link, second]) await problem(reset(used), 410, "account/link-void");
  const at = served.clock.wall();
  const wanted = {
    purpose: "password",
    label: "",
    minutes: 1 / 60,
    accountId: await idOf(served, bob),
  } as const;
  const late = await makeLink(served.store, { ...wanted, at });
  await served.clock.advance(1_000);
  await problem(reset(late.token), 410, "account/link-void");
});

interface Login {
  readonly login_id: string;
  readonly current: boolean;
  readonly agent: string | null;
  readonly last_used_at: number;
}

const loginsOf = (served: ClockServer, headers: Record<string, string>): Promise<Login[]> =>
  answer<Login[]>(served.ask("/v1/account/logins", { headers }));

test("logins: each login is listed with its program and its last use, and one ends without the others", async () => {
  await using served = await serve();
  const [ada, bob] = [await signUpAt(served), await signUpAt(served)];
  await served.clock.advance(1_000);
  const phone = bearer(await tokenOf(logIn(served, ada.email, { "user-agent": `Phone ${"x".repeat(500)}` })));
  await served.clock.advance(120_000);
  const [newest, first] = await loginsOf(served, ada.login);
  expect([newest?.current, first?.current]).toEqual([false, true]);
  expect(newest?.agent).toMatch(/^Phone x{194}$/);
  expect((first?.last_used_at ?? 0) - (newest?.last_used_at ?? 0)).toBe(120);
  const end = (login: typeof ada.login) =>
    served.ask(`/v1/account/logins/${newest?.login_id}`, { method: "DELETE", headers: login });
  await problem(end(bob.login), 404, "account/login-not-found");
  expect((await end(ada.login)).status).toBe(204);
  await problem(served.ask("/v1/account", { headers: phone }), 401, "auth/invalid");
  await problem(end(ada.login), 404, "account/login-not-found");
  expect(await loginsOf(served, ada.login)).toHaveLength(1);
  expect(await actionsOf(served, ada.login)).toContain("login.ended");
  await answer(served.ask("/v1/account", { headers: bob.login }));
});

test("logins: logins with expired tokens are hidden, and deleted with the next one", async () => {
  await using served = await serve();
  const ada = await signUpAt(served);
  const accountId = await idOf(served, ada);
  const at = served.clock.wall() - 13 * hourMs;
  await served.data.insert("logins", { id: "log_old", accountId, createdAt: at, lastUsedAt: at });
  expect(await loginsOf(served, ada.login)).toMatchObject([{ current: true }]);
  expect(await served.data.rows("logins")).toHaveLength(2);
  await tokenOf(logIn(served, ada.email));
  expect((await served.data.rows("logins")).map(({ id }) => id)).not.toContain("log_old");
});
