// Notices: texts for calls that did not go as they should.

import { expect, test } from "bun:test";
import { leftNotice } from "../../../public/voice/notices.ts";

test("notice: a left call leads to its record for a signed-in person only", () => {
  const sessionId = "ses_01ARZ3NDEKTSV4RRFFQ69G5FAV";
  expect(leftNotice({ sessionId }, true).link?.href).toBe(`/console#/calls/${sessionId}`);
  expect(leftNotice({ sessionId }, false).link).toBeUndefined();
  expect(leftNotice({ sessionId: undefined }, true).link).toBeUndefined();
});
