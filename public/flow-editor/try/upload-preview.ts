// Preview upload: sends the present text to the server, which then accepts calls to it for a while.

import { detailOf, listOf, numberOf, textOf } from "../../page/json-answer.ts";

export interface PreviewRefusal {
  /** The `code` of the problem document (RFC 9457), or `offline`. */
  readonly code: string;
  readonly detail: string;
  readonly problems: readonly ShownProblem[];
}

/** An error of the flow and its position, from 1. */
export interface ShownProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Returns the id under which calls reach the flow, or why it was refused. Never rejects. */
export async function uploadPreview(
  text: string,
  token: string | undefined,
): Promise<{ readonly programId: string } | PreviewRefusal> {
  const headers = {
    "content-type": "application/json",
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  try {
    const body = JSON.stringify({ yaml_content: text });
    const response = await fetch("/v1/flows/preview", { method: "POST", headers, body });
    const answer: unknown = await response.json();
    const programId = textOf(answer, "program_id");
    return response.ok && programId !== undefined ? { programId } : refusedBy(answer);
  } catch {
    const detail = "The server does not answer. It may be restarting, or the network is down.";
    return { code: "offline", detail, problems: [] };
  }
}

function refusedBy(answer: unknown): PreviewRefusal {
  const problems = listOf(answer, "diagnostics")
    .filter((each) => textOf(each, "severity") === "error")
    .map((each) => ({
      line: numberOf(each, "line") ?? 1,
      column: numberOf(each, "column") ?? 1,
      message: textOf(each, "message") ?? "",
    }));
  const detail = detailOf(answer);
  return { code: textOf(answer, "code") ?? "", detail, problems };
}
