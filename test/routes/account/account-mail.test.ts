// Forgotten passwords by mail, with a real mail server: the receivers and lifetimes of links, without a leak to others.

import { expect, test } from "bun:test";
import { openMetrics } from "../../../src/app-metrics.ts";
import { openLog } from "../../../src/base/log.ts";
import { AccountMail } from "../../../src/cloud/letters/account-mail.ts";
import { readingOf } from "../../support/prometheus.ts";
import { until } from "../../support/until.ts";
import { answer, idOf, ownerAt, type Person, problem, signUpAt } from "../../support/people.ts";
import { json } from "../../support/json-request.ts";
import { type MailServer, mailServer } from "../../support/mail-server.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";
import { serveTest } from "../../support/servers/served.ts";
import { type ClockServer, serve } from "../../support/servers/clocked.ts";

const origin = "https://voice.example";
const beginMs = 1_000;
const hourMs = 3_600_000;

const environment = (server: MailServer) => ({
  SMTP_URL: server.url({ tls: "off" }),
  SMTP_FROM: "Voice Flow <voice@example.com>",
  PUBLIC_URL: origin,
});
const ask = (served: ClockServer, email: string, headers = {}): Promise<Response> =>
  served.ask("/auth/password/mail", json("POST", { email }, headers));
const reset = (served: ClockServer, link: string, next = "staple tomorrow"): Promise<Response> =>
  served.ask("/auth/password", json("POST", { link, new_password: next }));
const linkIn = (text: string): string => /#\/reset\?link=(\w{43})\r\n/.exec(text)?.[1] ?? "";
const mailEvents = (served: Pick<ClockServer, "events">) =>
  served.events.filter(({ event }) => event.startsWith("mail."));

let confirmations = 0;

/** Confirms the person's email, before any other letter is sent. */
async function confirmed<P extends Pick<Person, "login">>(served: ClockServer, person: P): Promise<P> {
  const [id, hash, at] = [await idOf(served, person), `confirms ${confirmations++}`, served.clock.wall()];
  const link = { id: hash, hash, purpose: "email", accountId: id, label: "" } as const;
  await served.store.access.addLink({ ...link, createdAt: at - hourMs, expiresAt: at + hourMs });
  expect(await served.store.accounts.confirm({ id, link: hash, at })).toBe(true);
  return person;
}

const joined = async (served: ClockServer): Promise<Person> => confirmed(served, await signUpAt(served));

/** Requests a link, and waits until the work is done. */
async function mailed(served: ClockServer, email: string): Promise<void> {
  const before = mailEvents(served).length;
  expect((await ask(served, email)).status).toBe(202);
  await served.clock.advance(beginMs);
  await until("word of it in the log", () => mailEvents(served).length > before, 10_000);
}

interface NewLinks {
  readonly count: number;
  readonly at: number;
  readonly label: string;
}

/** Adds links; returns the account's id. */
async function addLinks(served: ClockServer, of: Person, { count, at, label }: NewLinks): Promise<string> {
  const accountId = await idOf(served, of);
  const link = { purpose: "password", accountId, label, createdAt: at, expiresAt: at + hourMs } as const;
  for (let i = 0; i < count; i += 1)
    await served.store.access.addLink({ ...link, id: `link ${label} ${i}`, hash: `hash ${label} ${i}` });
  return accountId;
}

const actionsOf = async (served: ClockServer, { login: headers }: Pick<Person, "login">) =>
  (await answer<{ entries: object[] }>(served.ask("/v1/audit", { headers }))).entries;

