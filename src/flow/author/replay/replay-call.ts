// Replay of a call: plays a recorded caller to the record's own version of the flow, which must say the same, and to
// another one. Pure.

import type { Program } from "../../language/program.ts";
import { folded } from "../testing/text-match.ts";
import { actsIn, type HeardManner, type KeptAct, type KeptCall, shownAct } from "./kept-call.ts";
import { isSamePoint, type OpenPoint } from "./asked-point.ts";
import { RecordedAnswers } from "./recorded-answers.ts";
import {
  type Play,
  type ReplayDoing,
  ReplayedConversation,
  type ReplayOptions,
} from "./replayed-conversation.ts";

/** Place where a version of the flow says or does something else than the record has. */
export interface RecordDifference {
  /** Index of the turn; the agent's first words are turn 0. */
  readonly turn: number;
  readonly recorded: string;
  readonly replayed: string;
}

export interface PlayedBefore extends Play {
  readonly hasModel: boolean;
  /** Acts of the record, each with its question. Undefined: not reached. */
  readonly answered: readonly (KeptAct & { readonly point: OpenPoint | undefined })[];
  /** Undefined: no difference. */
  readonly difference: RecordDifference | undefined;
}

/**
 * On the record's version: each act keeps its place. The record lacks the recogniser's certainty and a model's
 * presence, which are fitted.
 */
export function playBefore(program: Program, call: KeptCall, doing: ReplayDoing): PlayedBefore {
  const without = playFitted({ program, call, hasModel: false, doing });
  if (without.difference === undefined || !call.mayHaveModel) return without;
  const withModel = playFitted({ program, call, hasModel: true, doing });
  return isCloser(withModel, without) ? withModel : without;
}

/** True if it agrees with the record for longer. */
const isCloser = ({ difference: one }: PlayedBefore, { difference: other }: PlayedBefore): boolean =>
  other !== undefined && (one === undefined || one.turn > other.turn);

/** Acts that may have been heard differently. */
const fittedMax = 8;

function playFitted(of: Omit<ReplayOptions, "answers">): PlayedBefore {
  const { acts, saidLast } = actsIn(of.call.events);
  let best = playInOrder(of, acts, saidLast);
  for (let fitted = 0; fitted < fittedMax && best.difference !== undefined; fitted++) {
    const at = best.difference.turn - 1;
    const act = best.answered[at];
    const heard = act === undefined || act.heard !== undefined ? undefined : otherManner(act.event);
    if (act === undefined || heard === undefined) break;
    const other = playInOrder(of, best.answered.with(at, { ...act, heard }), saidLast);
    if (!isCloser(other, best)) break;
    best = other;
  }
  return best;
}

function otherManner({ what }: KeptAct["event"]): HeardManner | undefined {
  if (what === "words") return "unsure";
  return what === "silence" ? "not_understood" : undefined;
}

function playInOrder(
  of: Omit<ReplayOptions, "answers">,
  acts: readonly KeptAct[],
  saidLast: string,
): PlayedBefore {
  const { call, hasModel } = of;
  const talk = new ReplayedConversation({ ...of, answers: new RecordedAnswers(call.answers) });
  const points: (OpenPoint | undefined)[] = [];
  let difference: RecordDifference | undefined;
  const compare = (turn: number, recorded: string): void => {
    const replayed = talk.said;
    // The record has the heard part of an interrupted sentence.
    if (!folded(replayed).startsWith(folded(recorded))) difference ??= { turn, recorded, replayed };
  };
  talk.start(directly(acts, 0));
  for (const [at, act] of acts.entries()) {
    const { event, said } = act;
    if (isStopped(talk)) break;
    compare(at, said);
    if (talk.end !== undefined) {
      difference ??= { turn: at, recorded: shownAct(event), replayed: `the call is over` };
      break;
    }
    if (!takes(talk, event)) break;
    points.push(talk.point);
    talk.act(act, directly(acts, at + 1));
  }
  if (points.length === acts.length && !isStopped(talk)) compare(acts.length, saidLast);
  stopHere(talk);
  const played = talk.played([]);
  if (call.outcome !== null && played.end.kind === "ended" && played.outcome !== call.outcome)
    difference ??= {
      turn: acts.length,
      recorded: call.outcome,
      replayed: played.outcome ?? "no outcome",
    };
  return {
    ...played,
    hasModel,
    answered: acts.map((act, at) => ({ ...act, point: points[at] })),
    difference,
  };
}

/** A transfer and a recording end only by their result, and by a hang-up. */
const takes = (talk: ReplayedConversation, { what }: KeptAct["event"]): boolean =>
  what === "hangup" || (talk.transferAddress === undefined ? !talk.isRecording : what === "transferred");

/** The record lacks something, so later parts are not compared. */
function isStopped({ end }: ReplayedConversation): boolean {
  return end !== undefined && end.kind !== "ended" && end.kind !== "hung_up" && end.kind !== "lost";
}

/** Next act, if nothing was said before it. */
function directly(acts: readonly KeptAct[], at: number): KeptAct["event"] | undefined {
  const act = acts[at];
  return act === undefined || act.said !== "" ? undefined : act.event;
}

/** On another version: each act comes at the same question, and is left out without one. */
export function playAfter(
  program: Program,
  call: KeptCall,
  { before, doing }: { readonly before: PlayedBefore; readonly doing: ReplayDoing },
): Play {
  const { answered: acts, hasModel } = before;
  const answers = new RecordedAnswers(call.answers, before.asked);
  const talk = new ReplayedConversation({ program, call, hasModel, answers, doing });
  const unsaid: string[] = [];
  let at = 0;
  talk.start(directly(acts, 0));
  while (talk.end === undefined) {
    const ahead = nextAct(talk, program, acts.slice(at));
    const act = ahead < 0 ? undefined : acts[at + ahead];
    if (act === undefined) stopHere(talk);
    else {
      unsaid.push(...saidIn(acts.slice(at, at + ahead)));
      at += ahead + 1;
      talk.act(act, directly(acts, at));
    }
  }
  unsaid.push(...saidIn(acts.slice(at)));
  return talk.played(unsaid);
}

const saidIn = (acts: readonly KeptAct[]): readonly string[] =>
  acts.flatMap(({ event }) => (event.what === "words" || event.what === "keys" ? [shownAct(event)] : []));

/** Index of the next act; -1: the record has none. */
function nextAct(talk: ReplayedConversation, program: Program, left: PlayedBefore["answered"]): number {
  const { point, transferAddress } = talk;
  if (transferAddress !== undefined) return left.findIndex(({ address }) => address === transferAddress);
  if (talk.isRecording) return left[0]?.event.what === "hangup" ? 0 : -1;
  const asked = left.findIndex(
    (act) => act.point !== undefined && point !== undefined && isSamePoint(act.point, point, program),
  );
  // Beyond the reached part of the record, acts come in order.
  return asked < 0 && left[0] !== undefined && left[0].point === undefined ? 0 : asked;
}

function stopHere(talk: ReplayedConversation): void {
  const { transferAddress } = talk;
  if (transferAddress !== undefined) talk.stop("transfer", transferAddress);
  else if (talk.isRecording) talk.stop("recording", "");
  else talk.lose();
}
