// Relay of coturn: credentials for coturn and other servers with its shared secret. They are computed here without a
// request: an expiry as the name, its signature as the password (draft-uberti-behave-turn-rest-00).

import type { Clock } from "../../base/clock.ts";
import type { Secret } from "../../base/secret.ts";
import type { Relay } from "./relay.ts";

export interface CoturnOptions {
  readonly clock: Clock;
  readonly urls: readonly string[];
  /** `static-auth-secret` of turnserver.conf. */
  readonly secret: Secret;
}

export function coturnRelay({ clock, urls, secret }: CoturnOptions): Relay {
  return {
    provider: "coturn",
    servers({ user, ttlSeconds }) {
      const username = `${Math.floor(clock.wall() / 1000) + ttlSeconds}:${user}`;
      const credential = new Bun.CryptoHasher("sha1", secret.reveal()).update(username).digest("base64");
      return Promise.resolve(
        urls.map((url) => (url.startsWith("stun:") ? { urls: url } : { urls: url, username, credential })),
      );
    },
  };
}