test("password mail: it is requested, read and opened, and the password is set while old logins end", async () => {
  await using server = await mailServer();
  await using served = await serve(environment(server));
  const ada = await joined(served);
  expect(await answer(served.ask("/auth/standing"))).toMatchObject({ password_mail: true });
  await mailed(served, `  ${ada.email.toUpperCase()} `);
  const [letter] = server.letters;
  expect(letter).toMatchObject({ from: "voice@example.com", to: [ada.email], user: "robot" });
  expect(letter?.text).toContain(`${origin}/console#/reset?link=`);
  expect(letter?.text).toContain("for 60 minutes");
  const link = linkIn(letter?.text ?? "");
  const { access_token: token } = await answer<{ access_token: string }>(reset(served, link));
  await problem(served.ask("/v1/account", { headers: ada.login }), 401, "auth/invalid");
  const login = { authorization: `Bearer ${token}` };
  expect(await answer(served.ask("/v1/account", { headers: login }))).toMatchObject({ email: ada.email });
  await answer(served.ask("/auth/login", json("POST", { email: ada.email, password: "staple tomorrow" })));
  await problem(reset(served, link), 410, "account/link-void");
  const made = { action: "password-link.made", details: { kind: "mail" } };
  expect(await actionsOf(served, { login })).toContainEqual(expect.objectContaining(made) as object);
  expect((await served.store.audit.head("deployment"))?.number).toBe(1);
  const id = await idOf(served, { login });
  expect(mailEvents(served)).toMatchObject([{ event: "mail.sent", account: id, attempts: 1 }]);
  const log = JSON.stringify(served.events);
  for (const secret of [link, ada.email, "right"])
    expect([secret, log.includes(secret)]).toEqual([secret, false]);
});

test("password mail: the answer is the same for any address, and comes before any lookup", async () => {
  await using server = await mailServer();
  await using served = await serve(environment(server));
  const [owner, ada, bob] = [
    await confirmed(served, await ownerAt(served)),
    await joined(served),
    await joined(served),
  ];
  const close = json("PATCH", { closed: true }, owner.login);
  await served.ask(`/v1/people/${await idOf(served, bob)}`, close);
  const seen: string[] = [];
  const others = ["nobody@example.com", "no address", `${ada.email}\r\nBcc: eve@example.com`, ada.email];
  for (const email of [ada.email, bob.email, ...others]) {
    const response = await ask(served, email);
    response.headers.delete("x-request-id");
    seen.push(JSON.stringify([response.status, [...response.headers], await response.text()]));
  }
  expect(new Set(seen).size).toBe(1);
  expect(seen[0]).toStartWith("[202,");
  expect(await served.store.access.links("password", 9)).toEqual([]);
  await served.clock.advance(beginMs);
  await server.got(2);
  await until("word of both", () => mailEvents(served).length === 2);
  expect(server.letters.map(({ to }) => to)).toEqual([[ada.email], [ada.email]]);
  expect(server.letters.map(({ headers }) => /^Bcc/im.test(headers))).toEqual([false, false]);
});

