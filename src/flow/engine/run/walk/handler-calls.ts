// Handlers: the commands that a caller may say at any node, and the return to the interrupted point.

import { evaluate } from "../../../language/expression/evaluator.ts";
import type { Act, Handler, Program } from "../../../language/program.ts";
import type { CallerAct } from "../../../locale/acts.ts";
import { askNextOrLeave } from "../ask/accept-answer.ts";
import { askAgain, giveUp } from "../ask/ask.ts";
import { runSet, same, valueOf } from "../assign.ts";
import { type StepDraft, type Continuation, rest, type Transition } from "../step-draft.ts";
import { countFailure } from "../ask/no-answer.ts";
import { questioning } from "../ask/question-words.ts";
import { filledHere } from "../outside/hand-over.ts";
import { stop } from "./end-call.ts";
import { move } from "./caller-moves.ts";
import { chooseBranch, transitionTo } from "./leave-node.ts";
import { ownWords, speak, type SpokenText, spokenTextOf, unrecordedNow, withSound } from "./say.ts";
import { scopeOf } from "../expression-scope.ts";
import { type AnswerMark, type Dict, own, put, type RememberedPlace } from "../flow-state.ts";
import { viewOf } from "../running-flow.ts";
import type { Value } from "../../../value/value.ts";
import { askForLine, preparedLine, type PreparedLine } from "../wording/worded-line.ts";

const rememberedMax = 3;
/** Uncounted handlers in a row; each further one counts as a no-match. */
const freeInRow = 3;

export interface ActiveHandler {
  readonly handler: Handler;
  /** Frame whose node has it. */
  readonly depth: number;
}

/** Active handlers: the running flow's before those of its callers. Each name occurs once. */
export function activeHandlers(draft: StepDraft): readonly ActiveHandler[] {
  return allHandlers(draft).filter(({ handler }) => handler.hearsMachines !== true);
}

/** The handler for answering machines, which no caller calls. */
export function machineHandler(draft: StepDraft): ActiveHandler | undefined {
  return allHandlers(draft).find(({ handler }) => handler.hearsMachines === true);
}

function allHandlers(draft: StepDraft): readonly ActiveHandler[] {
  const handlers = new Map<string, ActiveHandler>();
  for (let depth = draft.state.frames.length - 1; depth >= 0; depth--) {
    for (const handler of draft.nodeAt(depth).handlers) {
      const before = handlers.get(handler.name)?.handler;
      const isFirst = before === undefined || (before.isUnwritten === true && handler.isUnwritten !== true);
      if (isFirst) handlers.set(handler.name, { handler, depth });
    }
  }
  return [...handlers.values()];
}

/** Runs a handler named by a model: it counts among those in a row. */
export function callGuessed(draft: StepDraft, name: string): Continuation {
  const isAct = activeHandlers(draft).find(({ handler }) => handler.name === name)?.handler.act !== undefined;
  const over = isAct ? countGuess(draft) : undefined;
  return over ?? callHandler(draft, name);
}

/** Runs an active handler, and remembers the interrupted point for `RESUME`. */
export function callHandler(draft: StepDraft, name: string): Continuation {
  const active = allHandlers(draft).find(({ handler }) => handler.name === name);
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
  const { words, line, target } = run(draft, handler);
  if (target.to === "RESUME") {
    draft.change({ frames: [...draft.state.frames, ...above] });
    if (line !== undefined)
      return askForLine(draft, line, { type: "resume", handler: name, open, back: draft.frame.phase });
    return goOn(draft, { handler, words, open });
  }
  remember(draft, handler, {
    depth,
    node: draft.frame.node,
    phase: above.length > 0 ? draft.frame.phase : phase,
    above,
    values: open,
    ...unrecordedNow(draft),
  });
  draft.changeFrame({ phase: { type: "passing" }, replay: null });
  const by = `handler:${handler.name}:${target.by.slice("next:".length)}`;
  if (line !== undefined) return askForLine(draft, line, { type: "go", to: target.to, by });
  speak(draft, words);
  return transitionTo(target.to, by);
}

/** The other side is an answering machine: its words are no answers any more. */
export function answerMachine(draft: StepDraft): Continuation {
  draft.change({ isMachine: true, before: null });
  return callHandler(draft, machineHandler(draft)?.handler.name ?? "");
}

