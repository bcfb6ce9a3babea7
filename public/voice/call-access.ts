// Call access: the server that takes a call, and its credentials.

export interface CallAccess {
  /** Origin of the server, such as https://voice.example. */
  readonly origin: string;
  /** An access token, for servers that require one. */
  readonly token?: string | undefined;
  /** The token of a session that was started for this call: no other token is needed. */
  readonly session?: string | undefined;
}

/** Access to the server that the page came from. */
export function accessOfPage(token: string | undefined): CallAccess {
  return { origin: new URL(location.href).origin, token };
}

export function headersOf({ token }: Pick<CallAccess, "token">): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

/** The token in the address of a session, such as wss://voice.example/v1/ws/vst_1. */
export function sessionIn({ pathname }: URL): string | undefined {
  return /^\/v1\/ws\/([^/]+)$/.exec(pathname)?.[1];
}

/** An address of the server. A session's token is in the query, which every kind of request has. */
export function addressAt({ origin, session }: CallAccess, path: string): URL {
  const url = new URL(path, origin);
  if (session !== undefined) url.searchParams.set("token", session);
  return url;
}
