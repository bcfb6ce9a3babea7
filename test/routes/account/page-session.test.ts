// Page sessions: the cookie of a logged-in browser gets an access token for each tab, ends with its login, tells a
// foreign page nothing, and opens nothing else.

import { expect, test } from "bun:test";
import { answer, idOf, newEmail, problem } from "../../support/people.ts";
import { json } from "../../support/json-request.ts";
import { type ClockServer, serve } from "../../support/servers/clocked.ts";

const password = "correct horse battery";
const page = { origin: "http://127.0.0.1:3000", host: "127.0.0.1:3000" };
const hour = 3_600_000;
const day = 24 * hour;

interface Browser {
  /** Cookie as the browser keeps it, without its attributes. */
  readonly cookie: string;
  readonly attributes: string;
  readonly token: string;
  readonly email: string;
}

async function signUp(served: ClockServer, cookie?: "session" | "month", from = page): Promise<Browser> {
  const email = newEmail();
  const response = await served.ask("/auth/signup", json("POST", { email, password, cookie }, from));
  const [pair = "", ...attributes] = (response.headers.get("set-cookie") ?? "").split("; ");
  const { access_token: token } = await answer<{ access_token: string }>(response);
  return { cookie: pair, attributes: attributes.join("; "), token, email };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const ask = (served: ClockServer, cookie: string, more: object = page): Promise<Response> =>
  served.ask("/auth/session", { method: "POST", headers: { ...more, cookie } });
const renewed = (served: ClockServer, { cookie }: Browser) =>
  answer<{ access_token: string; email: string }>(ask(served, cookie));
const read = (served: ClockServer, token: string): Promise<Response> =>
  served.ask("/v1/account", { headers: bearer(token) });

test("page session: a program's login gets no cookie", async () => {
  await using served = await serve();
  expect((await signUp(served)).cookie).toBe("");
});

test("page session: the cookie is hidden from scripts and not sent by other sites' pages", async () => {
  await using served = await serve({ PUBLIC_URL: "https://voice.example" });
  const { cookie, attributes } = await signUp(served, "session");
  expect(cookie).toStartWith("voice-flow-3000=");
  expect(attributes).toBe("Path=/auth/session; HttpOnly; SameSite=Strict");
  const secure = { origin: "https://voice.example", host: "voice.example" };
  const lasting = await signUp(served, "month", secure);
  expect(lasting.cookie).toStartWith("__Host-voice-flow=");
  expect(lasting.attributes).toBe("Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=2592000");
});

test("page session: a planted cookie of the domain above is ignored", async () => {
  await using served = await serve({ PUBLIC_URL: "https://voice.example" });
  const own = { origin: "https://voice.example", host: "voice.example" };
  const { cookie } = await signUp(served, "month", own);
  await answer(ask(served, cookie, own));
  // Browsers store a cookie whose name begins with __Host- for this host only.
  await problem(ask(served, cookie.replace("__Host-", ""), own), 401, "auth/required");
});

test("page session: another tab gets a token of the same login, and signing out ends both", async () => {
  await using served = await serve();
  const browser = await signUp(served, "session");
  const tab = await renewed(served, browser);
  expect(tab.email).toBe(browser.email);
  expect((await read(served, tab.access_token)).status).toBe(200);
  const logins = await answer<object[]>(served.ask("/v1/account/logins", { headers: bearer(browser.token) }));
  expect(logins).toHaveLength(1);
  const out = await served.ask("/auth/session", {
    method: "DELETE",
    headers: { ...page, cookie: browser.cookie },
  });
  expect([out.status, out.headers.get("set-cookie")]).toEqual([
    204,
    "voice-flow-3000=; Path=/auth/session; HttpOnly; SameSite=Strict; Max-Age=0",
  ]);
  for (const token of [browser.token, tab.access_token])
    await problem(read(served, token), 401, "auth/invalid");
  await problem(ask(served, browser.cookie), 401, "auth/required");
});

test("page session: the log of actions has who signed a browser out", async () => {
  await using served = await serve();
  const { cookie, email } = await signUp(served, "session");
  await served.ask("/auth/session", { method: "DELETE", headers: { ...page, cookie } });
  const account = await served.store.accounts.byEmail(email);
  const login = await answer<{ access_token: string }>(
    served.ask("/auth/login", json("POST", { email, password }, page)),
  );
  const { entries } = await answer<{ entries: readonly { action: string; actor: { id: string | null } }[] }>(
    served.ask("/v1/audit", { headers: bearer(login.access_token) }),
  );
  expect(entries.find(({ action }) => action === "login.ended")?.actor.id).toBe(account?.id ?? "");
});

test("page session: a month's cookie outlives its access tokens for 30 days, another one for 12 hours", async () => {
  await using served = await serve();
  const month = await signUp(served, "month");
  const short = await signUp(served, "session");
  served.clock.stall(29 * day);
  await problem(read(served, month.token), 401, "auth/invalid");
  const tab = await renewed(served, month);
  const own = { headers: bearer(tab.access_token) };
  expect(await answer<object[]>(served.ask("/v1/account/logins", own))).toHaveLength(1);
  await problem(ask(served, short.cookie), 401, "auth/required");
  served.clock.stall(2 * day);
  await problem(ask(served, month.cookie), 401, "auth/required");
});

test("page session: no access token outlives its login, which no list shows any more", async () => {
  await using served = await serve();
  const browser = await signUp(served, "session");
  served.clock.stall(11 * hour);
  const tab = await answer<{ access_token: string; expires_in: number }>(ask(served, browser.cookie));
  expect(tab.expires_in).toBe(3_600);
  served.clock.stall(2 * hour);
  await problem(read(served, tab.access_token), 401, "auth/invalid");
});

test("page session: programs that log in often do not end a browser's login", async () => {
  await using served = await serve();
  const browser = await signUp(served, "month");
  const accountId = await idOf(served, { login: bearer(browser.token) });
  const at = served.clock.wall();
  for (let each = 0; each < 4; each++)
    await served.store.access.addLogin(
      { id: `log_${each}`, accountId, createdAt: at + each, address: null, agent: "cron" },
      { prefix: "log", since: 0, max: 2 },
    );
  await renewed(served, browser);
});

const endings: readonly [name: string, method: string, path: string, body: object | undefined][] = [
  ["all logins end", "DELETE", "/v1/account/logins", undefined],
  [
    "the password changes",
    "POST",
    "/v1/account/password",
    { password, new_password: "staple tomorrow orbit" },
  ],
];

test.each(endings)("page session: the cookie is invalid once %s", async (_name, method, path, body) => {
  await using served = await serve();
  const browser = await signUp(served, "month");
  const init = json(method, body ?? {}, bearer(browser.token));
  expect((await served.ask(path, init)).ok).toBe(true);
  await problem(ask(served, browser.cookie), 401, "auth/required");
});

test("page session: a foreign page, a program and a forged cookie get nothing, and the cookie opens no route", async () => {
  await using served = await serve({ CORS_ORIGINS: "https://shop.example" });
  const { cookie, token } = await signUp(served, "month");
  const value = cookie.split("=")[1] ?? "";
  const { host } = page;
  for (const origin of ["https://evil.example", "https://shop.example"])
    await problem(ask(served, cookie, { host, origin }), 403, "origin/refused");
  await problem(ask(served, cookie, { host }), 403, "origin/refused");
  await problem(ask(served, `voice-flow-3000=${token}`), 401, "auth/required");
  await problem(read(served, value), 401, "auth/invalid");
  const own = await served.ask("/v1/account", { headers: { ...page, cookie } });
  expect(own.status).toBe(401);
});
