// Test assertions: checks the assertions of a step of an embedded test.

import { unreachable } from "../../../base/assert.ts";
import type { StepAssertion } from "../../language/compile/compile-tests.ts";
import { isValueMap, type Value } from "../../value/value.ts";
import type { VirtualConversation } from "./virtual-conversation.ts";
import { folded, missingInOrder } from "./text-match.ts";

export interface Difference {
  readonly message: string;
  readonly expected: string;
  readonly got: string;
}

/** State of a conversation that assertions read: a flow's, or an assistant's. */
export interface TalkState extends Pick<
  VirtualConversation,
  "since" | "before" | "node" | "nowMs" | "valueOf" | "outcomeWith"
> {
  readonly state: Pick<VirtualConversation["state"], "outcome" | "language">;
}

/** UTF-16 units that are shown of either side. */
const shownCharsMax = 2_000;

/** Difference from the assertion; undefined when it holds. */
export function checkAssertion(conversation: TalkState, assertion: PlainAssertion): Difference | undefined {
  const difference = differenceOf(conversation, assertion);
  return difference && shortened(difference);
}

export function shortened({ message, expected, got }: Difference): Difference {
  return { message, expected: expected.slice(0, shownCharsMax), got: got.slice(0, shownCharsMax) };
}

/** Assertions that need no judgement. */
type PlainAssertion = Exclude<StepAssertion, { type: "facts" | "never_says" | "at_most" }>;

function differenceOf(conversation: TalkState, assertion: PlainAssertion): Difference | undefined {
  switch (assertion.type) {
    case "says": {
      const missing = missingInOrder(assertion.texts, saidBy(conversation));
      return missing === undefined ? undefined : says(conversation, "the agent did not say this", missing);
    }
    case "not_says": {
      const words = folded(saidBy(conversation));
      const match = assertion.texts.find((text) => words.includes(folded(text)));
      return match === undefined
        ? undefined
        : says(conversation, "the agent said this", `nothing with "${match}"`);
    }
    case "at":
      return conversation.node === assertion.node
        ? undefined
        : { message: "the flow is elsewhere", expected: assertion.node, got: conversation.node };
    case "expect":
      return variables(conversation, assertion.variables);
    case "calls":
      return calls(conversation, assertion.calls);
    case "emits":
      return events(conversation, assertion.events);
    case "ends":
      return ends(conversation, assertion.outcome);
    case "on_end":
      return made(conversation, assertion);
    default:
      return unreachable(assertion);
  }
}

function saidBy(conversation: TalkState): string {
  return conversation.since.speeches.map(({ text }) => text).join(" ");
}

function says(conversation: TalkState, message: string, expected: string): Difference {
  return { message, expected, got: saidBy(conversation) || "nothing" };
}

function variables(conversation: TalkState, wanted: ReadonlyMap<string, Value>): Difference | undefined {
  for (const [name, value] of wanted) {
    const got = conversation.valueOf(name);
    if (!equal(value, got)) {
      return {
        message: `${name} has another value`,
        expected: JSON.stringify(value),
        got: JSON.stringify(got),
      };
    }
  }
  return undefined;
}

function calls(
  conversation: TalkState,
  wanted: readonly { readonly tool: string; readonly arguments?: Value }[],
): Difference | undefined {
  const made = conversation.since.calls;
  const missing = wanted.find(
    ({ tool, arguments: args }) =>
      !made.some((call) => call.tool === tool && includes(call.arguments, args ?? null)),
  );
  if (missing === undefined) return undefined;
  return {
    message: "this call was not made",
    expected: lineOf(missing.tool, missing.arguments),
    got: made.map((call) => lineOf(call.tool, call.arguments)).join(", ") || "no call",
  };
}

function events(
  conversation: TalkState,
  wanted: readonly { readonly event: string; readonly data?: Value }[],
): Difference | undefined {
  const sent = conversation.since.events;
  const missing = wanted.find(
    ({ event, data }) => !sent.some((one) => one.event === event && includes(one.data, data ?? null)),
  );
  if (missing === undefined) return undefined;
  return {
    message: "this event was not sent",
    expected: lineOf(missing.event, missing.data),
    got: sent.map(({ event, data }) => lineOf(event, data)).join(", ") || "no event",
  };
}

function ends(conversation: TalkState, wanted: string): Difference | undefined {
  const { outcome } = conversation.state;
  if (outcome === wanted) return undefined;
  const got = outcome ?? `the call continues at ${conversation.node}`;
  return { message: "the call did not end like this", expected: wanted, got };
}

/** Result of a call's post-processing: some words of the summary, and the named values. */
function made(
  conversation: TalkState,
  { summary, extract, model }: Extract<StepAssertion, { type: "on_end" }>,
): Difference | undefined {
  const outcome = conversation.outcomeWith(model);
  if (outcome === undefined)
    return {
      message: "nothing is made yet",
      expected: "the call is over",
      got: `it continues at ${conversation.node}`,
    };
  const words = outcome.summary ?? "nothing";
  if (summary !== undefined && !folded(words).includes(folded(summary)))
    return { message: "the summary does not say this", expected: summary, got: words };
  const wrong = [...extract].find(([name, value]) => !equal(value, outcome.extracted[name] ?? null));
  if (wrong === undefined) return undefined;
  const [name, value] = wrong;
  return {
    message: `on_end finds another ${name}`,
    expected: JSON.stringify(value),
    got: JSON.stringify(outcome.extracted[name] ?? null),
  };
}

function lineOf(name: string, data: Value | undefined): string {
  return data === undefined || data === null ? name : `${name} ${JSON.stringify(data)}`;
}

/** Partial match: of a map only the named keys are compared. */
function includes(got: Value, wanted: Value): boolean {
  if (wanted === null) return true;
  if (!isValueMap(wanted) || !isValueMap(got)) return equal(wanted, got);
  return Object.entries(wanted).every(
    ([key, value]) => Object.hasOwn(got, key) && equal(value, got[key] ?? null),
  );
}

function equal(one: Value, other: Value): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => equal(item, other[index]));
  }
  if (one === null || other === null || typeof one !== "object" || typeof other !== "object") {
    return one === other;
  }
  if (!isValueMap(one) || !isValueMap(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && equal(one[key] ?? null, other[key] ?? null))
  );
}
