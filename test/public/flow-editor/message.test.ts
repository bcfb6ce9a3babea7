// Messages of the editor: which of them close by themselves.

import { expect, test } from "bun:test";
import { closesAfterMs } from "../../../public/flow-editor/state/message-time.ts";

test("messages: a report closes by itself; a failure and a question stay", () => {
  const action = { label: "Undo", event: { type: "undo" } } as const;
  expect(closesAfterMs({ tone: "said", text: "Saved." }, 5_000)).toBe(5_000);
  const link = { label: "Call flow", address: "/test?flow=flow_1" };
  expect(closesAfterMs({ tone: "said", text: "Saved.", link }, 5_000)).toBe(5_000);
  expect(closesAfterMs({ tone: "failed", text: "No." }, 5_000)).toBeUndefined();
  expect(closesAfterMs({ tone: "said", text: "Deleted.", action }, 5_000)).toBeUndefined();
});
