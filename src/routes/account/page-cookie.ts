// Page cookie: keeps a browser signed in across tabs. Only the routes of page sessions read it, no script does, and
// it leads only to an access token, so that a foreign page can do nothing with it.

import { Type } from "typebox";
import type { Tokens } from "../../cloud/access-tokens.ts";
import type { LoginRequest, Logins } from "../../cloud/logins.ts";
import { accessBy, agentOf } from "./access-answer.ts";

export const pageSessionPath = "/auth/session";

/** In the body of a login. */
export const cookieWanted = Type.Optional(
  Type.Enum(["session", "month"], {
    description:
      "For pages of this server: also sets a cookie, with which POST /auth/session returns further access tokens until " +
      "the browser is closed or for 30 days. Default: no cookie",
  }),
);

export interface EnteringParts {
  readonly logins: Pick<Logins, "open">;
  readonly tokens: Pick<Tokens, "forPage">;
}

interface Answering {
  readonly request: Request;
  readonly set: { readonly headers: { "set-cookie"?: string | string[] } };
  /** Value in the body. */
  readonly cookie: "session" | "month" | undefined;
}

/** Logs in, and answers the access token; a page gets its cookie on request. */
export async function enter(
  entering: Omit<LoginRequest, "agent" | "stays">,
  { logins, tokens }: EnteringParts,
  { request, set, cookie }: Answering,
): Promise<ReturnType<typeof accessBy>> {
  const isLasting = cookie === "month";
  const opened = await logins.open({ ...entering, agent: agentOf(request), stays: isLasting });
  // Without a row it could not be ended separately.
  if (cookie !== undefined && opened.login.loginId !== undefined) {
    const value = await tokens.forPage(opened.login, opened.lastsSeconds);
    set.headers["set-cookie"] = cookieOf(request, value, isLasting ? opened.lastsSeconds : undefined);
  }
  return accessBy(opened.token);
}

/** Cookie that deletes a page's. */
export function endedCookie(request: Request): string {
  return cookieOf(request, "", 0);
}

/** Undefined: the browser is not signed in. */
export function pageTokenIn(request: Request): string | undefined {
  const prefix = `${nameFor(request)}=`;
  const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length);
}

/** `lastsSeconds` undefined: until the browser is closed. */
function cookieOf(request: Request, value: string, lastsSeconds: number | undefined): string {
  const lasts = lastsSeconds === undefined ? "" : `; Max-Age=${lastsSeconds}`;
  const isSecure = originOf(request)?.protocol === "https:";
  const path = isSecure ? "/; Secure" : pageSessionPath;
  return `${nameFor(request)}=${value}; Path=${path}; HttpOnly; SameSite=Strict${lasts}`;
}

/**
 * Cookies do not tell ports apart, and a developer has several servers on one machine. `__Host-` keeps a page of
 * shop.example from planting the cookie of its own login at voice.shop.example; browsers require `Path=/` with it.
 */
function nameFor(request: Request): string {
  const { port = "", protocol } = originOf(request) ?? {};
  return `${protocol === "https:" ? "__Host-" : ""}voice-flow${port === "" ? "" : `-${port}`}`;
}

/** Browsers name the page's origin with each request that changes something. */
function originOf(request: Request): URL | null {
  return URL.parse(request.headers.get("origin") ?? "");
}
