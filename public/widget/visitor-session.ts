// Visitor session: requests a session from the server with the public token of an embed, and reports a refusal with its
// reason.

export interface Embed {
  /** Origin of the server, such as https://voice.example. */
  readonly origin: string;
  readonly token: string;
  /** The id of the embed's flow, if the page names it. */
  readonly flow?: string | undefined;
  /** Visitor data of the page: it fills the flow's variables of the same names. */
  readonly context?: Readonly<Record<string, unknown>> | undefined;
}

export interface VisitorSession {
  /** Address of the call. */
  readonly url: string;
  readonly isRecorded: boolean;
}

/** `code` as in a problem document; `silent`: the server said nothing. */
export class VisitorRefusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** A server that takes longer counts as unreachable, in milliseconds. */
const answerMsMax = 10_000;

/** Rejects with a `VisitorRefusal`. */
export async function beginSession({ origin, token, flow, context }: Embed): Promise<VisitorSession> {
  const url = new URL(`/v1/embeds/${encodeURIComponent(token)}/sessions`, origin);
  if (flow !== undefined) url.searchParams.set("flow_id", flow);
  // Without a body the browser sends no preflight request.
  const content = context !== undefined && {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ context }),
  };
  const signal = AbortSignal.timeout(answerMsMax);
  const response = await fetch(url, { method: "POST", signal, ...content }).catch(() => undefined);
  const answer = (await response?.json().catch(() => undefined)) as Answer | undefined;
  if (response?.ok === true && typeof answer?.ws_url === "string")
    return { url: answer.ws_url, isRecorded: answer.recorded === true };
  const { code, title, detail } = answer ?? {};
  if (code === undefined || title === undefined || detail === undefined)
    throw new VisitorRefusal("silent", "The server cannot be reached.");
  throw new VisitorRefusal(code, `${title}. ${detail}`);
}

/** Every field is checked: a proxy may answer in the server's place. */
interface Answer {
  readonly ws_url?: string;
  readonly recorded?: boolean;
  readonly code?: string;
  readonly title?: string;
  readonly detail?: string;
}
