// Access tokens (JWT, HS256): for an account after a login, and for a visitor who may use only the engine.

import { jwt } from "@elysiajs/jwt";
import type { Clock } from "../base/clock.ts";

/** Account of the token, and its generation of logins. */
export interface Login {
  readonly accountId: string;
  readonly generation: number;
  /** Id of its row; absent: made without a row, or by an earlier version. */
  readonly loginId?: string | undefined;
}

export type Bearer = ({ readonly kind: "login" } & Login) | { readonly kind: "visitor" };

/** Content of a page's cookie. */
export interface PageLogin extends Login {
  /** Epoch seconds. */
  readonly endsAt: number;
}

export interface Tokens {
  /** `lastsSeconds`: from now; absent: `tokenSeconds`. */
  forAccount(login: Login, lastsSeconds?: number): Promise<string>;
  /** Token for the cookie of a page, which can only get access tokens with it. */
  forPage(login: Login, lastsSeconds: number): Promise<string>;
  forVisitor(): Promise<string>;
  /** `undefined` for a foreign, expired or differently signed token. */
  read(token: string): Promise<Bearer | undefined>;
  /** Reads a page's token. */
  readPage(token: string): Promise<PageLogin | undefined>;
}

export const tokenSeconds = 12 * 60 * 60;

/** Clocks are sometimes set back by a second, and those of nodes differ by a minute and more. */
const leewaySeconds = 120;

const issuer = "voice-flow";
const audiences = { login: "voice-flow-api", visitor: "voice-flow-engine", page: "voice-flow-page" } as const;
/** A longer token is not ours; no hash is needed. */
const tokenCharsMax = 2_048;

export function openTokens(secret: Uint8Array, clock: Pick<Clock, "wall">): Tokens {
  // The plugin would put these two functions into every handler's context. Here no route signs or verifies: the edge
  // calls `read` before any of them, so the functions are taken out of the plugin and no app mounts it.
  const { jwt: signer } = jwt({ name: "jwt", secret, alg: "HS256" }).decorator;
  const make = (
    aud: string,
    sub: string,
    { lastsSeconds = tokenSeconds, ...own }: OwnClaims = {},
  ): Promise<string> => {
    const now = Math.floor(clock.wall() / 1_000);
    return signer.sign({ ...own, iss: issuer, aud, sub, nbf: now, exp: now + lastsSeconds, iat: false });
  };
  const claimsOf = async (token: string, audience: string[]) => {
    if (token.length > tokenCharsMax || !token.split(".").every(isExact)) return undefined;
    const claims = await signer.verify(token, {
      issuer,
      audience,
      algorithms: ["HS256"],
      requiredClaims: ["sub", "exp", "nbf"],
      currentDate: new Date(clock.wall()),
      clockTolerance: leewaySeconds,
    });
    return claims === false || claims.sub === undefined ? undefined : { ...claims, sub: claims.sub };
  };
  return {
    forAccount: ({ accountId, ...login }, lastsSeconds) =>
      make(audiences.login, accountId, {
        ...claimsFor(login),
        ...(lastsSeconds !== undefined && { lastsSeconds }),
      }),
    forPage: ({ accountId, ...login }, lastsSeconds) =>
      make(audiences.page, accountId, { ...claimsFor(login), lastsSeconds }),
    forVisitor: () => make(audiences.visitor, "visitor"),
    async read(token) {
      const claims = await claimsOf(token, [audiences.login, audiences.visitor]);
      if (claims?.aud === audiences.visitor) return { kind: "visitor" };
      return claims?.aud === audiences.login ? { kind: "login", ...loginIn(claims) } : undefined;
    },
    async readPage(token) {
      const claims = await claimsOf(token, [audiences.page]);
      return claims?.aud === audiences.page ? { ...loginIn(claims), endsAt: claims.exp ?? 0 } : undefined;
    },
  };
}

interface OwnClaims {
  readonly gen?: number;
  readonly jti?: string;
  /** Lifetime from now on; absent: like an access token's. */
  readonly lastsSeconds?: number;
}

function claimsFor({ generation: gen, loginId: jti }: Omit<Login, "accountId">) {
  return { gen, ...(jti !== undefined && { jti }) };
}

interface LoginClaims {
  readonly sub: string;
  readonly gen?: unknown;
  readonly jti?: unknown;
}

/** Earlier versions wrote no generation. */
function loginIn({ sub: accountId, gen, jti }: LoginClaims): Login {
  const loginId = typeof jti === "string" ? jti : undefined;
  return { accountId, generation: typeof gen === "number" ? gen : 0, loginId };
}

/** A token has one spelling: base64url leaves bits of a last character unused, which decoders ignore. */
function isExact(part: string): boolean {
  return Buffer.from(part, "base64url").toString("base64url") === part;
}
