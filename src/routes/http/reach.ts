// Reach: access to the server from other machines. Its settings say so, or a request does that a proxy or a tunnel
// passed on although no setting names one.

import { isLoopback } from "../../base/setting-reader.ts";
import { proxyHeaderOf } from "./proxy-headers.ts";

export interface ReachSettings {
  /** Settings by which others reach the server; empty: none. */
  readonly reachedBy: readonly string[];
  /** `here`: a request of this machine itself needs no credentials. */
  readonly callers: "anybody" | "accounts" | "here";
}

export class Reach {
  readonly #settings: ReachSettings;
  /** Called with the revealing header of the first such request. */
  readonly #shown: (header: string) => void;
  readonly #outside = new WeakMap<Request, string>();
  /** Header of a request that revealed access by others, although no setting says so. */
  seen: string | undefined;

  constructor(settings: ReachSettings, shown: (header: string) => void) {
    this.#settings = settings;
    this.#shown = shown;
  }

  /** True if others are known to reach the server. */
  get byOthers(): boolean {
    return this.#settings.reachedBy.length > 0 || this.seen !== undefined;
  }

  /** The edge shows each request before it is checked. */
  look(request: Request): void {
    // If a setting says so, requests reveal nothing new.
    if (this.#settings.reachedBy.length > 0) return;
    const header = proxyHeaderOf(request.headers) ?? foreignHostOf(request);
    if (header === undefined) return;
    this.#outside.set(request, header);
    if (this.seen !== undefined) return;
    this.seen = header;
    this.#shown(header);
  }

  /** True if a request may call without credentials; else the reason, if there is more to say. */
  opensTo(request: Request): true | string | undefined {
    const { callers } = this.#settings;
    if (callers !== "here") return callers === "anybody" ? true : undefined;
    const header = this.#outside.get(request);
    if (header === undefined) return true;
    return `This request did not come from the server's own machine, as its header ${header} shows.`;
  }
}

/** Host name by which others reach us: a tunnel or a proxy that adds no header keeps the client's host name. */
function foreignHostOf({ headers }: Request): string | undefined {
  const host = headers.get("host");
  const name = host === null ? undefined : URL.parse(`http://${host}`)?.hostname;
  return name === undefined || isLoopback(name) ? undefined : "Host";
}
