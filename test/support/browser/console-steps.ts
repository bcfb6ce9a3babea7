// Steps in the console: actions of people in several tests, and the calls that they examine.

import type { Page } from "playwright-core";
import { connect, type WsClient } from "../callers/ws-client.ts";
import { until } from "../until.ts";

export const password = "correct horse battery";

export const flow = `voice_flow: 1
id: zoo
language: en
start: ask
defaults: {give_up: bye}
variables:
  animal: {type: text, ask: "Which animal is it"}
nodes:
  ask: {ask: animal, next: bye}
  bye: {say: "I wrote down {{ animal }}. Goodbye.", end: noted}
`;

/** The answer to a request with this body. */
export async function post(url: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Readonly<Record<string, string>>;
}

export interface CallSteps {
  readonly id: string;
  readonly caller: WsClient;
  readonly login: Record<string, string>;
}

/** Starts a recorded call, in the account of this email. */
export async function calling(origin: string, email: string, text = flow): Promise<CallSteps> {
  const { access_token: token } = await post(`${origin}/auth/login`, { email, password });
  const login = { authorization: `Bearer ${token}` };
  const { key = "" } = await post(`${origin}/auth/api-keys`, {}, login);
  const { id: flowId } = await post(`${origin}/v1/flows`, { name: "Zoo line", yaml_content: text }, login);
  const { ws_url: socket = "", session_id: id = "" } = await post(
    `${origin}/v1/sessions`,
    { flow_id: flowId, record: true, metadata: { campaign: "autumn" } },
    { "x-service-key": key },
  );
  const caller = await connect(socket);
  await caller.ready();
  return { id, caller, login };
}

/** Makes a typed call, to its end; returns its id. */
export async function called(origin: string, email: string, text = flow): Promise<string> {
  const { id, caller, login } = await calling(origin, email, text);
  caller.send({ label: "rtvi-ai", type: "send-text", id: "t", data: { content: "a striped zebra" } });
  await caller.closed;
  await until("its end", async () => {
    const answer = await fetch(`${origin}/v1/calls/${id}`, { headers: login });
    return ((await answer.json()) as { status: string }).status === "ended";
  });
  return id;
}

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole("button", { name, exact: true }).click();
export const go = (page: Page, view: string): Promise<void> =>
  page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: view, exact: true }).click();
export const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name, level: 1 });

/** Signs in, or creates an account. */
export async function enter(page: Page, way: "Sign in" | "Create account", email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await press(page, way);
  await heading(page, "Home").waitFor();
}
