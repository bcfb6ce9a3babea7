// Every route, without credentials, with the wrong kind, with revoked ones, and with another account's ids.

import { expect, setDefaultTimeout, test } from "bun:test";
import { answer, idOf, ownerAt, type Person, problem, signUpAt } from "../support/people.ts";
import { json } from "../support/json-request.ts";
import { serve } from "../support/servers/clocked.ts";
import { type TestServer, serveTest } from "../support/servers/served.ts";
import { type Access, known } from "./route-access.ts";

// The server bundles pages on the first request.
setDefaultTimeout(240_000);

interface Route {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly access: Access;
  readonly example: unknown;
}

async function routesOf(served: TestServer): Promise<Route[]> {
  type Operation = { requestBody?: { content: Record<string, { example: unknown }> } };
  const { paths } = await answer<{ paths: Record<string, Record<string, Operation>> }>(
    served.ask("/swagger/json"),
  );
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([lower, { requestBody }]): Route => {
      const method = lower.toUpperCase();
      const name = `${method} ${path}`;
      const example = requestBody?.content["application/json"]?.example;
      return { name, method, path, access: known[name] ?? "nobody", example };
    }),
  );
}

/** Requests the route as intended, with these ids in its path. */
function ask(
  served: TestServer,
  { method, path, example }: Route,
  options: { headers?: object; ids?: Readonly<Record<string, string>> } = {},
) {
  const { headers = {}, ids = {} } = options;
  const given = headers as Record<string, string>;
  const init = example === undefined ? { method, headers: given } : json(method, example, given);
  const filled = path.replace(/\{\w+\}/g, (place) => ids[place] ?? "nothing");
  return served.ask(filled, init);
}

async function walk(
  visit: (route: Route, served: TestServer, person: Person) => Promise<void>,
  filter: (route: Route) => boolean,
): Promise<void> {
  // The walks through the executable all belong to one process, and send more requests a minute than a normal client.
  const often = { AUTH_PER_MINUTE: "3000", CHECKS_PER_MINUTE: "600" };
  await using served = await serveTest({ ENGINE_AUTH: "required", ...often });
  const person = await signUpAt(served);
  for (const route of (await routesOf(served)).filter(filter)) {
    try {
      await visit(route, served, person);
    } catch (error) {
      throw new Error(`${route.name}: ${(error as Error).message}`, { cause: error });
    }
  }
}

const guarded = ({ access }: Route): boolean => access !== "nobody";
const isByLogin = ({ access }: Route): boolean => access === "login" || access === "owner";

test("walk: knows every route", async () => {
  await using served = await serveTest();
  const names = (await routesOf(served)).map(({ name }) => name);
  expect(names.sort()).toEqual(Object.keys(known).sort());
});

test("walk: without credentials a guarded route answers 401 and names the required ones, with any body", () =>
  walk(async (route, served) => {
    const { headers } = await problem(ask(served, route), 401, "auth/required");
    const challenge = headers.get("www-authenticate") ?? "";
    expect(challenge.includes("Bearer")).toBe(route.access !== "key");
    expect(challenge.includes("X-Service-Key")).toBe(!isByLogin(route));
    for (const body of ["{", '"x"', ""]) {
      if (route.method === "GET") continue;
      const init = { method: route.method, body, headers: { "content-type": "text/html" } };
      await problem(served.ask(route.path.replace(/\{\w+\}/g, "x"), init), 401, "auth/required");
    }
  }, guarded));

