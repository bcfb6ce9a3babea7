// Caller steps of a test: does to the engine what the caller of an embedded test does.

import { unreachable } from "../../../base/assert.ts";
import type { StepInput } from "../../language/compile/compile-tests.ts";
import { isValueMap } from "../../value/value.ts";
import { MockModel } from "./mock-model.ts";
import type { TestSteps } from "./settle.ts";
import { type VirtualConversation, TestScriptError } from "./virtual-conversation.ts";
import { endOf } from "./text-match.ts";

type Of<T extends StepInput["type"]> = Extract<StepInput, { type: T }>;

/** Performs one step of a script. Throws `TestScriptError` if it is impossible at this point of the flow. */
export function* performStep(conversation: VirtualConversation, input: StepInput): TestSteps {
  const { outcome } = conversation.state;
  if (outcome !== null) throw new TestScriptError(`the call was over before this: ${outcome}`);
  switch (input.type) {
    case "user":
      return yield* speak(conversation, input);
    case "dtmf":
      return press(conversation, input);
    case "silence":
      return yield* beSilent(conversation, input.ms);
    case "audio":
      if (!conversation.isRecording)
        throw new TestScriptError(`the flow does not record here: it is at ${conversation.node}`);
      conversation.begin(`[speaks for ${seconds(input.ms)}]`);
      return conversation.recorded(input.ms);
    case "event": {
      const data = isValueMap(input.data) ? ` ${JSON.stringify(input.data)}` : "";
      conversation.begin(`[event ${input.name}${data}]`);
      return conversation.feed({ type: "event", name: input.name, data: input.data });
    }
    case "transfer":
      if (!conversation.isTransferring)
        throw new TestScriptError(`the flow does not transfer here: it is at ${conversation.node}`);
      conversation.begin(
        input.ok
          ? "[the transfer is answered]"
          : input.missed
            ? "[the transfer rings in vain]"
            : "[the transfer is not answered]",
      );
      return conversation.transferred(input);
    case "hangup":
      conversation.begin("[hangs up]");
      return conversation.feed({ type: "hang-up" });
    default:
      return unreachable(input);
  }
}

/** Speaks a turn in parts. No time passes between the parts. */
function* speak(
  conversation: VirtualConversation,
  { parts, over, confidence, model }: Of<"user">,
): TestSteps {
  if (conversation.isRecording) throw new TestScriptError("the caller is recorded here: write {audio: 4s}");
  const isHeard = interrupt(conversation, over);
  for (let at = 0; at < parts.length; at++) {
    const text = parts.slice(0, at + 1).join(" ");
    const turn = new MockModel(model, text);
    if (at === 0) conversation.begin(isHeard ? text : `${text} [not listened to]`, turn);
    else conversation.goOn(text, turn);
    if (isHeard) conversation.feed({ type: at === 0 ? "words" : "reopened", text, confidence });
    if (at + 1 < parts.length) yield;
  }
}

function press(conversation: VirtualConversation, { keys, over }: Of<"dtmf">): void {
  const isHeard = interrupt(conversation, over);
  if (conversation.isRecording) {
    conversation.begin(`[keys ${keys}]`);
    if (keys.includes("#")) conversation.recorded(0);
    return;
  }
  conversation.begin(isHeard ? `[keys ${keys}]` : `[keys ${keys}, not listened to]`);
  if (isHeard) conversation.feed({ type: "keys", keys });
}

/** Interrupts the agent after a text. False where barge-in is not allowed; otherwise the rest is not said. */
function interrupt(conversation: VirtualConversation, over: string | undefined): boolean {
  if (over === undefined) return true;
  for (const speech of conversation.since.speeches) {
    const end = endOf(over, speech.text);
    if (end === undefined) continue;
    if (!speech.bargeIn) return false;
    if (end < speech.text.length) conversation.cut(speech, end);
    return true;
  }
  throw new TestScriptError(`the agent did not say "${over}"`);
}

/** Is silent for a time, or without one until the flow reacts. */
function* beSilent(conversation: VirtualConversation, ms: number | undefined): TestSteps {
  if (ms === undefined) return once(conversation);
  conversation.begin(`[is silent for ${seconds(ms)}]`);
  const untilMs = conversation.nowMs + ms;
  for (;;) {
    const happens = upTo(conversation, untilMs);
    if (happens === undefined) break;
    happens();
    yield;
  }
  conversation.nowMs = Math.max(conversation.nowMs, untilMs);
}

function once(conversation: VirtualConversation): void {
  const happens = upTo(conversation, Number.POSITIVE_INFINITY);
  if (happens === undefined)
    throw new TestScriptError(`the flow does not wait for the caller here: it is at ${conversation.node}`);
  conversation.begin("[is silent]");
  happens();
}

function upTo(conversation: VirtualConversation, untilMs: number): (() => void) | undefined {
  const timer = conversation.next(untilMs);
  const { silenceDueMs } = conversation;
  if (timer !== undefined && (silenceDueMs === undefined || timer.dueMs <= silenceDueMs))
    return () => conversation.pass(timer);
  if (silenceDueMs !== undefined && silenceDueMs <= untilMs) return () => conversation.silence(silenceDueMs);
  const recordedMs = conversation.nowMs + conversation.endSilenceMs;
  return conversation.isRecording && recordedMs <= untilMs ? () => conversation.recorded(0) : undefined;
}

function seconds(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`;
}
