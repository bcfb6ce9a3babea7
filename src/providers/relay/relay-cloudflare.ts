// Cloudflare relay: credentials from Cloudflare's TURN service, which makes them for a key.
// https://developers.cloudflare.com/realtime/turn/generate-credentials/

import type { Clock } from "../../base/clock.ts";
import type { Secret } from "../../base/secret.ts";
import { eachServer, type Relay } from "./relay.ts";
import { askRelay } from "./relay-api.ts";

export interface CloudflareOptions {
  readonly clock: Clock;
  readonly keyId: string;
  readonly apiToken: Secret;
  readonly baseUrl: string | undefined;
}

const ttlSecondsMax = 48 * 3_600;

export function cloudflareRelay({ clock, keyId, apiToken, baseUrl }: CloudflareOptions): Relay {
  const base = baseUrl ?? "https://rtc.live.cloudflare.com";
  return {
    provider: "cloudflare",
    async servers({ ttlSeconds, signal }) {
      const answer = await askRelay({
        provider: "cloudflare",
        clock,
        signal,
        url: `${base}/v1/turn/keys/${encodeURIComponent(keyId)}/credentials/generate-ice-servers`,
        init: {
          method: "POST",
          headers: { authorization: `Bearer ${apiToken.reveal()}`, "content-type": "application/json" },
          body: JSON.stringify({ ttl: Math.min(ttlSeconds, ttlSecondsMax) }),
        },
      });
      return eachServer((answer as { readonly iceServers?: unknown } | null)?.iceServers);
    },
  };
}
