// World of the pages: a server with data for every page (an owner with a month of calls, a person without any) and a
// foreign website with the widget.

import { openStore } from "../../db/sqlite/file-store.ts";
import { openApp } from "../../src/app.ts";
import { silentLog } from "../../src/base/log.ts";
import { readConfig } from "../../src/config.ts";
import { json } from "../support/json-request.ts";
import { answer } from "../support/people.ts";
import { migrations, tempFolder } from "../support/servers/store.ts";
import { addCalls, courses } from "../support/stores/believable-calls.ts";
import { until } from "../support/until.ts";

const seed = 20261128;

export const password = "correct horse battery";
export const ownerEmail = "ada@harbour-restaurant.example";
export const newEmail = "grace@harbour-restaurant.example";

export interface PageWorld extends AsyncDisposable {
  readonly origin: string;
  readonly login: Readonly<Record<string, string>>;
  /** API key of the owner. */
  readonly key: string;
  readonly flowId: string;
  readonly shopId: string;
  readonly talkUrl: string;
  /** A website with the widget, and one that the widget refuses. */
  readonly site: string;
  readonly strangerSite: string;
}

export async function openPageWorld(calls: number): Promise<PageWorld> {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(tempFolder());
  const store = stack.use(openStore({ directory: folder.path, migrations }));
  const config = readConfig({ LOG_LEVEL: "silent", DATA_DIR: folder.path, DRAIN_SECONDS: "1" });
  const opened = stack.use(await openApp(config, { log: silentLog, store }));
  opened.app.listen({ hostname: "127.0.0.1", port: 0 });
  await opened.deps.speech?.ready;
  const origin = `http://127.0.0.1:${opened.app.server?.port}`;
  const ask = (path: string, init?: RequestInit): Promise<Response> => fetch(origin + path, init);
  const signUp = (email: string) =>
    answer<{ access_token: string }>(ask("/auth/signup", json("POST", { email, password })));
  const login = { authorization: `Bearer ${(await signUp(ownerEmail)).access_token}` };
  await signUp(newEmail);
  const { key } = await answer<{ key: string }>(
    ask("/auth/api-keys?label=Booking%20page", { method: "POST", headers: login }),
    201,
  );
  const accountId = (await store.accounts.byEmail(ownerEmail))!.id;
  await store.accounts.setOwner(accountId);
  await store.ledger.grant({ accountId, micros: 4_600_000_000, at: Date.now() });
  const flows = [];
  for (const [name, course] of Object.entries(courses)) {
    const text = await Bun.file(`public/flows/${name}.flow.yaml`).text();
    const title = /^name: (.*)$/m.exec(text)?.[1] ?? name;
    const upload = json("POST", { name: title, yaml_content: text }, login);
    const { id } = await answer<{ id: string }>(ask("/v1/flows", upload), 201);
    flows.push({ id, revision: 1, ...course });
  }
  const [flowId = "", shopId = ""] = flows.map(({ id }) => id);
  await addCalls(store, { accountId, flows, calls, now: Date.now(), seed });
  const embed = (label: string, origins: readonly string[]) =>
    answer<{ talk_url: string; token: string }>(
      ask("/v1/embeds", json("POST", { flow_id: flowId, label, origins }, login)),
      201,
    );
  const { talk_url: talkUrl } = await embed("Harbour Restaurant", []);
  const site = stack.use(website(() => page(origin, token)));
  const stranger = stack.use(website(() => page(origin, token)));
  const { token } = await embed("Website", [site.origin]);
  return {
    origin,
    login,
    key,
    flowId,
    shopId,
    talkUrl,
    site: site.origin,
    strangerSite: stranger.origin,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Website on another origin than the program's, where pages have a microphone. */
function website(content: () => string): AsyncDisposable & { readonly origin: string } {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () => new Response(content(), { headers: { "content-type": "text/html" } }),
  });
  return { origin: `http://localhost:${server.port}`, [Symbol.asyncDispose]: () => server.stop(true) };
}

const page = (origin: string, token: string): string => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>Bistro</title><main style="font-family: Georgia, serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem">
<h1>Harbour Restaurant</h1><p>Fish from the harbour, bread from our own oven. Open from five to eleven.</p></main>
<script src="${origin}/widget.js" data-token="${token}"></script></html>`;

/** Fills the account with data for each view of the console; callable once. */
export async function furnish({ origin, login, flowId }: PageWorld): Promise<void> {
  const send = async (method: string, path: string, body: object): Promise<void> => {
    const response = await fetch(origin + path, json(method, body, login));
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  };
  const prompt = "You answer the restaurant's telephone. Be brief and friendly. Today is {{ today() }}.";
  await send("POST", "/v1/assistants", { name: "Front desk", system_prompt: prompt, voice: "heart" });
  await send("POST", "/v1/assistants", { name: "Night desk" });
  await send("POST", "/v1/hooks", { url: "https://crm.harbour-restaurant.example/hooks/voice" });
  await send("PUT", "/v1/secrets/CRM_TOKEN", { value: "s3cret", hosts: ["crm.harbour-restaurant.example"] });
  await send("PUT", "/v1/secrets/HOOK_SECRET", { value: "s3cret", hosts: [] });
  await send("POST", "/v1/knowledge/faq/sources", {
    title: "Opening hours",
    text: "When are you open?,From five to eleven.\nDo you have parking?,Behind the house.",
    type: "csv",
  });
  await send("POST", "/v1/phone/numbers", {
    registrar: "fritz.box",
    user: "620",
    password: "correct horse",
    label: "Reception",
    kind: "fritzbox",
    flow_id: flowId,
    dials: ["+49"],
  });
  await send("POST", "/v1/invitations", { label: "Bob from support" });
  await send("PUT", "/v1/budget", { monthly_usd_cents: 60_000, refuse_calls: false });
  const table = await Bun.file("public/flows/table-booking.flow.yaml").text();
  await send("PUT", `/v1/flows/${flowId}`, {
    yaml_content: table.replace("name: Table booking", "name: Table booking by phone"),
  });
}

/** Holds a call with a speaking caller and the real engines; returns the call's id. */
export async function recordedCall({ origin, shopId, key }: PageWorld): Promise<string> {
  const wanted = json("POST", { flow_id: shopId, record: true }, { "x-service-key": key });
  const { ws_url: url, session_id: id } = await answer<{ ws_url: string; session_id: string }>(
    fetch(`${origin}/v1/sessions`, wanted),
  );
  const says = ["one two three four seven", "cancel it", "yes", "no"].flatMap((words) => ["--say", words]);
  const talk = Bun.spawn([process.execPath, "src/main.ts", "talk", ...says, "--url", url], {
    stdout: "ignore",
    stderr: "inherit",
  });
  await talk.exited;
  await until(
    "the end of the recorded call",
    async () => {
      const call = await answer<{ status: string }>(
        fetch(`${origin}/v1/calls/${id}`, { headers: { "x-service-key": key } }),
      );
      return call.status === "ended";
    },
    120_000,
  );
  return id;
}