/** Counts handlers in a row, because a caller who only calls handlers makes no progress. */
function countInRow(draft: StepDraft, handler: Handler): Continuation | undefined {
  const { act } = handler;
  if (act !== undefined && act.declines !== true && act.leadsNowhere !== true) return undefined;
  const goesOn = handler.resumes || handler.edges.every(({ target }) => target === "RESUME");
  const handlersInRow = draft.state.handlersInRow + 1;
  draft.change({ handlersInRow });
  return goesOn && handlersInRow > freeInRow ? countFailure(draft, "noMatch") : undefined;
}

function countGuess(draft: StepDraft): Continuation | undefined {
  const handlersInRow = draft.state.handlersInRow + 1;
  draft.change({ handlersInRow });
  return handlersInRow > freeInRow ? countFailure(draft, "noMatch") : undefined;
}

/** Runs a handler in its frame: `set`, its text, its events, then its edge. */
function run(
  draft: StepDraft,
  handler: Handler,
): {
  readonly words: SpokenText | undefined;
  /** The words are to be a model's. */
  readonly line: PreparedLine | undefined;
  readonly target: Transition;
} {
  // An `@` is in no node's id.
  const key = `@${handler.name}`;
  const times = (own(draft.frame.entered, key) ?? 0) + 1;
  draft.changeFrame({ entered: put(draft.frame.entered, key, times) });
  runSet(draft, handler.set, "caller");
  const view = viewOf(draft);
  const words = inVoiceOf(handler, withSound(handler.sound, spokenTextOf(handler.say, times, view)));
  const line = preparedLine(draft, handler, words);
  for (const { event, data } of handler.emit) {
    draft.emit({ type: "emit", event, data: evaluate(data, scopeOf({ ...view, isMasked: true })) });
  }
  return { words, line, target: chooseBranch(handler.edges, view) };
}

const inVoiceOf = ({ voice }: Handler, words: SpokenText | undefined): SpokenText | undefined =>
  words === undefined || voice === undefined ? words : { ...words, voice };

/** Continues at the interrupted point after the handler's line. */
export function goOnAfter(
  draft: StepDraft,
  { handler: name, open }: { readonly handler: string; readonly open: Dict<Value> },
): Continuation {
  const active = activeHandlers(draft).find(({ handler }) => handler.name === name);
  return active === undefined ? listenAgain(draft, open) : goOn(draft, { ...active, words: undefined, open });
}

function remember(draft: StepDraft, handler: Handler, position: RememberedPlace): void {
  const { remembered } = draft.state;
  if (!handler.resumes) {
    const { languageBefore = null, wasUnrecorded } = position.above[0] ?? {};
    draft.change({
      remembered: [],
      ...(languageBefore === null ? {} : { language: languageBefore }),
      ...(wasUnrecorded === true && { isUnrecorded: true }),
    });
    return;
  }
  // The first position is kept: without it the last RESUME would have no return.
  const kept =
    remembered.length < rememberedMax ? remembered : [...remembered.slice(0, 1), ...remembered.slice(2)];
  draft.change({ remembered: [...kept, position] });
}

/** Continues at the interrupted position. The actions `wait` and `repeat` do not ask the question again. */
function goOn(
  draft: StepDraft,
  { handler, words, open }: { handler: Handler; words: SpokenText | undefined; open: Dict<Value> },
): Continuation {
  const { phase } = draft.frame;
  if (handler.does === "wait") {
    if (phase.type === "asking" || phase.type === "conversing") {
      draft.changeFrame({ phase: { ...phase, isPatient: true } });
    }
    speak(draft, words ?? ownWords(draft, ({ wordings }) => wordings.waiting));
    return rest;
  }
  if (handler.act !== undefined) return actOut(draft, handler.act, { said: words, open });
  if (handler.does === "back" || handler.does === "start_over" || handler.does === "skip") {
    speak(draft, words);
    return move(draft, handler.does);
  }
  if (handler.does === "repeat") {
    speak(draft, words);
    repeatLastTurn(draft);
    return rest;
  }
  speak(draft, words);
  return listenAgain(draft, open);
}

/** Says the words of an act, and leads to its target; else the question is repeated. */
function actOut(
  draft: StepDraft,
  act: CallerAct,
  { said, open }: { readonly said: SpokenText | undefined; readonly open: Dict<Value> },
): Continuation {
  const way = wayOf(draft, act);
  const isSilent = way !== undefined && act.name === "operator";
  if (!isSilent) speak(draft, said ?? wordsOf(draft, act));
  if (way?.type === "handler") return callHandler(draft, way.name);
  if (way?.type === "give_up") return giveUp(draft, way.act);
  if (act.declines === true && isSkippable(draft)) return move(draft, "skip");
  if (act.repeats === undefined) return listenAgain(draft, open);
  repeatLastTurn(draft, act.repeats === "slower" ? slowerSpeed : 1);
  return rest;
}

