// Credential advice: names credentials of a refused request in the wrong place or form, and the right ones. A secret
// is recognised by its beginning and is never repeated.

import { embedTokenPrefix } from "../../cloud/account-embeds.ts";
import { keyChallenge, keyPrefix } from "../../cloud/api-keys.ts";
import { sessionTokenStart } from "../../cloud/stored-sessions.ts";
import type { Access, Rule } from "./route-operation.ts";

/** Challenge in a response that requests a login. */
export const bearerChallenge = 'Bearer realm="voice-flow"';
const either = `${bearerChallenge}, ${keyChallenge}`;
/** Required credentials of a 401, in words. */
export const challenges: Readonly<Record<Access, string>> = {
  login: bearerChallenge,
  owner: bearerChallenge,
  key: keyChallenge,
  account: either,
  engine: either,
};

const logInFirst = 'Log in at /auth/login and send "Authorization: Bearer <access_token>".';
const keyOrLogin = 'Send an API key as "X-Service-Key: <key>", or "Authorization: Bearer <access_token>".';
const advice: Readonly<Record<Access, string>> = {
  login: logInFirst,
  owner: logInFirst,
  key: 'Send an API key as "X-Service-Key: <key>".',
  account: keyOrLogin,
  engine: keyOrLogin,
};

export function adviceFor({ access, keyAsBearer }: GuardedRule): string {
  return keyAsBearer === true ? 'Send "Authorization: Bearer <API key or access_token>".' : advice[access];
}

export interface GuardedRule {
  readonly keyAsBearer?: Rule["keyAsBearer"] | undefined;
  readonly access: Access;
}

type Kind = "key" | "token" | "session" | "embed";
const begins: readonly (readonly [prefix: string, kind: Kind])[] = [
  [keyPrefix, "key"],
  ["eyJ", "token"],
  [sessionTokenStart, "session"],
  [embedTokenPrefix, "embed"],
];
const called: Readonly<Record<Kind, string>> = {
  key: "an API key",
  token: "an access token",
  session: "a session token, which is only valid for its call",
  embed: "an embed token, which is only valid for its widget",
};
const wholeSecret = /^[\w.-]+$/;

function kindOf(value: string): Kind | undefined {
  return wholeSecret.test(value) ? begins.find(([prefix]) => value.startsWith(prefix))?.[1] : undefined;
}

const keyElsewhere = ["x-api-key", "api-key", "apikey", "x-service-token", "x-auth-token"];

/** Sentence about credentials in the wrong place or form; undefined: there are none. */
export function credentialSlip(request: Request, rule: GuardedRule): string | undefined {
  const key = request.headers.get("x-service-key")?.trim();
  if (key !== undefined) return slipOfKey(key, rule.access);
  const authorization = request.headers.get("authorization")?.trim();
  if (authorization !== undefined) return slipOfAuthorization(authorization, rule);
  const headerName = keyElsewhere.find((name) => request.headers.has(name));
  if (headerName !== undefined) return `The header ${headerName} is not supported.`;
  const query = URL.parse(request.url)?.searchParams;
  const named = ["api_key", "apikey", "key", "access_token"].find((name) => query?.has(name));
  return named === undefined ? undefined : `Credentials in the query ("${named}") are not supported.`;
}

function slipOfKey(key: string, access: Access): string | undefined {
  if (access === "login" || access === "owner") return "An API key is not enough here.";
  if (key === "") return emptyOf("X-Service-Key");
  const kind = kindOf(key);
  if (kind === "key") return undefined;
  if (kind !== undefined) return `X-Service-Key contains ${called[kind]}.`;
  if (key.includes(keyPrefix)) return "X-Service-Key must contain only the key.";
  return `X-Service-Key contains no API key. API keys begin with ${keyPrefix}.`;
}

function slipOfAuthorization(value: string, rule: GuardedRule): string | undefined {
  const [scheme = "", ...rest] = value.split(/\s+/);
  const isBearer = /^bearer$/i.test(scheme);
  const [credentials = ""] = isBearer || rest.length > 0 ? rest : [scheme];
  if (isBearer && credentials === "") return emptyOf("Authorization: Bearer");
  const kind = kindOf(credentials);
  if (kind === "key" && rule.keyAsBearer !== true)
    return rule.access === "login" || rule.access === "owner"
      ? "An API key is not enough here."
      : "This is an API key. Send it in X-Service-Key, not in Authorization.";
  if (kind === "token" && rule.access === "key") return "An access token does not start calls.";
  if (!isBearer)
    return rest.length === 0
      ? 'Authorization lacks the word "Bearer".'
      : "Authorization supports only the scheme Bearer.";
  if (kind === "session" || kind === "embed") return `Authorization contains ${called[kind]}.`;
  return kind === undefined
    ? "Authorization contains no access token. Access tokens begin with eyJ."
    : undefined;
}

const emptyOf = (name: string): string => `${name} is empty. Check the variable that it is set from.`;
