// Access tokens (JWT, HS256): for an account after a login, and for a visitor who may use the engine and nothing else.

import { jwt } from "@elysiajs/jwt";
import type { Clock } from "../base/clock.ts";

export type Bearer = { readonly kind: "login"; readonly accountId: string } | { readonly kind: "visitor" };

export interface Tokens {
  forAccount(accountId: string): Promise<string>;
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
  const make = (aud: string, sub: string): Promise<string> => {
    const now = Math.floor(clock.wall() / 1_000);
    return signer.sign({ iss: issuer, aud, sub, nbf: now, exp: now + tokenSeconds, iat: false });
  };
  return {
    forAccount: (accountId) => make(audiences.login, accountId),
    forVisitor: () => make(audiences.visitor, "visitor"),
    async read(token) {
      if (token.length > tokenCharsMax) return undefined;
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
      return claims.aud === audiences.login ? { kind: "login", accountId: claims.sub } : undefined;
    },
  };
}
