// Choice of a flow on the test page: the flow in its address, and the request for an account.

import { expect, test } from "bun:test";
import {
  choiceNotice,
  type FlowChoice,
  flowChoice,
  type OwnFlows,
} from "../../../public/test/flow-choice.ts";
import { signInRequest } from "../../../public/test/sign-in-request.ts";

const builtIn = ["welcome", "table-booking"];
const mine = [{ id: "flow_1", name: "Pizza line", created_at: 0 }];

const choices: readonly (readonly [wanted: string | undefined, own: OwnFlows, choice: FlowChoice])[] = [
  [undefined, "loading", "none"],
  [undefined, mine, "none"],
  ["welcome", "loading", "chosen"],
  ["welcome", undefined, "chosen"],
  ["flow_1", "loading", "loading"],
  ["flow_1", undefined, "sign-in"],
  ["flow_1", "unlisted", "unlisted"],
  ["flow_1", mine, "chosen"],
  ["flow_2", mine, "unknown"],
  ["flow_1", [], "unknown"],
  ["nothing", "loading", "unknown"],
  ["nothing", undefined, "unknown"],
  ["", mine, "unknown"],
];

test.each(choices)("flow choice: %j of %j is %s", (wanted, own, choice) => {
  expect(flowChoice(wanted, { builtIn, own })).toBe(choice);
});

test("flow choice: a flow that cannot be chosen is reported with the remedy, and others are not", () => {
  const text = (choice: FlowChoice, wanted: string, account?: string) =>
    choiceNotice(choice, wanted, account)?.text;
  expect(text("unknown", "flow_2", "ada@example.com")).toMatch(
    /^ada@example.com has no flow .* another account/,
  );
  expect(text("unknown", "nothing", "ada@example.com")).toMatch(/^There is no built-in flow “nothing”/);
  expect(text("unknown", "x".repeat(5_000))?.length).toBeLessThan(200);
  expect(text("unlisted", "flow_1", "ada@example.com")).toContain("Load the page again");
  for (const choice of ["none", "chosen", "loading", "sign-in"] as const)
    expect(text(choice, "flow_1")).toBeUndefined();
});

const situation = { admission: "admitted", flowNeedsAccount: false, asked: false } as const;

test("sign-in request: only parts that need an account ask for it, and the others continue", () => {
  expect(signInRequest(situation)).toBeUndefined();
  expect(signInRequest({ admission: undefined, flowNeedsAccount: true, asked: true })).toBeUndefined();
  expect(signInRequest({ ...situation, flowNeedsAccount: true })).toMatchObject({
    title: "Sign in to call this flow",
    leave: "Choose another flow",
  });
  expect(signInRequest({ ...situation, asked: true })).toMatchObject({ title: "Sign in", leave: "Not now" });
});

test("sign-in request: a server that requires credentials leaves no alternative", () => {
  for (const admission of ["anonymous", "expired"] as const) {
    for (const flowNeedsAccount of [false, true]) {
      const request = signInRequest({ admission, flowNeedsAccount, asked: false });
      expect(request?.title).toBe(flowNeedsAccount ? "Sign in to call this flow" : "Sign in to talk");
      expect([request?.leave, request?.why.includes("again")]).toEqual([undefined, admission === "expired"]);
    }
  }
});
