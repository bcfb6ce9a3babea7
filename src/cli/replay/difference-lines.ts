// Difference in lines: the differences between a recorded call and its replay, for people. Recorded and replayed
// turns stand side by side; equal lines are shown once.

import type { FlightHead } from "../../calls/flight/flight-record.ts";
import type { ConversationTurn, Difference, TurnPair } from "./conversation.ts";

export function differenceLines(path: string, head: FlightHead, difference: Difference): readonly string[] {
  const { turns, variables, outcome, ended, same } = difference;
  const differing = turns.filter((turn) => !turn.same).length;
  return [
    `${path}: ${head.session}, ${new Date(head.startedAtMs).toISOString()}`,
    ...turns.flatMap(pairLines),
    ...variables.map(({ name, ...pair }) => `  variable ${name}: ${change(pair)}`),
    ...(outcome === undefined ? [] : [`  outcome: ${change(outcome)}`]),
    ...(ended === undefined ? [] : [`  ended: ${change(ended)}`]),
    same
      ? `  No differences in ${turns.length} turns.`
      : `  ${differing} of ${turns.length} turns differ, and ${variables.length} variables.`,
  ];
}

function pairLines({ recorded, replayed, same }: TurnPair): readonly string[] {
  if (same) return turnLines("   ", recorded);
  return [...turnLines("  -", recorded), ...turnLines("  +", replayed)];
}

function turnLines(mark: string, turn: ConversationTurn | undefined): readonly string[] {
  if (turn === undefined) return [];
  const agent = turn.agent.length === 0 ? [] : [`${mark} agent:  ${turn.agent.join(" ")}`];
  return [...(turn.caller === undefined ? [] : [`${mark} caller: ${turn.caller}`]), ...agent];
}

const change = ({ recorded, replayed }: { readonly recorded: unknown; readonly replayed: unknown }): string =>
  `${shown(recorded)} → ${shown(replayed)}`;

const shown = (value: unknown): string => (value === null ? "none" : JSON.stringify(value));
