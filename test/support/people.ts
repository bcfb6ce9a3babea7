// Test people: people who use the API, each with an account, an access token and an API key of their own.

import { expect } from "bun:test";
import type { Store } from "../../db/port/store.ts";
import type { ProblemDocument } from "../../src/routes/http/problem-document.ts";
import { json } from "./json-request.ts";
import { type TestServer } from "./servers/served.ts";
import { product } from "./servers/product.ts";

export interface Person {
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly key: string;
  readonly keyId: string;
  /** Headers. */
  readonly login: { readonly authorization: string };
  readonly service: { readonly "x-service-key": string };
}

let people = 0;

export function newEmail(): string {
  return `person-${process.pid}-${people++}-${crypto.randomUUID().slice(0, 8)}@example.com`;
}

export async function signUpAt(
  served: Pick<TestServer, "ask">,
  password = "correct horse battery",
): Promise<Person> {
  const email = newEmail();
  const { access_token: token } = await answer<{ access_token: string }>(
    served.ask("/auth/signup", json("POST", { email, password })),
  );
  const login = { authorization: `Bearer ${token}` };
  const { key, key_id: keyId } = await answer<{ key: string; key_id: string }>(
    served.ask("/auth/api-keys", { method: "POST", headers: login }),
    201,
  );
  return { email, password, token, key, keyId, login, service: { "x-service-key": key } };
}

/** Adds credit for more calls than a new account can pay, as an operator does. */
export function grant(dataFolder: string, email: string): void {
  const granted = Bun.spawnSync([...product, "grant", email, "100000"], {
    env: { ...process.env, DATA_DIR: dataFolder },
  });
  expect(granted.exitCode, granted.stderr.toString()).toBe(0);
}

/** The body of an answer that must have this status. */
export async function answer<T>(response: Response | Promise<Response>, status = 200): Promise<T> {
  const got = await response;
  const text = await got.text();
  if (got.status !== status) throw new Error(`Status ${got.status} instead of ${status}: ${text}`);
  return JSON.parse(text) as T;
}

/** The problem document of a refusal that must have this status and code. */
export async function problem(
  response: Response | Promise<Response>,
  status: number,
  code: string,
): Promise<ProblemDocument & { readonly headers: Headers }> {
  const got = await response;
  const document = (await got.json()) as ProblemDocument;
  expect([got.status, document.code, document.status]).toEqual([
    status,
    code as typeof document.code,
    status,
  ]);
  expect(got.headers.get("content-type")).toBe("application/problem+json");
  return { ...document, headers: got.headers };
}

/** The person who owns the server. */
export async function ownerAt(served: Pick<TestServer, "ask"> & { readonly store: Store }): Promise<Person> {
  const owner = await signUpAt(served);
  await served.store.accounts.setOwner(await idOf(served, owner));
  return owner;
}

export async function idOf(
  served: Pick<TestServer, "ask">,
  { login: headers }: Pick<Person, "login">,
): Promise<string> {
  return (await answer<{ id: string }>(served.ask("/v1/account", { headers }))).id;
}
