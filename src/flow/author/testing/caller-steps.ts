// What the caller of a test does, done to the engine.

import { unreachable } from "../../../base/assert.ts";
import type { StepInput } from "../../language/compile/compile-tests.ts";
import type { BargeIn } from "../../language/program.ts";
import { isValueMap } from "../../value/value.ts";
import { ModelTurn } from "./mock-model.ts";
import type { Steps } from "./settle.ts";
import { type Stage, TestMistake } from "./virtual-conversation.ts";
import { endOf } from "./text-match.ts";

type Of<T extends StepInput["type"]> = Extract<StepInput, { type: T }>;

export function* act(stage: Stage, input: StepInput): Steps {
  const { outcome } = stage.state;
  if (outcome !== null) throw new TestMistake(`the call was over before this: ${outcome}`);
  switch (input.type) {
    case "user":
      return yield* speak(stage, input);
    case "dtmf":
      return press(stage, input);
    case "silence":
      return yield* beSilent(stage, input.ms);
    case "audio":
      if (!stage.isRecording) throw new TestMistake(`nothing is recorded here: it stands at ${stage.node}`);
      stage.begin(`[speaks for ${seconds(input.ms)}]`);
      return stage.recorded(input.ms);
    case "event": {
      const data = isValueMap(input.data) ? ` ${JSON.stringify(input.data)}` : "";
      stage.begin(`[event ${input.name}${data}]`);
      return stage.feed({ type: "event", name: input.name, data: input.data });
    }
    case "transfer":
      if (!stage.isTransferring)
        throw new TestMistake(`nobody is put through here: it stands at ${stage.node}`);
      stage.begin(input.ok ? "[somebody answers the transfer]" : "[nobody answers the transfer]");
      return stage.transferred(input.ok);
    case "hangup":
      stage.begin("[hangs up]");
      return stage.feed({ type: "hang-up" });
    default:
      return unreachable(input);
  }
}

/** Parts of a turn come before anything else has had the time to happen. */
function* speak(stage: Stage, { parts, over, confidence, model }: Of<"user">): Steps {
  if (stage.isRecording) throw new TestMistake("the caller is recorded here: write {audio: 4s}");
  const isHeard = cutIn(stage, over, (bargeIn) => bargeIn === true);
  for (let at = 0; at < parts.length; at++) {
    const text = parts.slice(0, at + 1).join(" ");
    const turn = new ModelTurn(model, text);
    if (at === 0) stage.begin(isHeard ? text : `${text} [not listened to]`, turn);
    else stage.goOn(text, turn);
    if (isHeard) stage.feed({ type: at === 0 ? "words" : "reopened", text, confidence });
    if (at + 1 < parts.length) yield;
  }
}

function press(stage: Stage, { keys, over }: Of<"dtmf">): void {
  const isHeard = cutIn(stage, over, (bargeIn) => bargeIn !== false);
  if (stage.isRecording) {
    stage.begin(`[keys ${keys}]`);
    if (keys.includes("#")) stage.recorded(0);
    return;
  }
  stage.begin(isHeard ? `[keys ${keys}]` : `[keys ${keys}, not listened to]`);
  if (isHeard) stage.feed({ type: "keys", keys });
}

/** Whether the agent lets itself be interrupted there; what it had not said yet is then not said. */
function cutIn(stage: Stage, over: string | undefined, lets: (bargeIn: BargeIn) => boolean): boolean {
  if (over === undefined) return true;
  for (const speech of stage.since.speeches) {
    const end = endOf(over, speech.text);
    if (end === undefined) continue;
    if (!lets(speech.bargeIn)) return false;
    if (end < speech.text.length) stage.cut(speech, end);
    return true;
  }
  throw new TestMistake(`the agent did not say "${over}"`);
}

/** Without a time: until something comes of it. */
function* beSilent(stage: Stage, ms: number | undefined): Steps {
  if (ms === undefined) return once(stage);
  stage.begin(`[is silent for ${seconds(ms)}]`);
  const untilMs = stage.nowMs + ms;
  for (;;) {
    const happens = upTo(stage, untilMs);
    if (happens === undefined) break;
    happens();
    yield;
  }
  stage.nowMs = Math.max(stage.nowMs, untilMs);
}

function once(stage: Stage): void {
  const happens = upTo(stage, Number.POSITIVE_INFINITY);
  if (happens === undefined)
    throw new TestMistake(`nothing waits for the caller here: it stands at ${stage.node}`);
  stage.begin("[is silent]");
  happens();
}

function upTo(stage: Stage, untilMs: number): (() => void) | undefined {
  const timer = stage.next(untilMs);
  const { silenceDueMs } = stage;
  if (timer !== undefined && (silenceDueMs === undefined || timer.dueMs <= silenceDueMs))
    return () => stage.pass(timer);
  if (silenceDueMs !== undefined && silenceDueMs <= untilMs) return () => stage.silence(silenceDueMs);
  const recordedMs = stage.nowMs + stage.endSilenceMs;
  return stage.isRecording && recordedMs <= untilMs ? () => stage.recorded(0) : undefined;
}

function seconds(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`;
}
