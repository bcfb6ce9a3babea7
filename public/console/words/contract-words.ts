// Contract words: the texts of a flow's contract on its page.

import type { ApiAnswer } from "../../page/api-request.ts";

type Term = ApiAnswer<"GET /v1/flows/:flow_id/contract">["terms"][number]["name"];

const terms: Readonly<Record<Term, string>> = {
  answer_ms_p50: "Half of the answers within",
  answer_ms_p95: "95 of 100 answers within",
  barge_in_ms_p95: "Silent after 95 of 100 interruptions within",
  wrong_read_backs: "Wrong read-backs at most",
  not_understood: "Turns not understood at most",
  gave_up: "Calls given up at most",
  tool_errors: "Failed tool requests at most",
  failed_calls: "Failed calls at most",
  completed: "Completed calls at least",
  turns_p50: "Turns of half of the calls at most",
};

export const contractWords = {
  title: "Contract",
  about: (calls: number): string =>
    calls === 0
      ? "No call of the live revision has ended yet."
      : `Measured over the last ${calls === 1 ? "call" : `${calls} calls`} of the live revision.`,
  columns: { term: "Term", bound: "Bound", value: "Measured", samples: "Samples", state: "State" },
  terms,
  held: "Held",
  few: "Too few samples",
  broken: (since: string): string => `Broken since ${since}`,
} as const;
