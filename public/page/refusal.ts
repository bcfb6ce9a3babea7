// Refusal: the reason of a server that rejects a page's request. A proxy may have written it, so every field is checked.

import { listOf, numberOf, textOf } from "./json-answer.ts";

export interface Refusal {
  /** Code of the problem document; empty without one. */
  readonly code: string;
  /** The part that helps a person at a page; names of requests are for programs. */
  readonly detail: string;
  readonly fields: readonly FieldProblem[];
  /** Errors of the flow that was sent. */
  readonly flowErrors: readonly FlowError[];
}

/** The part of the request to blame, by its JSON pointer. */
export interface FieldProblem {
  readonly pointer: string;
  readonly detail: string;
}

/** Lines and columns count from 1. */
export interface FlowError {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** An advice for programs at the end of a sentence, such as ": GET /v1/flows lists them." */
const requestAdvice = /(?:[:;.]| \() ?(?:GET|POST|PUT|PATCH|DELETE) \/[^]*$/;

export function refusalIn(body: unknown): Refusal {
  return {
    code: textOf(body, "code") ?? "",
    detail: (textOf(body, "detail") ?? "The server gave no reason.").replace(requestAdvice, "."),
    fields: listOf(body, "errors").map((error) => ({
      pointer: textOf(error, "pointer") ?? "",
      // An empty field stands for null, which cannot be typed.
      detail: (textOf(error, "detail") ?? "").replace(/ or null\.$/, "."),
    })),
    flowErrors: listOf(body, "diagnostics")
      .filter((each) => textOf(each, "severity") === "error")
      .map((each) => ({
        line: numberOf(each, "line") ?? 1,
        column: numberOf(each, "column") ?? 1,
        message: textOf(each, "message") ?? "",
      })),
  };
}
