// Handlers: what a caller may say anywhere, and the way back to what it interrupted.

import { evaluate } from "../../../language/expression/evaluator.ts";
import type { Handler } from "../../../language/program.ts";
import { carryOn } from "../ask/accept-answer.ts";
import { askAgain } from "../ask/ask.ts";
import { runSet, same, valueOf } from "../assign.ts";
import { type Draft, type Next, rest, type Step } from "../step-draft.ts";
import { countFailure } from "../ask/no-answer.ts";
import { stop } from "./end-call.ts";
import { follow, go } from "./leave-node.ts";
import { ownWords, speak, type Words, wordsOf } from "./say.ts";
import { scopeOf } from "../expression-scope.ts";
import { type AnswerMark, type Dict, own, put, type Remembered } from "../flow-state.ts";
import { viewOf } from "../running-flow.ts";
import type { Value } from "../../../value/value.ts";

const rememberedMax = 3;
/** Handlers in a row that are free; each further one counts as not understood. */
const freeInRow = 3;

export interface ActiveHandler {
  readonly handler: Handler;
  /** The frame whose node has it. */
  readonly depth: number;
}

/** What listens now: the running flow's own before those of the flows that called it. A name listens once. */
export function activeHandlers(draft: Draft): readonly ActiveHandler[] {
  const found = new Map<string, ActiveHandler>();
  for (let depth = draft.state.frames.length - 1; depth >= 0; depth--) {
    for (const handler of draft.nodeAt(depth).handlers) {
      if (!found.has(handler.name)) found.set(handler.name, { handler, depth });
    }
  }
  return [...found.values()];
}

export function fire(draft: Draft, name: string): Next {
  const active = activeHandlers(draft).find(({ handler }) => handler.name === name);
  if (active === undefined) return rest;
  const { handler, depth } = active;
  draft.trace("handler", name);
  const over = countInRow(draft, handler);
  if (over !== undefined) return over;
  const { phase } = draft.frame;
  const open = openValues(draft);
  const { frames } = draft.state;
  const above = frames.slice(depth + 1);
  draft.change({ frames: frames.slice(0, depth + 1) });
  const { words, target } = run(draft, handler);
  if (target.to === "RESUME") {
    draft.change({ frames: [...draft.state.frames, ...above] });
    return goOn(draft, { handler, words, open });
  }
  remember(draft, handler, {
    depth,
    node: draft.frame.node,
    phase: above.length > 0 ? draft.frame.phase : phase,
    above,
    values: open,
  });
  draft.changeFrame({ phase: { type: "passing" }, replay: null });
  speak(draft, words);
  return go(target.to, `handler:${handler.name}:${target.by.slice("next:".length)}`);
}

/** Whoever only ever calls handlers gets nowhere. */
function countInRow(draft: Draft, handler: Handler): Next | undefined {
  const handlersInRow = draft.state.handlersInRow + 1;
  draft.change({ handlersInRow });
  const goesOn = handler.resumes || handler.edges.every(({ target }) => target === "RESUME");
  return goesOn && handlersInRow > freeInRow ? countFailure(draft, "noMatch") : undefined;
}

/** In the frame that has it: `set`, then what it says, then its events, then its way. */
function run(draft: Draft, handler: Handler): { readonly words: Words | undefined; readonly target: Step } {
  // An `@` is in no node's id.
  const key = `@${handler.name}`;
  const times = (own(draft.frame.entered, key) ?? 0) + 1;
  draft.changeFrame({ entered: put(draft.frame.entered, key, times) });
  runSet(draft, handler.set, "caller");
  const view = viewOf(draft);
  const words = wordsOf(handler.say, times, view);
  for (const { event, data } of handler.emit) {
    draft.emit({ type: "emit", event, data: evaluate(data, scopeOf({ ...view, isMasked: true })) });
  }
  return { words, target: follow(handler.edges, view) };
}

