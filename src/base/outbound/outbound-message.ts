// Outbound message: request and answer of outbound HTTP, as plain data that browser code can import too.

export interface OutboundRequest {
  /** The owner of the request: no owner may take all the places. */
  readonly owner: string;
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string | undefined;
  /** Time limit for everything together: a place, the name, the connection, the headers and the body. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Only the status matters: the body is not read. */
  readonly statusOnly?: boolean;
  /** Largest body that is read; absent: 256 KiB. */
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
  /** `blocked`: refused by us; `aborted`: cancelled by its caller. */
  readonly kind: "blocked" | "timeout" | "network" | "too-large" | "encoded" | "aborted";
  /** Sentence for traces: names the host, never an address, a path, a query or a body. */
  readonly detail: string;
}

/** Sender of requests; never rejects. */
export interface Sender {
  send(request: OutboundRequest): Promise<OutboundAnswer | OutboundFailure>;
}
