// Node entry: runs `set`, then the node's words, then its action, and follows edges until the flow waits.

import { canSpeak } from "../initial-state.ts";
import { renderText } from "../../../language/expression/template-renderer.ts";
import { openAnswers } from "../answer/answer-node.ts";
import { arriveAtQuestion } from "../ask/ask.ts";
import { runSet } from "../assign.ts";
import { callFlow, endFlow } from "../outside/call-flow.ts";
import { converse } from "../converse/converse.ts";
import { type StepDraft, type Continuation, rest, type Transition } from "../step-draft.ts";
import { press } from "../outside/press.ts";
import { pause, record, transfer, wait } from "../outside/transfer-record-wait.ts";
import { stop } from "./end-call.ts";
import { resume } from "./handler-calls.ts";
import { emitNodeEvents, leaveNode, replayedVisit } from "./leave-node.ts";
import { sayNode, speak } from "./say.ts";
import { scopeOf } from "../expression-scope.ts";
import { own, put } from "../flow-state.ts";
import { callTool } from "../outside/call-tool.ts";
import { viewOf } from "../running-flow.ts";
import { askForLine, preparedLine } from "../wording/worded-line.ts";

/** Nodes entered for one input, and in a session. */
const nodesPerInputMax = 50;
const nodesPerSessionMax = 1_000;
/** Visits of one node without progress of the caller. */
const visitsMax = 10;

/** Runs to completion: from node to node until the flow listens, waits, works or has ended. */
export function runTransitions(draft: StepDraft, first: Continuation): void {
  let next = first;
  for (let nodes = 0; next !== rest; nodes++) {
    next = nodes < nodesPerInputMax ? arrive(draft, next) : stop(draft, "limit", "nodes for one input");
  }
}

function arrive(draft: StepDraft, { to: target, by }: Transition): Continuation {
  if (target === "RESUME") return resume(draft, by);
  const node = draft.program.nodes.get(target);
  if (node === undefined) return stop(draft, "error", `there is no node ${target}`);
  const { nodesEntered, visits } = draft.state;
  const key = `${draft.state.frames.length}/${draft.program.id}/${target}`;
  const times = (own(visits, key) ?? 0) + 1;
  if (nodesEntered >= nodesPerSessionMax) return stop(draft, "limit", "nodes in the session");
  if (times > visitsMax) return stop(draft, "limit", `visits of ${target}`);
  const { entered, node: from } = draft.frame;
  const isFirst = Object.keys(entered).length === 0;
  draft.emit({
    type: "enter",
    flow: draft.program.id,
    node: target,
    previous: isFirst ? undefined : from,
    by,
  });
  draft.change({
    nodesEntered: nodesEntered + 1,
    visits: put(visits, key, times),
    keys: { ...draft.state.keys, keys: "" },
  });
  draft.changeFrame({
    node: target,
    entered: put(entered, target, (own(entered, target) ?? 0) + 1),
    phase: { type: "passing" },
  });
  if (node.isRecorded !== undefined) draft.change({ isUnrecorded: !node.isRecorded });
  if (node.language !== undefined) speakIn(draft, node.language);
  runSet(draft, node.set, "flow");
  return act(draft);
}

/** Changes the language of the call. A language that the channel cannot speak is ignored, with a trace. */
function speakIn(draft: StepDraft, language: string): void {
  if (canSpeak(draft.state.facts, language)) draft.change({ language });
  else draft.trace("speech/language-unavailable", `This channel does not speak ${language}`);
}

function act(draft: StepDraft): Continuation {
  const { node } = draft;
  const line = preparedLine(draft, node, sayNode(draft));
  if (line === undefined) return actHere(draft, sayHere);
  const asked = JSON.stringify([line.request.goal, line.facts, line.mustSay]);
  // Worded and said before the correction that is being replayed.
  if (replayedVisit(draft)?.said === asked) return actAfterSaying(draft);
  draft.recordVisit({ said: asked });
  return askForLine(draft, line, { type: "act" });
}

/** The node's action after its words. */
export function actAfterSaying(draft: StepDraft): Continuation {
  return actHere(draft, () => undefined);
}

function actHere(draft: StepDraft, say: (draft: StepDraft) => void): Continuation {
  const { act: what } = draft.node;
  switch (what.type) {
    case "ask":
      return arriveAtQuestion(draft, what);
    case "converse":
      return converse(draft, what);
    case "answer":
      return openAnswers(draft);
    case "tool":
      return callTool(draft, what);
    case "go":
      say(draft);
      return leaveNode(draft, what.edges);
    case "call":
      say(draft);
      return callFlow(draft, what);
    case "transfer":
      say(draft);
      return transfer(draft, what);
    case "press":
      say(draft);
      return press(draft, what);
    case "pause":
      say(draft);
      return pause(draft, what);
    case "wait":
      say(draft);
      return wait(draft, what);
    case "record":
      say(draft);
      return record(draft, what);
    case "end": {
      say(draft);
      emitNodeEvents(draft);
      const outcome = renderText(what.outcome, scopeOf(viewOf(draft)));
      return endFlow(draft, "blocked" in outcome || outcome.text === "" ? "error" : outcome.text);
    }
  }
}

/** Says the node's text, unless it was said before the correction that is being replayed. */
function sayHere(draft: StepDraft): void {
  const words = sayNode(draft);
  if (words === undefined) return;
  if (replayedVisit(draft)?.said !== words.text) speak(draft, words);
  draft.recordVisit({ said: words.text });
}
