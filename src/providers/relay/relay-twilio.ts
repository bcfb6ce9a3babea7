// Twilio relay: credentials from Twilio's Network Traversal Service, which returns its servers with them.
// https://www.twilio.com/docs/stun-turn/api

import type { Clock } from "../../base/clock.ts";
import type { Secret } from "../../base/secret.ts";
import { eachServer, type Relay } from "./relay.ts";
import { askRelay } from "./relay-api.ts";

export interface TwilioOptions {
  readonly clock: Clock;
  readonly accountSid: string;
  readonly authToken: Secret;
  readonly baseUrl: string | undefined;
}

const ttlSecondsMax = 24 * 3_600;

export function twilioRelay({ clock, accountSid, authToken, baseUrl }: TwilioOptions): Relay {
  const base = baseUrl ?? "https://api.twilio.com";
  return {
    provider: "twilio",
    async servers({ ttlSeconds, signal }) {
      const basic = Buffer.from(`${accountSid}:${authToken.reveal()}`).toString("base64");
      const answer = await askRelay({
        provider: "twilio",
        clock,
        signal,
        url: `${base}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Tokens.json`,
        init: {
          method: "POST",
          headers: {
            authorization: `Basic ${basic}`,
            "content-type": "application/x-www-form-urlencoded",
          },
          body: new URLSearchParams({ Ttl: String(Math.min(ttlSeconds, ttlSecondsMax)) }).toString(),
        },
      });
      return eachServer((answer as { readonly ice_servers?: unknown } | null)?.ice_servers);
    },
  };
}
