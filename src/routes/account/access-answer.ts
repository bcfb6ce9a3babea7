// Access token answer: the body with an access token in the answers of login, signup and token exchange.

import { Type } from "typebox";
import { tokenSeconds } from "../../cloud/access-tokens.ts";

export const access = Type.Object(
  {
    access_token: Type.String({ description: "For Authorization: Bearer" }),
    token_type: Type.Literal("bearer"),
    expires_in: Type.Integer({ description: "Seconds" }),
  },
  { examples: [accessBy("eyJhbGciOiJIUzI1NiJ9.…")] },
);

export function accessBy(token: string, lastsSeconds = tokenSeconds) {
  return { access_token: token, token_type: "bearer" as const, expires_in: lastsSeconds };
}

/** Name that the requesting program gives. */
export function agentOf(request: Request): string | null {
  return request.headers.get("user-agent");
}