test("walk: an open route needs no credentials", () =>
  walk(
    async (route, served) => {
      const { status } = await ask(served, route);
      expect([200, 302, 401, 403, 404, 409, 410].includes(status)).toBe(true);
      // Only pages of the server may use this route, and a program is no page.
      if (status === 403) expect(route.path).toBe("/auth/session");
      // The server refuses these for their body or path.
      if (status === 401) expect(route.path).toMatch(/^\/auth\/(login|exchange)$|^\/v1\/ws\//);
    },
    (route) => !guarded(route),
  ));

test("walk: the wrong kind of credentials is 401", () =>
  walk(
    async (route, served, { login, service, key }) => {
      const wrong = isByLogin(route) ? service : login;
      await problem(ask(served, route, { headers: wrong }), 401, "auth/wrong-kind");
      if (!isByLogin(route)) return;
      const disguised = { authorization: `Bearer ${key}` };
      await problem(ask(served, route, { headers: disguised }), 401, "auth/wrong-kind");
    },
    (route) => isByLogin(route) || route.access === "key",
  ));

const useless: readonly (readonly [name: string, headers: Record<string, string>, code: string])[] = [
  ["a key that is none", { "x-service-key": "vfk_0000000000000000000000000000000000000000" }, "auth/invalid"],
  ["an empty key", { "x-service-key": "" }, "auth/invalid"],
  ["a token in the key's place", { "x-service-key": "a.b.c" }, "auth/invalid"],
  ["a token that is none", { authorization: "Bearer a.b.c" }, "auth/invalid"],
  ["an empty token", { authorization: "Bearer" }, "auth/invalid"],
  ["a name and a password", { authorization: "Basic YTpi" }, "auth/required"],
  ["a key in the token's place", { authorization: `Bearer vfk_${"0".repeat(40)}` }, "auth/wrong-kind"],
];

test.each(useless)("walk: %s is 401 everywhere", (_name, headers, code) =>
  walk(async (route, served) => {
    const isKey = "x-service-key" in headers;
    // Where a bearer may be a key, the server looks up a wrong one, and finds none.
    const isTaken = route.name === "POST /mcp" && code === "auth/wrong-kind";
    const other = isKey ? isByLogin(route) : route.access === "key" && code !== "auth/required";
    await problem(
      ask(served, route, { headers }),
      401,
      isTaken ? "auth/invalid" : other ? "auth/wrong-kind" : code,
    );
  }, guarded),
);

test("walk: a revoked key is 401 everywhere", async () => {
  await walk(
    async (route, served, { login, service, keyId }) => {
      await served.ask(`/auth/api-keys/${keyId}`, { method: "DELETE", headers: login });
      await problem(ask(served, route, { headers: service }), 401, "auth/invalid");
    },
    (route) => guarded(route) && !isByLogin(route),
  );
});

/** Ada's own ids, by the parameters that name them: only a permitted request changes them. */
async function idsOf(served: TestServer, ada: Person): Promise<Readonly<Record<string, string>>> {
  const upload = json("POST", { name: "x", yaml_content: "a: 1" }, ada.service);
  const { id } = await answer<{ id: string }>(served.ask("/v1/flows", upload), 201);
  const session = await answer<{ session_id: string }>(
    served.ask("/v1/sessions", json("POST", {}, ada.service)),
  );
  await answer(served.ask("/v1/secrets/ADAS", json("PUT", { value: "ada's", hosts: [] }, ada.login)));
  const source = json("POST", { text: "Ada's answer." }, ada.login);
  const added = await answer<{ id: string }>(served.ask("/v1/knowledge/faq/sources", source), 201);
  const wanted = json("POST", { url: "https://crm.example.com/" }, ada.login);
  const hook = await answer<{ hook_id: string }>(served.ask("/v1/hooks", wanted), 201);
  const asked = served.ask("/v1/erasures", json("POST", { subject: "+49 30 901820" }, ada.service));
  const erasure = await answer<{ erasure_id: string }>(asked, 202);
  const embedded = json("POST", { flow_id: id }, ada.login);
  const embed = await answer<{ embed_id: string }>(served.ask("/v1/embeds", embedded), 201);
  const logins = served.ask("/v1/account/logins", { headers: ada.login });
  const [login] = await answer<{ login_id: string }[]>(logins);
  return {
    "{login_id}": login?.login_id ?? "",
    "{embed}": embed.embed_id,
    "{hook_id}": hook.hook_id,
    "{erasure_id}": erasure.erasure_id,
    "{name}": "ADAS",
    "{base}": "faq",
    "{source_id}": added.id,
    "{flow_id}": id,
    "{key_id}": ada.keyId,
    "{session_id}": session.session_id,
    "{call_id}": session.session_id,
    "{delivery_id}": "1",
    "{pc_id}": "pc_1",
  };
}

test("walk: right credentials are accepted, and another account's ids are not found", () => {
  let made: ReturnType<typeof idsOf> | undefined;
  return walk(
    async (route, served, ada) => {
      const bob = await signUpAt(served);
      // Created once, because each session costs money.
      const ids = await (made ??= idsOf(served, ada));
      const place = /\{\w+\}/.exec(route.path)?.[0];
      const kinds = { login: [bob.login], key: [bob.service], nobody: [] };
      const both = [bob.login, bob.service];
      for (const headers of route.access in kinds ? kinds[route.access as "login"] : both) {
        const { status } = await ask(served, route, { headers, ids });
        // Secrets and bases are requested by names, and each account has its own.
        const own = new Map([
          ["PUT /v1/secrets/{name}", 200],
          ["PUT /v1/sounds/{name}", 422],
          ["GET /v1/knowledge/{base}/sources", 200],
          ["POST /v1/knowledge/{base}/sources", 201],
          ["POST /v1/knowledge/{base}/try", 200],
        ]);
        if (place !== undefined) expect(status).toBe(own.get(route.name) ?? 404);
        else expect([401, 403, 500].includes(status)).toBe(false);
      }
    },
    (route) => guarded(route) && route.access !== "owner",
  );
});

test("walk: the owner's routes are refused to every other login, and answered to the owner", async () => {
  await using served = await serve({ ENGINE_AUTH: "required" });
  const [owner, ada] = [await ownerAt(served), await signUpAt(served)];
  const invited = served.ask("/v1/invitations", json("POST", {}, owner.login));
  const { invitation_id } = await answer<{ invitation_id: string }>(invited, 201);
  const begun = served.ask("/v1/sessions", json("POST", {}, ada.service));
  const { session_id } = await answer<{ session_id: string }>(begun);
  const ids = {
    "{account_id}": await idOf(served, await signUpAt(served)),
    "{invitation_id}": invitation_id,
    "{session_id}": session_id,
  };
  const none = { "{account_id}": "acc_none", "{invitation_id}": "link_none", "{session_id}": "ses_none" };
  for (const route of (await routesOf(served)).filter(({ access }) => access === "owner")) {
    await problem(ask(served, route, { headers: ada.login, ids }), 403, "account/owner-only");
    const allowed = await ask(served, route, { headers: owner.login, ids });
    // In-memory data has no file to copy.
    const isOk = route.name === "POST /v1/system/backup" ? allowed.status === 409 : allowed.status < 300;
    expect([route.name, isOk]).toEqual([route.name, true]);
    if (!route.path.includes("{")) continue;
    const { status } = await ask(served, route, { headers: owner.login, ids: none });
    expect([route.name, status]).toEqual([route.name, 404]);
  }
});

test("walk: every guarded route is marked in the document, and no other", async () => {
  await using served = await serveTest({ ENGINE_AUTH: "required" });
  type Operation = { security: Record<string, string[]>[]; responses: Record<string, unknown> };
  const { paths } = await answer<{ paths: Record<string, Record<string, Operation>> }>(
    served.ask("/swagger/json"),
  );
  const account = ["bearer", "serviceKey"];
  const engine = [...account, "sessionToken"];
  const ways = { nobody: [], login: ["bearer"], owner: ["bearer"], key: ["serviceKey"], account, engine };
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { security, responses }] of Object.entries(methods)) {
      const access = known[`${method.toUpperCase()} ${path}`] ?? "nobody";
      expect([path, security.flatMap((each) => Object.keys(each))]).toEqual([path, ways[access]]);
      if (access !== "nobody")
        expect([path, "401" in responses, "429" in responses]).toEqual([path, true, true]);
    }
  }
});
