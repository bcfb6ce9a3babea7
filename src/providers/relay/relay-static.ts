// Static relay: one name and one password for all callers, for a laboratory or a closed network.

import type { Secret } from "../../base/secret.ts";
import type { Relay } from "./relay.ts";

export interface StaticRelayOptions {
  readonly urls: readonly string[];
  readonly username: string;
  readonly credential: Secret;
}

export function staticRelay({ urls, username, credential }: StaticRelayOptions): Relay {
  return {
    provider: "static",
    servers: () =>
      Promise.resolve(
        urls.map((url) =>
          url.startsWith("stun:") ? { urls: url } : { urls: url, username, credential: credential.reveal() },
        ),
      ),
  };
}
