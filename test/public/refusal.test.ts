// Refusals of the API as pages read them.

import { expect, test } from "bun:test";
import { refusalIn } from "../../public/page/refusal.ts";

test.each([
  [
    "There is no such flow in this account: GET /v1/flows lists them.",
    "There is no such flow in this account.",
  ],
  [
    "Delete some, or keep them for fewer days (PUT /v1/retention).",
    "Delete some, or keep them for fewer days.",
  ],
  ["It has no key. PATCH /v1/providers sets stt_api_key.", "It has no key."],
  ["Store one with POST /v1/flows.", "Store one with POST /v1/flows."],
  ["The email or the password is wrong: check both.", "The email or the password is wrong: check both."],
])("page: %j reads as %j", (detail, said) => {
  expect(refusalIn({ detail }).detail).toBe(said);
});

test("page: a refusal without a sentence is reported as such", () => {
  expect(refusalIn(undefined).detail).toBe("The server gave no reason.");
});

test("refusal: a problem document gives its code, its fields and the errors of a flow", () => {
  expect(
    refusalIn({
      code: "flow/invalid",
      detail: "The flow has errors.",
      errors: [{ pointer: "/url", detail: "Must be a URL or null." }],
      diagnostics: [
        { severity: "error", line: 3, column: 5, message: "no such node" },
        { severity: "warning", line: 4, column: 1, message: "never reached" },
      ],
    }),
  ).toEqual({
    code: "flow/invalid",
    detail: "The flow has errors.",
    fields: [{ pointer: "/url", detail: "Must be a URL." }],
    flowErrors: [{ line: 3, column: 5, message: "no such node" }],
  });
});

test("refusal: parts of another shape, as a proxy writes them, become empty ones", () => {
  expect(refusalIn({ code: 502, errors: [{}], diagnostics: [{ severity: "error" }] })).toMatchObject({
    code: "",
    fields: [{ pointer: "", detail: "" }],
    flowErrors: [{ line: 1, column: 1, message: "" }],
  });
});
