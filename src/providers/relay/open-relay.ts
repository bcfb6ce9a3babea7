// Relay factory: from settings to the relay. Only this file maps names to vendors.

import type { Clock } from "../../base/clock.ts";
import type { Secret } from "../../base/secret.ts";
import { cloudflareRelay } from "./relay-cloudflare.ts";
import { coturnRelay } from "./relay-coturn.ts";
import { meteredRelay } from "./relay-metered.ts";
import { staticRelay } from "./relay-static.ts";
import { twilioRelay } from "./relay-twilio.ts";
import type { Relay } from "./relay.ts";

export type RelaySettings =
  | { readonly provider: "none" }
  | {
      readonly provider: "static";
      readonly urls: readonly string[];
      readonly username: string;
      readonly secret: Secret;
    }
  | { readonly provider: "coturn"; readonly urls: readonly string[]; readonly secret: Secret }
  | {
      readonly provider: "cloudflare" | "twilio" | "metered";
      readonly id: string;
      readonly secret: Secret;
      readonly baseUrl: string | undefined;
    };

/** Undefined without a relay. */
export function openRelay(settings: RelaySettings, clock: Clock): Relay | undefined {
  switch (settings.provider) {
    case "none":
      return undefined;
    case "static":
      return staticRelay({ ...settings, credential: settings.secret });
    case "coturn":
      return coturnRelay({ ...settings, clock });
    case "cloudflare":
      return cloudflareRelay({ ...settings, clock, keyId: settings.id, apiToken: settings.secret });
    case "twilio":
      return twilioRelay({ ...settings, clock, accountSid: settings.id, authToken: settings.secret });
    default:
      return meteredRelay({ ...settings, clock, app: settings.id, secretKey: settings.secret });
  }
}