test("password mail: its address is the server's, with any host in the request", async () => {
  await using server = await mailServer();
  await using served = await serve(environment(server));
  const ada = await joined(served);
  await problem(ask(served, ada.email, { host: "evil.example" }), 403, "origin/refused");
  const names = { "x-forwarded-host": "evil.example", forwarded: "host=evil.example" };
  expect((await ask(served, ada.email, { host: "localhost:666", ...names })).status).toBe(202);
  await served.clock.advance(beginMs);
  await server.got(1);
  await until("word of it", () => mailEvents(served).length === 1);
  expect(server.letters).toHaveLength(1);
  expect(server.letters[0]?.text).toMatch(/^https:\/\/voice\.example\/console#/m);
  expect(server.letters[0]?.text).not.toMatch(/evil|localhost/);
});

test("password mail: an account gets three an hour, all of which are void once one was used", async () => {
  await using server = await mailServer();
  await using served = await serve(environment(server));
  const [ada, bob] = [await joined(served), await joined(served)];
  for (const { email } of [ada, ada, ada, ada, bob]) await mailed(served, email);
  expect(server.letters.flatMap(({ to }) => to)).toEqual([ada.email, ada.email, ada.email, bob.email]);
  const id = await idOf(served, ada);
  expect(mailEvents(served)).toContainEqual(
    expect.objectContaining({ event: "mail.limited", account: id, limit: "account" }) as never,
  );
  const [first = "", second = "", third = "", ofBob = ""] = server.letters.map(({ text }) => linkIn(text));
  await answer(reset(served, second));
  for (const link of [first, second, third]) await problem(reset(served, link), 410, "account/link-void");
  await answer(reset(served, ofBob));
});

test("password mail: links mailed an hour ago and links from the owner do not count for the account", async () => {
  await using server = await mailServer();
  await using served = await serve(environment(server));
  const ada = await joined(served);
  await addLinks(served, ada, { count: 3, at: served.clock.wall() - hourMs + 2 * beginMs, label: "mail" });
  await addLinks(served, ada, { count: 3, at: served.clock.wall(), label: "" });
  await mailed(served, ada.email);
  expect(mailEvents(served)).toMatchObject([{ event: "mail.limited", limit: "account" }]);
  await served.clock.advance(2 * beginMs);
  await mailed(served, ada.email);
  expect(server.letters).toHaveLength(1);
});

test("password mail: a change of the password voids earlier links", async () => {
  await using server = await mailServer();
  await using served = await serve(environment(server));
  const ada = await joined(served);
  await mailed(served, ada.email);
  const change = { password: ada.password, new_password: "another orbit yet" };
  await answer(served.ask("/v1/account/password", json("POST", change, ada.login)));
  await problem(reset(served, linkIn(server.letters[0]?.text ?? "")), 410, "account/link-void");
});

test("password mail: a hundred links an hour are made in all, and an excess is refused", async () => {
  await using server = await mailServer();
  await using served = await serve({ ...environment(server), AUTH_PER_MINUTE: "5" });
  const ada = await joined(served);
  const accountId = await addLinks(served, ada, { count: 100, at: served.clock.wall(), label: "" });
  await mailed(served, ada.email);
  expect(mailEvents(served)).toMatchObject([
    { event: "mail.limited", account: accountId, limit: "deployment" },
  ]);
  while ((await ask(served, ada.email)).status === 202);
  await problem(ask(served, ada.email), 429, "request/limit");
  expect(server.letters).toEqual([]);
});

test("password mail: at most a hundred requests wait, and there is room again when they are done", async () => {
  await using server = await mailServer();
  await using served = await serve(environment(server));
  const limits = () => mailEvents(served).map(({ limit }) => limit);
  const askOften = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i += 1) expect((await ask(served, `nobody${i}@example.com`)).status).toBe(202);
  };
  await askOften(101);
  expect(limits()).toEqual(["waiting"]);
  await served.clock.advance(beginMs);
  await until("room", async () => {
    const before = limits().length;
    await askOften(1);
    return limits().length === before;
  });
});

test("password mail: a letter without room is logged", async () => {
  await using served = await serve();
  const ada = await joined(served);
  const [told, limits]: [string[], string[]] = [[], []];
  await using mail = new AccountMail({
    store: served.store,
    clock: served.clock,
    log: openLog({ level: "info", format: "json", write: (line) => void told.push(line) }),
    origin,
    networkKey: new Uint8Array(32),
    outgoing: { hasRoom: true, post: () => false },
    limited: (limit) => void limits.push(limit),
  });
  const by = { actor: { kind: "operator", id: null, address: null }, requestId: null } as const;
  mail.forgotten(ada.email, { by, network: "local" });
  await served.clock.advance(beginMs);
  await until("word of it in the log", () => told.length > 0, 10_000);
  expect(JSON.parse(told[0] ?? "")).toMatchObject({ event: "mail.limited", limit: "letters" });
  expect(limits).toEqual(["letters"]);
});

test("password mail: an address that a mail program would read as several gets no mail", async () => {
  await using server = await mailServer();
  await using served = await serve(environment(server));
  const email = "ada<eve,mallory@example.com";
  await answer(served.ask("/auth/signup", json("POST", { email, password: "correct horse battery" })));
  await mailed(served, email);
  await until("word of both", () => mailEvents(served).length === 2);
  const failed = { event: "mail.failed", reason: "address" };
  expect(mailEvents(served)).toMatchObject([failed, failed]);
  expect(server.letters).toEqual([]);
});