/** Relative speed of the voice. */
const slowerSpeed = 0.8;

type ActWay =
  | { readonly type: "handler"; readonly name: string }
  | { readonly type: "give_up"; readonly act: Extract<Act, { type: "ask" }> }
  | undefined;

/** Author's handler for an act; to a person the edge for misunderstood callers may lead as well. */
function wayOf(draft: StepDraft, { name, escalates }: CallerAct): ActWay {
  if (escalates === undefined) return undefined;
  const authorHandler = activeHandlers(draft).find(({ handler }) => handler.name === escalates)?.handler;
  const leads = authorHandler?.edges.some(({ target }) => target !== "RESUME") === true;
  if (leads && escalates !== name) return { type: "handler", name: escalates };
  const { act } = draft.node;
  const reaches = escalates === "operator" && act.type === "ask" && reachesPerson(draft, act.giveUp);
  return reaches ? { type: "give_up", act } : undefined;
}

/** Nodes that only speak before a call is put through. */
const saidBeforeMax = 5;

function reachesPerson(draft: StepDraft, start: string): boolean {
  let node = draft.program.nodes.get(start);
  for (let times = 0; node?.act.type === "go" && times < saidBeforeMax; times++) {
    const [only, ...others] = node.act.edges;
    node = others.length > 0 ? undefined : draft.program.nodes.get(only?.target ?? "");
  }
  return node?.act.type === "transfer";
}

const isSkippable = (draft: StepDraft): boolean =>
  questioning(draft, draft.asking?.variable ?? "")?.isOptional === true;

/** The id of a flow without a name is nothing that callers know. */
const nameOf = ({ id, name }: Program): string => (name === id ? "" : name);

const wordsOf = (draft: StepDraft, { name }: CallerAct): SpokenText =>
  ownWords(draft, ({ wordings }) =>
    wordings.acts[name]({ flow: nameOf(draft.root), filled: name === "so_far" ? filledHere(draft) : "" }),
  );

/** Repeats the whole last turn of the agent, not only its question. `speed`: a factor. */
export function repeatLastTurn(draft: StepDraft, speed = 1): void {
  const { said } = draft.state;
  draft.repeats = said.length > 0;
  for (const speech of said)
    draft.emit({
      type: "say",
      ...speech,
      ...(speed !== 1 && { voice: { ...speech.voice, speed: (speech.voice?.speed ?? 1) * speed } }),
      ...unrecordedNow(draft),
    });
  if (said.length === 0)
    speak(
      draft,
      ownWords(draft, ({ wordings }) => wordings.nothingToRepeat),
    );
}

/** `RESUME` of a node: back to what the latest handler interrupted. */
export function resume(draft: StepDraft, by: string): Continuation {
  const { remembered, frames } = draft.state;
  const position = remembered.at(-1);
  if (position === undefined) return stop(draft, "error", "there is nothing to resume");
  draft.change({
    remembered: remembered.slice(0, -1),
    frames: frames.slice(0, position.depth + 1),
    // The question there keeps its form.
    ...(position.isUnrecorded === true && { isUnrecorded: true }),
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

/**
 * Answers given inside a handler count as answers of the question to which it returns, because the handler is over.
 */
function takeOver(draft: StepDraft, { depth, phase, node }: RememberedPlace): void {
  const { remembered, frames } = draft.state;
  const frame = frames[depth];
  if (frame === undefined) return;
  const { entered } = frame;
  let { order } = frame;
  const moved = (mark: AnswerMark): readonly AnswerMark[] => {
    if (mark.remembered <= remembered.length) return [mark];
    return phase.type === "asking"
      ? [{ ...mark, node, entered, remembered: remembered.length, order: ++order }]
      : [];
  };
  const answers = Object.entries(frame.answers).flatMap(([name, mark]) =>
    moved(mark).map((one): readonly [string, AnswerMark] => [name, one]),
  );
  const after = { ...frame, answers: Object.fromEntries(answers), order };
  draft.change({ frames: frames.map((one, index) => (index === depth ? after : one)) });
}

/** Asks the open question again, or leaves it if a handler has filled its variable meanwhile. */
function listenAgain(draft: StepDraft, before: Dict<Value>): Continuation {
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
  return askNextOrLeave(draft);
}

/** Values of the variables being asked. */
function openValues(draft: StepDraft): Dict<Value> {
  const open = draft.asking?.open ?? [];
  return Object.fromEntries(open.map((name) => [name, valueOf(draft, name)]));
}