function remember(draft: Draft, handler: Handler, position: Remembered): void {
  const { remembered } = draft.state;
  if (!handler.resumes) {
    const { languageBefore = null } = position.above[0] ?? {};
    draft.change({
      remembered: [],
      ...(languageBefore === null ? {} : { language: languageBefore }),
    });
    return;
  }
  // The first stays: without it the last way back would lead nowhere.
  const kept =
    remembered.length < rememberedMax ? remembered : [...remembered.slice(0, 1), ...remembered.slice(2)];
  draft.change({ remembered: [...kept, position] });
}

/** Goes on where it was: `wait` and `repeat` do not ask again. */
function goOn(
  draft: Draft,
  { handler, words, open }: { handler: Handler; words: Words | undefined; open: Dict<Value> },
): Next {
  const { phase } = draft.frame;
  if (handler.does === "wait") {
    if (phase.type === "asking" || phase.type === "conversing") {
      draft.changeFrame({ phase: { ...phase, isPatient: true } });
    }
    speak(draft, words ?? ownWords(draft, ({ wordings }) => wordings.waiting));
    return rest;
  }
  if (handler.does === "repeat") {
    speak(draft, words);
    repeat(draft);
    return rest;
  }
  speak(draft, words);
  return listenAgain(draft, open);
}

/** The whole last turn, not only its question. */
export function repeat(draft: Draft): void {
  const { said } = draft.state;
  draft.repeats = said.length > 0;
  for (const speech of said) draft.emit({ type: "say", ...speech });
  if (said.length === 0)
    speak(
      draft,
      ownWords(draft, ({ wordings }) => wordings.nothingToRepeat),
    );
}

/** `RESUME` of a node: back to what the latest handler interrupted. */
export function resume(draft: Draft, by: string): Next {
  const { remembered, frames } = draft.state;
  const position = remembered.at(-1);
  if (position === undefined) return stop(draft, "error", "there is nothing to resume");
  draft.change({
    remembered: remembered.slice(0, -1),
    frames: frames.slice(0, position.depth + 1),
  });
  const { node, phase } = position;
  const previous = draft.frame.node;
  draft.changeFrame({ node, phase, replay: null });
  draft.change({ frames: [...draft.state.frames, ...position.above] });
  draft.emit({
    type: "enter",
    flow: draft.program.id,
    node: draft.frame.node,
    previous,
    by,
  });
  takeOver(draft, position);
  return listenAgain(draft, position.values);
}

/** What was answered on the way counts as answered at the question that it led back to: the way itself is over. */
function takeOver(draft: Draft, { depth, phase, node }: Remembered): void {
  const { remembered, frames } = draft.state;
  const frame = frames[depth];
  if (frame === undefined) return;
  const { entered } = frame;
  let { order } = frame;
  const moved = (mark: AnswerMark): readonly AnswerMark[] => {
    if (mark.remembered <= remembered.length) return [mark];
    return phase.type === "asking" ? [{ node, entered, remembered: remembered.length, order: ++order }] : [];
  };
  const answers = Object.entries(frame.answers).flatMap(([name, mark]) =>
    moved(mark).map((one): readonly [string, AnswerMark] => [name, one]),
  );
  const after = { ...frame, answers: Object.fromEntries(answers), order };
  draft.change({ frames: frames.map((one, index) => (index === depth ? after : one)) });
}

/** The open question is rendered anew; when it has been answered on the way, it is left. */
function listenAgain(draft: Draft, before: Dict<Value>): Next {
  const { asking } = draft;
  if (asking === undefined) return rest;
  const isFilled = (name: string): boolean => {
    const value = valueOf(draft, name);
    return value !== null && !same(value, own(before, name) ?? null);
  };
  if (!isFilled(asking.variable)) {
    draft.changeAsking({ open: asking.open.filter((name) => !isFilled(name)) });
    return askAgain(draft);
  }
  draft.changeAsking({
    open: asking.open.filter((name) => !isFilled(name)),
    pending: null,
    rounds: 0,
  });
  return carryOn(draft);
}

/** The values of what is being asked. */
function openValues(draft: Draft): Dict<Value> {
  const open = draft.asking?.open ?? [];
  return Object.fromEntries(open.map((name) => [name, valueOf(draft, name)]));
}