test("password mail: a temporary refusal is repeated later, and a permanent one is not", async () => {
  await using server = await mailServer({ answers: [451, undefined, 550] });
  await using served = await serve(environment(server));
  const ada = await joined(served);
  await mailed(served, ada.email);
  expect(mailEvents(served)).toMatchObject([{ event: "mail.delayed", reason: "refused", status: 451 }]);
  await served.clock.advance(10_000);
  await until("letter", () => mailEvents(served).length === 2);
  expect(mailEvents(served)[1]).toMatchObject({ event: "mail.sent", attempts: 2 });
  await mailed(served, ada.email);
  expect(mailEvents(served)[2]).toMatchObject({ event: "mail.failed", reason: "refused", status: 550 });
  expect(server.letters).toHaveLength(1);
  expect(JSON.stringify(served.events)).not.toContain(ada.email);
});

test("password mail: without a mail server it is refused, and pages do not offer it", async () => {
  await using served = await serve();
  const ada = await joined(served);
  const { detail } = await problem(ask(served, ada.email), 409, "account/no-mail");
  expect(detail).toContain("Ask its owner");
  expect(await answer(served.ask("/auth/standing"))).toMatchObject({ password_mail: false });
});

test("password mail: waiting requests end with the process, without a trace", async () => {
  await using server = await mailServer();
  const served = await serve(environment(server));
  const ada = await joined(served);
  expect((await ask(served, ada.email)).status).toBe(202);
  await served[Symbol.asyncDispose]();
  expect([mailEvents(served), server.letters]).toEqual([[], []]);
});

const confirmIn = (text: string): string => /#\/confirm\?link=(\w{43})\r\n/.exec(text)?.[1] ?? "";
const confirm = (served: ClockServer, link: string): Promise<Response> =>
  served.ask("/auth/confirmation", json("POST", { link }));
const isConfirmed = async (
  served: ClockServer,
  { login: headers }: Pick<Person, "login">,
): Promise<unknown> =>
  (await answer<{ email_confirmed: boolean }>(served.ask("/v1/account", { headers }))).email_confirmed;

test("confirmation: a letter asks whether the email is theirs, and no other mail goes there before", async () => {
  await using server = await mailServer();
  await using served = await serve(environment(server));
  const ada = await signUpAt(served);
  await served.clock.advance(beginMs);
  await server.got(1);
  await mailed(served, ada.email);
  await server.got(2);
  expect(
    server.letters.map(({ to, text }) => [to, linkIn(text), text.includes("/console#/confirm?link=")]),
  ).toEqual([
    [[ada.email], "", true],
    [[ada.email], "", true],
  ]);
  const advice = server.letters.map(({ text }) => text.includes("a stranger may have made them"));
  expect(advice).toEqual([false, true]);
  expect(await isConfirmed(served, ada)).toBe(false);
  const [first = "", second = ""] = server.letters.map(({ text }) => confirmIn(text));
  await problem(reset(served, first), 410, "account/link-void");
  expect((await confirm(served, second)).status).toBe(204);
  for (const link of [first, second]) await problem(confirm(served, link), 410, "account/link-void");
  expect(await isConfirmed(served, ada)).toBe(true);
  const done = ["email-link.made", "email.confirmed"].map(
    (action) => expect.objectContaining({ action }) as object,
  );
  expect(await actionsOf(served, ada)).toEqual(expect.arrayContaining(done));
  await mailed(served, ada.email);
  await answer(reset(served, linkIn(server.letters[2]?.text ?? "")));
});

