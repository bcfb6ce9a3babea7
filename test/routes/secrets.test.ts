// Secrets: they appear in no log, no refusal and no file.

import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { openStore } from "../../db/sqlite/file-store.ts";
import { answer, idOf, newEmail, signUpAt } from "../support/people.ts";
import { json } from "../support/json-request.ts";
import { serveTest } from "../support/servers/served.ts";
import { migrations, tempFolder } from "../support/servers/store.ts";

test("secrets: log, refusals and file contain none", async () => {
  using folder = tempFolder();
  const masterKey = "5e".repeat(32);
  const env = { DATA_DIR: folder.path, MASTER_KEY: masterKey, LOG_LEVEL: "debug", ENGINE_AUTH: "required" };
  using store = openStore({ directory: folder.path, migrations });
  await using served = await serveTest(env, { store });
  const password = "a password of mine";
  const person = await signUpAt(served, password);
  const providerKey = "sk-provider-0123456789";
  const said: string[] = [];
  const refuse = async (path: string, init: RequestInit): Promise<void> => {
    const response = await served.ask(path, init);
    expect(response.status).toBeGreaterThanOrEqual(400);
    said.push(await response.text(), JSON.stringify([...response.headers]));
  };
  await answer(served.ask("/v1/providers", json("PATCH", { llm_api_key: providerKey }, person.login)));
  const flowSecret = "sk-flow-9876543210";
  const keep = json("PUT", { value: flowSecret, hosts: ["api.example.com"] }, person.login);
  said.push(JSON.stringify(await answer(served.ask("/v1/secrets/FLOW_KEY", keep))));
  said.push(JSON.stringify(await answer(served.ask("/v1/secrets", { headers: person.login }))));
  const hookUrl = "https://crm.example.com/hooks?key=hook-query-5555";
  const hook = json("POST", { url: hookUrl }, person.login);
  const { secret: hookSecret } = await answer<{ secret: string }>(served.ask("/v1/hooks", hook), 201);
  await refuse("/v1/secrets/FLOW_KEY", json("PUT", { value: [flowSecret], hosts: [] }, person.login));
  await refuse("/v1/secrets/FLOW_KEY", json("PUT", { value: flowSecret, hosts: ["a b"] }, person.login));
  await refuse("/v1/hooks", json("POST", { url: hookUrl.replace("https", "http") }, person.login));
  await refuse("/auth/login", json("POST", { email: person.email, password: `${password}!` }));
  await refuse("/auth/signup", json("POST", { email: person.email, password }));
  await refuse("/auth/signup", json("POST", { email: "none", password }));
  await refuse("/auth/signup", json("POST", { email: newEmail(), password: [password] }));
  await store.accounts.setOwner(await idOf(served, person));
  const invited = await answer<{ url: string }>(
    served.ask("/v1/invitations", json("POST", {}, person.login)),
    201,
  );
  const other = await idOf(served, await signUpAt(served));
  const rescue = served.ask(`/v1/people/${other}/password-link`, { method: "POST", headers: person.login });
  const [link = "", reset = ""] = [invited, await answer<{ url: string }>(rescue, 201)].map(
    ({ url }) => url.split("link=")[1],
  );
  said.push(JSON.stringify(await answer(served.ask("/v1/invitations", { headers: person.login }))));
  await refuse("/auth/signup", json("POST", { email: newEmail(), password, link: `${link}x` }));
  await refuse("/auth/signup", json("POST", { email: newEmail(), password, link: reset }));
  await refuse("/auth/password", json("POST", { new_password: password, link }));
  await refuse("/auth/exchange", json("POST", { token: password }));
  await refuse("/v1/providers", json("PATCH", { llm_api_key: [providerKey] }, person.login));
  await refuse("/v1/providers", json("PATCH", { stt_provider: "x", llm_api_key: providerKey }, person.login));
  await refuse("/v1/flows", { headers: { "x-service-key": `${person.key}x` } });
  await refuse("/v1/flows", { headers: { authorization: `Bearer ${person.token}x` } });
  await refuse(`/ws?token=${person.key}`, {});
  await refuse(`/v1/flows/${person.key}`, { headers: person.service });
  await refuse(`/nowhere/${person.token}?key=${person.key}`, {});
  const secrets = [
    link,
    reset,
    password,
    person.token,
    person.key,
    providerKey,
    masterKey,
    flowSecret,
    hookSecret,
  ];
  const files = readdirSync(folder.path).map((name) => readFileSync(folder.file(name), "latin1"));
  const places = { log: JSON.stringify(served.events), refusals: said.join("\n"), files: files.join("\n") };
  expect(places.log.length).toBeGreaterThan(1_000);
  expect(places.files).toContain(person.email);
  for (const [place, text] of Object.entries(places)) {
    for (const secret of secrets) expect([place, text.includes(secret)]).toEqual([place, false]);
  }
  // The query of a hook's address is the account's own responsibility.
  expect([places.log.includes("hook-query"), places.refusals.includes("hook-query")]).toEqual([false, false]);
  expect(served.events.filter(({ level }) => level === "error")).toEqual([]);
});
