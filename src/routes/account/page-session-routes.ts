// Routes of page sessions: another access token for a signed-in browser, and the end of its session (/auth/session).

import { Elysia } from "elysia";
import { Type } from "typebox";
import type { Clock } from "../../base/clock.ts";
import { Fault } from "../../base/fault.ts";
import { type PageLogin, type Tokens, tokenSeconds } from "../../cloud/access-tokens.ts";
import type { Logins } from "../../cloud/logins.ts";
import { isOwnPage, type OriginRules } from "../http/allowed-origin.ts";
import type { Gate } from "../http/auth.ts";
import { bearerChallenge } from "../http/credential-advice.ts";
import { peerOf } from "../http/forwarded-request.ts";
import { operation } from "../http/route-operation.ts";
import { standard } from "../http/route-schema.ts";
import { access, accessBy } from "./access-answer.ts";
import { endedCookie, pageSessionPath, pageTokenIn } from "./page-cookie.ts";

export interface PageSessionOptions {
  readonly clock: Pick<Clock, "wall">;
  readonly logins: Pick<Logins, "end">;
  readonly tokens: Pick<Tokens, "forAccount" | "readPage">;
  readonly gate: Pick<Gate, "accountOfLogin" | "authorOf" | "loggedIn">;
  readonly origins: OriginRules;
}

const signedIn = Type.Object(
  { ...access.properties, email: Type.String({ description: "Account of the login" }) },
  { examples: [{ ...accessBy("eyJhbGciOiJIUzI1NiJ9.…"), email: "ada@example.com" }] },
);

export function pageSessionRoutes({ clock, logins, tokens, gate, origins }: PageSessionOptions) {
  const loginOf = async (request: Request): Promise<PageLogin | undefined> => {
    if (!isOwnPage(request, peerOf(request), origins))
      throw new Fault(
        "origin/refused",
        "Only pages of this server may use this route. Programs log in at /auth/login.",
      );
    const token = pageTokenIn(request);
    return token === undefined ? undefined : await tokens.readPage(token);
  };
  return new Elysia({ name: "page-sessions" })
    .post(
      pageSessionPath,
      async ({ request }) => {
        const login = await loginOf(request);
        const account = login && (await gate.accountOfLogin(login));
        if (login === undefined || account === undefined)
          throw new Fault("auth/required", "This browser is not signed in. Log in at /auth/login.", {
            challenge: bearerChallenge,
          });
        // A token that outlived its login would be in no list.
        const leftSeconds = Math.max(0, login.endsAt - Math.floor(clock.wall() / 1_000));
        const lastsSeconds = Math.min(tokenSeconds, leftSeconds);
        const token = await tokens.forAccount(login, lastsSeconds);
        return { ...accessBy(token, lastsSeconds), email: account.email };
      },
      {
        response: { 200: standard(signedIn) },
        detail: operation({
          summary: "Get another access token",
          description:
            "For pages of this server: uses the cookie that the login set. " +
            "The token belongs to the same login and ends with it.",
          tag: "accounts",
          limit: "check",
          problems: ["auth/required"],
        }),
      },
    )
    .delete(
      pageSessionPath,
      async ({ request, set }) => {
        const login = await loginOf(request);
        const account = login && (await gate.accountOfLogin(login));
        if (login?.loginId !== undefined && account !== undefined) {
          gate.loggedIn(request, account.id);
          const doing = { by: gate.authorOf(request), at: clock.wall() };
          await logins.end({ id: login.loginId, accountId: account.id }, doing);
        }
        set.headers["set-cookie"] = endedCookie(request);
        set.status = 204;
      },
      {
        detail: operation({
          summary: "Sign this browser out",
          description: "Ends the login, revokes all of its access tokens, and removes its cookie.",
          tag: "accounts",
          limit: "check",
          answer: {
            status: 204,
            says: "Signed out",
            headers: { "Set-Cookie": "Removes the cookie" },
          },
        }),
      },
    );
}