test("confirmation: a new password ends a stranger's earlier keys, and no later ones", async () => {
  await using server = await mailServer();
  await using served = await serve(environment(server));
  const ada = await signUpAt(served);
  const id = await idOf(served, ada);
  const hook = json("POST", { url: "https://hooks.example/a", events: ["session.ended"] }, ada.login);
  await answer(served.ask("/v1/hooks", hook), 201);
  await served.clock.advance(beginMs);
  await server.got(1);
  await confirmed(served, ada);
  const made = served.ask("/auth/api-keys", { method: "POST", headers: ada.login });
  const { key: since } = await answer<{ key: string }>(made, 201);
  await mailed(served, ada.email);
  await server.got(2);
  await answer(reset(served, linkIn(server.letters[1]?.text ?? "")));
  const flows = (key: string) => served.ask("/v1/flows", { headers: { "x-service-key": key } });
  expect([(await flows(ada.key)).status, (await flows(since)).status]).toEqual([401, 200]);
  expect(await served.store.of(id).hooks.list(id)).toEqual([]);
});

test("confirmation: it is mailed again on request, until it is confirmed, and is valid for a day", async () => {
  await using server = await mailServer();
  await using served = await serve(environment(server));
  const ada = await signUpAt(served);
  const again = async (): Promise<void> => {
    const asked = served.ask("/v1/account/confirmation", { method: "POST", headers: ada.login });
    expect((await asked).status).toBe(202);
    await served.clock.advance(beginMs);
  };
  await served.clock.advance(beginMs);
  await server.got(1);
  await again();
  await server.got(2);
  const links = await served.store.access.links("email", 9);
  expect(links.map(({ createdAt, expiresAt }) => expiresAt - createdAt)).toEqual([24 * hourMs, 24 * hourMs]);
  await problem(confirm(served, "no such link"), 410, "account/link-void");
  expect((await confirm(served, confirmIn(server.letters[1]?.text ?? ""))).status).toBe(204);
  await again();
  expect(await served.store.access.links("email", 9)).toHaveLength(2);
});

test("confirmation: it is not required without mail, and such accounts get new passwords once there is mail", async () => {
  await using server = await mailServer();
  const masterKey = { MASTER_KEY: "ab".repeat(32) };
  await using served = await serve(masterKey);
  const ada = await signUpAt(served);
  expect(await isConfirmed(served, ada)).toBe(true);
  await problem(
    served.ask("/v1/account/confirmation", { method: "POST", headers: ada.login }),
    409,
    "account/no-mail",
  );
  await problem(confirm(served, "no such link"), 410, "account/link-void");
  const { clock, store, invitation } = served;
  const set = await serveTest({ ...environment(server), ...masterKey }, { clock, store, invitation });
  await using later = { ...served, ...set, [Symbol.asyncDispose]: () => set[Symbol.asyncDispose]() };
  await mailed(later, ada.email);
  expect(server.letters[0]?.text).toContain("/console#/reset?link=");
});

test("letters: a stranger with many accounts leaves the others their share, and shows in the metrics", async () => {
  await using server = await mailServer();
  const clock = new VirtualClock();
  const metrics = openMetrics({ dataDir: ":memory:", database: undefined }, clock);
  const env = { ...environment(server), TRUSTED_PROXIES: "127.0.0.1" };
  await using served = await serveTest(env, { clock, metrics });
  const from = (address: string) => ({ "x-forwarded-for": address });
  const signUp = (email: string, address: string): Promise<Response> =>
    fetch(
      `${served.url()}/auth/signup`,
      json("POST", { email, password: "correct horse battery" }, from(address)),
    );
  for (let n = 0; n < 12; n += 1) await answer(signUp(`victim${n}@example.com`, `2001:db8:0:1::${n + 1}`));
  const limited = () => mailEvents(served).filter(({ event }) => event === "mail.limited");
  await clock.advance(beginMs);
  await until("the limit of the network", () => limited().length === 2, 10_000);
  expect(limited()).toMatchObject([{ limit: "network" }, { limit: "network" }]);
  await answer(signUp("honest@example.com", "2001:db8:0:2::1"));
  await clock.advance(beginMs);
  await server.got(11);
  expect(server.letters.at(-1)?.to).toEqual(["honest@example.com"]);
  const text = await readingOf(metrics.registry);
  expect(text).toContain('voice_flow_letters_limited_total{limit="network"} 2');
});
