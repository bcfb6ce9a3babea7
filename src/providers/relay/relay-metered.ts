// Metered relay: credentials from Metered's TURN service. Its URLs contain secrets and are never logged.
// https://www.metered.ca/docs/turn-rest-api/

import type { Clock } from "../../base/clock.ts";
import { Fault } from "../../base/fault.ts";
import type { Secret } from "../../base/secret.ts";
import { eachServer, type Relay } from "./relay.ts";
import { askRelay } from "./relay-api.ts";

export interface MeteredOptions {
  readonly clock: Clock;
  /** The first part of `….metered.live`. */
  readonly app: string;
  readonly secretKey: Secret;
  readonly baseUrl: string | undefined;
}

export function meteredRelay({ clock, app, secretKey, baseUrl }: MeteredOptions): Relay {
  const base = baseUrl ?? `https://${app}.metered.live`;
  return {
    provider: "metered",
    async servers({ user, ttlSeconds, signal }) {
      const asked = { provider: "metered", clock, signal };
      const secret = encodeURIComponent(secretKey.reveal());
      const made = await askRelay({
        ...asked,
        url: `${base}/api/v1/turn/credential?secretKey=${secret}`,
        init: {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ expiryInSeconds: ttlSeconds, label: user }),
        },
      });
      const apiKey: unknown = (made as { readonly apiKey?: unknown } | null)?.apiKey;
      if (typeof apiKey !== "string") {
        throw new Fault("provider/failed", "The relay provider metered returned no credential.");
      }
      const url = `${base}/api/v1/turn/credentials?apiKey=${encodeURIComponent(apiKey)}`;
      return eachServer(await askRelay({ ...asked, url, init: {} }));
    },
  };
}
