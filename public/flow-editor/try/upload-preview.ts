// Preview upload: sends the present text to the server, which then accepts calls to it for a while.

import { request } from "../../page/api-request.ts";
import { type FlowError, refusalIn } from "../../page/refusal.ts";
import { sendRequest } from "../../page/send-request.ts";

export interface PreviewRefusal {
  /** The `code` of the problem document (RFC 9457), or `offline`. */
  readonly code: string;
  readonly detail: string;
  readonly problems: readonly FlowError[];
}

/** Returns the id under which calls reach the flow, or why it was refused. Never rejects. */
export async function uploadPreview(
  text: string,
  token: string | undefined,
): Promise<{ readonly programId: string } | PreviewRefusal> {
  try {
    const upload = request("POST /v1/flows/preview", {}, { yaml_content: text });
    const response = await sendRequest(upload, { token });
    const answer: unknown = await response.json();
    if (response.ok) return { programId: (answer as NonNullable<typeof upload.answer>).program_id };
    const { code, detail, flowErrors } = refusalIn(answer);
    return { code, detail, problems: flowErrors };
  } catch {
    const detail = "The server does not answer. It may be restarting, or the network is down.";
    return { code: "offline", detail, problems: [] };
  }
}
