// Visitor session: asks the server for a session with the public token of an embed, and says a refusal in its words.

export interface Embed {
  /** Of the server, such as https://voice.example. */
  readonly origin: string;
  readonly token: string;
  /** The id of its flow, if the page says it. */
  readonly flow?: string | undefined;
}

/** A server that takes longer counts as unreachable, in milliseconds. */
const answerMsMax = 10_000;
const silence = "The agent cannot be reached. Please check your connection and try again.";

/** The address of the call. Rejects with an Error whose message is for the visitor. */
export async function beginSession({ origin, token, flow }: Embed): Promise<string> {
  const url = new URL(`/v1/embeds/${encodeURIComponent(token)}/sessions`, origin);
  if (flow !== undefined) url.searchParams.set("flow_id", flow);
  // Without a body: a browser then asks nothing beforehand.
  const signal = AbortSignal.timeout(answerMsMax);
  const response = await fetch(url, { method: "POST", signal }).catch(() => undefined);
  const answer: unknown = await response?.json().catch(() => undefined);
  if (typeof answer !== "object" || answer === null) throw new Error(silence);
  if (response?.ok === true && "ws_url" in answer && typeof answer.ws_url === "string") return answer.ws_url;
  const [title, detail] = ["title" in answer ? answer.title : "", "detail" in answer ? answer.detail : ""];
  throw new Error(typeof title === "string" && typeof detail === "string" ? `${title}. ${detail}` : silence);
}
