// Relay contract: promises of a provider of TURN relays: addresses with short-lived credentials. Nothing here
// is cached across callers, because a credential names its caller.

/** One address, in the form of a peer connection's `iceServers`. */
export interface IceServer {
  readonly urls: string;
  readonly username?: string;
  readonly credential?: string;
}

export interface RelayRequest {
  /** An opaque name for the caller who gets the credentials. */
  readonly user: string;
  readonly ttlSeconds: number;
  readonly signal: AbortSignal;
}

export interface Relay {
  readonly provider: string;
  /** Throws a `Fault` whose message holds no secret. */
  servers(request: RelayRequest): Promise<readonly IceServer[]>;
}

/** Browsers reject port 53; an address with no port or another port works as well. */
const refusedByBrowsers = /:53(\?|$)/;

/** `urls` may be one or many; an entry of ours has one. Anything else in the list is left out. */
export function eachServer(list: unknown): readonly IceServer[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => {
    if (typeof entry !== "object" || entry === null) return [];
    const { urls, username, credential } = entry as Readonly<Record<string, unknown>>;
    const all = Array.isArray(urls) ? urls : [urls];
    return all
      .filter((url): url is string => typeof url === "string" && /^(stun|turns?):/.test(url))
      .filter((url) => !refusedByBrowsers.test(url))
      .map((url) => ({
        urls: url,
        ...(typeof username === "string" && typeof credential === "string" ? { username, credential } : {}),
      }));
  });
}
