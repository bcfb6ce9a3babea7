// Reach: whether others than the people at this machine reach the server. Its settings say so, or a request does that a
// proxy or a tunnel passed on although no setting names one.

import { isLoopback } from "../../base/setting-reader.ts";
import { proxyHeaderOf } from "./proxy-headers.ts";

export interface ReachSettings {
  /** The settings by which others reach the server; empty: none says so. */
  readonly reachedBy: readonly string[];
  /** `here`: a request of this machine itself needs no credentials. */
  readonly callers: "anybody" | "accounts" | "here";
}

export class Reach {
  readonly #settings: ReachSettings;
  /** Gets the header by which the first request showed it. */
  readonly #shown: (header: string) => void;
  readonly #outside = new WeakMap<Request, string>();
  /** The header by which a request has shown that others reach the server, although no setting says so. */
  seen: string | undefined;

  constructor(settings: ReachSettings, shown: (header: string) => void) {
    this.#settings = settings;
    this.#shown = shown;
  }

  /** Whether others reach the server, as far as is known. */
  get byOthers(): boolean {
    return this.#settings.reachedBy.length > 0 || this.seen !== undefined;
  }

  /** The edge shows each request before it is judged. */
  look(request: Request): void {
    // Nothing is learned of it where a setting says so.
    if (this.#settings.reachedBy.length > 0) return;
    const header = proxyHeaderOf(request.headers) ?? foreignHostOf(request);
    if (header === undefined) return;
    this.#outside.set(request, header);
    if (this.seen !== undefined) return;
    this.seen = header;
    this.#shown(header);
  }

  /** Whether a request may call without credentials; else why it may not, if there is more to say than that. */
  opensTo(request: Request): true | string | undefined {
    const { callers } = this.#settings;
    if (callers !== "here") return callers === "anybody" ? true : undefined;
    const header = this.#outside.get(request);
    if (header === undefined) return true;
    return `This request did not come from the server's own machine, as its header ${header} shows.`;
  }
}

/** A name that leads here from elsewhere: a tunnel or a proxy that adds nothing keeps what its client wrote. */
function foreignHostOf({ headers }: Request): string | undefined {
  const host = headers.get("host");
  const name = host === null ? undefined : URL.parse(`http://${host}`)?.hostname;
  return name === undefined || isLoopback(name) ? undefined : "Host";
}
