// Sessions of embeds: the rights of a foreign page with a public token, its refusals, and their report to the owner.

import { expect, setDefaultTimeout, test } from "bun:test";
import { answer, type Person, problem, signUpAt } from "../../support/people.ts";
import { small } from "../../support/small-flows.ts";
import { json } from "../../support/json-request.ts";
import { fakeCalls, type TestServer, serveTest, warmSpeech } from "../../support/servers/served.ts";

setDefaultTimeout(240_000);

const shop = "https://shop.example";

interface Embed {
  readonly embed_id: string;
  readonly token: string;
  readonly flow_id: string;
  readonly talk_url: string;
  readonly used_usd_cents: number;
  readonly sessions_last_hour: number;
  readonly refusals: readonly { readonly reason: string; readonly count: number; readonly last_at: number }[];
}

interface Begun {
  readonly session_id: string;
  readonly session_token: string;
  readonly ws_url: string;
}

async function shopOf(
  served: TestServer,
  limits: object = {},
  yaml_content = small,
): Promise<{ owner: Person; embed: Embed }> {
  const owner = await signUpAt(served);
  const upload = json("POST", { name: "Desk", yaml_content }, owner.service);
  const { id } = await answer<{ id: string }>(served.ask("/v1/flows", upload), 201);
  const wanted = { flow_id: id, origins: [shop], ...limits };
  const embed = await answer<Embed>(served.ask("/v1/embeds", json("POST", wanted, owner.login)), 201);
  return { owner, embed };
}

const begin = (served: TestServer, token: string, origin: string | undefined = shop): Promise<Response> =>
  served.ask(`/v1/embeds/${token}/sessions`, { method: "POST", headers: origin === "" ? {} : { origin } });

const read = (served: TestServer, owner: Person, { embed_id: id }: Embed): Promise<Embed> =>
  answer<Embed>(served.ask(`/v1/embeds/${id}`, { headers: owner.service }));

const speaking = () =>
  serveTest({}, { speech: warmSpeech, calls: fakeCalls({ hasSpeech: true, ready: false }) });

test("embeds: an allowed page begins a session of the flow, which the account pays and lists", async () => {
  await using served = await speaking();
  const { owner, embed } = await shopOf(served);
  const begun = await begin(served, embed.token);
  expect([begun.headers.get("access-control-allow-origin"), begun.headers.get("vary")]).toEqual([
    shop,
    expect.stringContaining("Origin") as string,
  ]);
  const { session_id: id, ws_url: url, session_token: token } = await answer<Begun>(begun);
  expect(embed).toMatchObject({
    talk_url: `http://localhost/talk/${embed.token}`,
    content_security_policy: "script-src http://localhost; connect-src http://localhost ws://localhost",
  });
  expect(url).toEndWith(`/v1/ws/${token}`);
  const row = await answer(served.ask(`/v1/sessions/${id}`, { headers: owner.service }));
  expect(row).toMatchObject({ session_id: id, flow_id: embed.flow_id });
  expect(await read(served, owner, embed)).toMatchObject({
    sessions_last_hour: 1,
    used_usd_cents: 3,
    refusals: [],
  });
});

test("embeds: other pages and programs are refused with a readable reason, and the owner sees it", async () => {
  await using served = await speaking();
  const { owner, embed } = await shopOf(served);
  for (const origin of ["https://evil.example", "null", ""]) {
    const refused = await problem(begin(served, embed.token, origin), 403, "embed/wrong-origin");
    expect(refused.headers.get("access-control-allow-origin")).toBe(origin === "" ? null : origin);
    expect(refused.detail).toContain("website");
  }
  await problem(begin(served, `${embed.token.slice(0, -1)}!`), 404, "embed/not-found");
  const path = `/v1/embeds/${embed.token}/sessions?flow_id=flow_other`;
  await problem(served.ask(path, { method: "POST", headers: { origin: shop } }), 404, "embed/not-found");
  const { refusals } = await read(served, owner, embed);
  expect(refusals).toEqual([{ reason: "origin", count: 3, last_at: expect.any(Number) as number }]);
  // Our own page at /talk/{token}.
  await answer(begin(served, embed.token, "http://localhost"));
});

