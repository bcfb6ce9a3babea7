// A node is entered: `set`, then what it says, then what it does.

import { canSpeak } from "../initial-state.ts";
import { renderText } from "../../../language/expression/template-renderer.ts";
import { arriveAtQuestion } from "../ask/ask.ts";
import { runSet } from "../assign.ts";
import { callFlow, endFlow } from "../outside/call-flow.ts";
import { converse } from "../converse/converse.ts";
import { type Draft, type Next, rest, type Step } from "../step-draft.ts";
import { pause, record, transfer, wait } from "../outside/transfer-record-wait.ts";
import { stop } from "./end-call.ts";
import { resume } from "./handlers.ts";
import { emitHere, leave, replayed } from "./leave-node.ts";
import { sayNode, speak } from "./say.ts";
import { scopeOf } from "../expression-scope.ts";
import { own, put } from "../flow-state.ts";
import { callTool } from "../outside/call-tool.ts";
import { viewOf } from "../running-flow.ts";

/** Nodes entered for one input, and in a session. */
const nodesPerInputMax = 50;
const nodesPerSessionMax = 1_000;
/** Of one node, while the caller gets nowhere. */
const visitsMax = 10;

/** From node to node until the flow listens, waits, works or is over. */
export function walk(draft: Draft, first: Next): void {
  let next = first;
  for (let nodes = 0; next !== rest; nodes++) {
    next = nodes < nodesPerInputMax ? arrive(draft, next) : stop(draft, "limit", "nodes for one input");
  }
}

function arrive(draft: Draft, { to: target, by }: Step): Next {
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
  if (node.language !== undefined) speakIn(draft, node.language);
  runSet(draft, node.set, "flow");
  return act(draft);
}

/** A language that the channel cannot speak is not spoken: the one before goes on. */
function speakIn(draft: Draft, language: string): void {
  if (canSpeak(draft.state.facts, language)) draft.change({ language });
  else draft.trace("speech/language-unavailable", `This channel does not speak ${language}`);
}

function act(draft: Draft): Next {
  const { act: what } = draft.node;
  switch (what.type) {
    case "ask":
      return arriveAtQuestion(draft, what);
    case "converse":
      return converse(draft, what);
    case "tool":
      return callTool(draft, what);
    case "go":
      sayHere(draft);
      return leave(draft, what.edges);
    case "call":
      sayHere(draft);
      return callFlow(draft, what);
    case "transfer":
      sayHere(draft);
      return transfer(draft, what);
    case "pause":
      sayHere(draft);
      return pause(draft, what);
    case "wait":
      sayHere(draft);
      return wait(draft, what);
    case "record":
      sayHere(draft);
      return record(draft, what);
    case "end": {
      sayHere(draft);
      emitHere(draft);
      const outcome = renderText(what.outcome, scopeOf(viewOf(draft)));
      return endFlow(draft, "blocked" in outcome || outcome.text === "" ? "error" : outcome.text);
    }
  }
}

/** What was said before a correction is not said again. */
function sayHere(draft: Draft): void {
  const words = sayNode(draft);
  if (words === undefined) return;
  if (replayed(draft)?.said !== words.text) speak(draft, words);
  draft.passage({ said: words.text });
}
