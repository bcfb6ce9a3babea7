// Outbound message: request and answer of the way out, as plain data that browser code can import, too.

export interface OutboundRequest {
  /** The owner of the request: no owner may take all the places. */
  readonly owner: string;
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string | undefined;
  /** For everything together: a place, the name, the connection, the headers and the body. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Only the status is of interest: the body is not read. */
  readonly statusOnly?: boolean;
  /** The largest body that is read; absent: 256 KiB. */
  readonly bytesMax?: number;
}

export interface OutboundAnswer {
  readonly kind: "ok";
  /** 200 to 299, or 400 and above. */
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

export interface OutboundFailure {
  /** `blocked`: refused by us; `aborted`: its caller has given it up. */
  readonly kind: "blocked" | "timeout" | "network" | "too-large" | "encoded" | "aborted";
  /** A sentence for traces: it names the host, never an address, a path, a query or a body. */
  readonly detail: string;
}

/** Sender of requests; never rejects. */
export interface Sender {
  send(request: OutboundRequest): Promise<OutboundAnswer | OutboundFailure>;
}