const spent: readonly (readonly [
  what: string,
  limits: object,
  status: number,
  code: string,
  reason: string,
])[] = [
  ["its sessions an hour", { sessions_per_hour: 1 }, 429, "embed/too-many", "sessions"],
  ["its minutes of the day", { minutes_per_day: 1 }, 429, "embed/minutes-used", "minutes"],
  ["its budget", { budget_usd_cents: 5 }, 402, "embed/over-budget", "budget"],
];

test.each(spent)("embeds: the limits %s apply", async (_what, limits, status, code, reason) => {
  await using served = await speaking();
  const { owner, embed } = await shopOf(served, limits);
  await answer(begin(served, embed.token));
  await problem(begin(served, embed.token), status, code);
  expect((await read(served, owner, embed)).refusals).toMatchObject([{ reason, count: 1 }]);
  // The owner may raise the limit.
  const raised = json(
    "PATCH",
    { sessions_per_hour: null, minutes_per_day: null, budget_usd_cents: null },
    owner.login,
  );
  await answer(served.ask(`/v1/embeds/${embed.embed_id}`, raised));
  await answer(begin(served, embed.token));
});

test("embeds: an expired or revoked embed, or one without its flow, begins no session, and each change is in the audit log", async () => {
  await using served = await speaking();
  const { owner, embed } = await shopOf(served);
  const at = `/v1/embeds/${embed.embed_id}`;
  await answer(served.ask(at, json("PATCH", { label: "Contact" }, owner.login)));
  await answer(served.ask(at, json("PATCH", { expires_at: 1 }, owner.login)));
  await problem(begin(served, embed.token), 410, "embed/expired");
  await answer(served.ask(at, json("PATCH", { expires_at: null }, owner.login)));
  await served.ask(`/v1/flows/${embed.flow_id}`, { method: "DELETE", headers: owner.service });
  await problem(begin(served, embed.token), 503, "embed/unavailable");
  expect((await served.ask(at, { method: "DELETE", headers: owner.login })).status).toBe(204);
  await problem(served.ask(at, { method: "DELETE", headers: owner.login }), 404, "embed/not-found");
  await problem(begin(served, embed.token), 410, "embed/revoked");
  const { refusals } = await read(served, owner, embed);
  expect(refusals.map(({ reason }) => reason)).toEqual(["expired", "flow", "revoked"]);
  const log = await (await served.ask("/v1/audit", { headers: owner.login })).text();
  for (const action of ["embed.made", "embed.changed", "embed.revoked"]) expect(log).toContain(action);
  expect(log).not.toContain("Contact");
});

test("embeds: visitors learn who can repair an unusable provider, and its owner the reason", async () => {
  await using served = await speaking();
  const { owner, embed } = await shopOf(served);
  const choose = (body: object) => answer(served.ask("/v1/providers", json("PATCH", body, owner.login)));
  await choose({ stt_provider: "deepgram", stt_api_key: "dg-0123456789abcdef" });
  await choose({ stt_api_key: null });
  const { detail } = await problem(begin(served, embed.token), 503, "embed/unavailable");
  expect(detail).toContain("Its owner has to finish setting it up");
  expect((await read(served, owner, embed)).refusals).toMatchObject([{ reason: "provider", count: 1 }]);
});

test("embeds: an invalid origin is reported at its place", async () => {
  await using served = await speaking();
  const { owner, embed } = await shopOf(served);
  const change = (body: object) =>
    problem(
      served.ask(`/v1/embeds/${embed.embed_id}`, json("PATCH", body, owner.login)),
      422,
      "request/invalid",
    );
  for (const odd of ["https://shop.example/page", "*", "ftp://a.example"])
    expect((await change({ origins: [shop, odd] })).errors).toMatchObject([{ pointer: "/origins/1" }]);
});

test("embeds: an origin typed without a scheme or with a slash is stored as browsers write it", async () => {
  await using served = await speaking();
  const { owner, embed } = await shopOf(served);
  const typed = json("PATCH", { origins: ["Shop.example", `${shop}/`, "127.0.0.1:3340/"] }, owner.login);
  const { origins } = await answer<{ origins: string[] }>(served.ask(`/v1/embeds/${embed.embed_id}`, typed));
  expect(origins).toEqual(["https://shop.example", "http://127.0.0.1:3340"]);
  await answer(begin(served, embed.token));
});

