// Access tokens (JWT, HS256): for an account after a login, and for a visitor who may use the engine and nothing else.

import { jwt } from "@elysiajs/jwt";
import type { Clock } from "../base/clock.ts";

/** Whose token, and of which generation of the account's logins. */
export interface Login {
  readonly accountId: string;
  readonly generation: number;
  /** Of its row; absent: it was made where none could be written, or by an earlier version. */
  readonly loginId?: string | undefined;
}

export type Bearer = ({ readonly kind: "login" } & Login) | { readonly kind: "visitor" };

export interface Tokens {
  forAccount(login: Login): Promise<string>;
  forVisitor(): Promise<string>;
  /** `undefined` for what is not ours, has expired, or was signed with another key. */
  read(token: string): Promise<Bearer | undefined>;
}

export const tokenSeconds = 12 * 60 * 60;

/** Clocks are set back by a second now and then, and those of several nodes differ by a minute and more. */
const leewaySeconds = 120;

const issuer = "voice-flow";
const audiences = { login: "voice-flow-api", visitor: "voice-flow-engine" } as const;
/** Longer is none of ours; nobody has to hash it to know. */
const tokenCharsMax = 2_048;

export function openTokens(secret: Uint8Array, clock: Pick<Clock, "wall">): Tokens {
  // The plugin would put these two functions into every handler's context. Here no route signs or verifies: the edge
  // asks `read` before any of them, so the functions are taken out of the plugin and no app mounts it.
  const { jwt: signer } = jwt({ name: "jwt", secret, alg: "HS256" }).decorator;
  const make = (
    aud: string,
    sub: string,
    own: { readonly gen?: number; readonly jti?: string } = {},
  ): Promise<string> => {
    const now = Math.floor(clock.wall() / 1_000);
    return signer.sign({ ...own, iss: issuer, aud, sub, nbf: now, exp: now + tokenSeconds, iat: false });
  };
  return {
    forAccount: ({ accountId, generation: gen, loginId: jti }) =>
      make(audiences.login, accountId, { gen, ...(jti !== undefined && { jti }) }),
    forVisitor: () => make(audiences.visitor, "visitor"),
    async read(token) {
      if (token.length > tokenCharsMax || !token.split(".").every(isExact)) return undefined;
      const claims = await signer.verify(token, {
        issuer,
        audience: Object.values(audiences),
        algorithms: ["HS256"],
        requiredClaims: ["sub", "exp", "nbf"],
        currentDate: new Date(clock.wall()),
        clockTolerance: leewaySeconds,
      });
      if (claims === false || claims.sub === undefined) return undefined;
      if (claims.aud === audiences.visitor) return { kind: "visitor" };
      if (claims.aud !== audiences.login) return undefined;
      // Earlier versions wrote none.
      const generation = typeof claims["gen"] === "number" ? claims["gen"] : 0;
      const loginId = typeof claims.jti === "string" ? claims.jti : undefined;
      return { kind: "login", accountId: claims.sub, generation, loginId };
    },
  };
}

/** A token has one spelling: base64url leaves bits of a last character unused, which decoders do not look at. */
function isExact(part: string): boolean {
  return Buffer.from(part, "base64url").toString("base64url") === part;
}