test("embeds: the token of a session works for pages of its origin, on routes of a call alone", async () => {
  await using served = await speaking();
  const { embed } = await shopOf(served);
  const { session_token: token } = await answer<Begun>(begin(served, embed.token));
  const preflight = (path: string, origin: string) =>
    served.ask(path, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type",
      },
    });
  const allowed = await preflight(`/offer?token=${token}`, shop);
  expect([allowed.status, allowed.headers.get("access-control-allow-origin")]).toEqual([204, shop]);
  const relay = await served.ask(`/ice-servers?token=${token}`, { headers: { origin: shop } });
  expect([relay.status, relay.headers.get("access-control-allow-origin")]).toEqual([200, shop]);
  for (const [path, origin] of [
    [`/offer?token=${token}`, "https://evil.example"],
    [`/offer?token=vst_${"x".repeat(43)}`, shop],
    ["/offer", shop],
    [`/v1/flows?token=${token}`, shop],
    [`/v1/sessions?token=${token}`, shop],
  ] as const)
    await problem(preflight(path, origin), 403, "origin/refused");
  await problem(
    served.ask(`/ice-servers?token=${token}`, { headers: { origin: "https://evil.example" } }),
    403,
    "origin/refused",
  );
  const text = json("POST", { yaml_content: small }, { origin: shop });
  await problem(served.ask(`/v1/flows/preview?token=${token}`, text), 401, "auth/wrong-kind");
  await problem(served.ask(`/v1/flows?token=${token}`, { headers: { origin: shop } }), 401, "auth/required");
});

test("embeds: a page's context fills the flow's variables, and the page learns that calls are recorded", async () => {
  await using served = await serveTest(
    { RECORD: "on" },
    { speech: warmSpeech, calls: fakeCalls({ hasSpeech: true, ready: false }) },
  );
  const { owner, embed } = await shopOf(served);
  const visit = (body: unknown) => {
    const asked = json("POST", body);
    return served.ask(`/v1/embeds/${embed.token}/sessions`, {
      ...asked,
      headers: { ...(asked.headers as Record<string, string>), origin: shop },
    });
  };
  const { session_id: id, recorded } = await answer<Begun & { recorded: boolean }>(
    visit({ context: { x: 1 } }),
  );
  expect(recorded).toBe(true);
  expect(await answer(served.ask(`/v1/sessions/${id}`, { headers: owner.service }))).toMatchObject({
    context: { x: 1 },
  });
  expect(await answer<{ recorded: boolean }>(begin(served, embed.token))).toMatchObject({ recorded: true });
  for (const odd of [{ contxt: {} }, { context: [] }, []]) await problem(visit(odd), 422, "request/invalid");
});

test("embeds: a visitor fills the flow's inputs, and no deciding variable", async () => {
  await using served = await speaking();
  const variables = "{guest: {type: text, input: true}, is_checked: {type: boolean, default: false}}";
  const flow = `voice_flow: 1
id: vault
language: en
start: door
variables: ${variables}
nodes:
  door: {next: [{if: is_checked, goto: open}, {else: shut}]}
  open: {say: "Come in, {{ guest }}.", end: open}
  shut: {say: Stay out., end: shut}
`;
  const { owner, embed } = await shopOf(served, {}, flow);
  const visit = (context: object) => {
    const { headers, ...asked } = json("POST", { context });
    return served.ask(`/v1/embeds/${embed.token}/sessions`, {
      ...asked,
      headers: { ...(headers as Record<string, string>), origin: shop },
    });
  };
  const refused = await problem(visit({ guest: "Ada", is_checked: true }), 422, "request/invalid");
  expect(refused.errors).toEqual([
    {
      pointer: "/context/is_checked",
      detail: "Is no input of the flow, and a page fills inputs alone.",
    },
  ]);
  await answer(visit({ guest: "Ada", from: "the shop" }));
  // The account's own server may fill any context.
  const { flow_id } = (await answer(
    served.ask(`/v1/embeds/${embed.embed_id}`, { headers: owner.login }),
  )) as {
    flow_id: string;
  };
  const own = json("POST", { flow_id, context: { is_checked: true } }, owner.service);
  await answer(served.ask("/v1/sessions", own));
});
