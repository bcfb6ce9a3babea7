// Conversation: the result of a call in comparable form: turns, variables, outcome. And the comparison. Durations are
// left out, because they always differ.

import type { FlightEntry } from "../../calls/flight/flight-record.ts";

const masked = "•••";

export interface ConversationTurn {
  /** Words or keys of the caller; undefined: the agent spoke first. */
  readonly caller: string | undefined;
  /** Answers of the agent, heard or not. */
  readonly agent: readonly string[];
}

export interface Conversation {
  readonly turns: readonly ConversationTurn[];
  /** Last value of each variable, by `flow.variable`. */
  readonly variables: ReadonlyMap<string, unknown>;
  readonly nodes: readonly string[];
  readonly outcome: string | undefined;
  /** Reason of the end; undefined: the record breaks off before. */
  readonly ended: string | undefined;
}

export function conversationOf(entries: readonly FlightEntry[]): Conversation {
  const turns: { caller: string | undefined; agent: string[] }[] = [{ caller: undefined, agent: [] }];
  const variables = new Map<string, unknown>();
  const nodes: string[] = [];
  let [outcome, ended]: (string | undefined)[] = [];
  let agentSpeaks = false;
  for (const [at, entry] of entries.entries()) {
    if (entry.type === "agent-speaking") agentSpeaks = entry["speaking"] === true;
    const caller = isAside(entry, entries[at + 1], agentSpeaks) ? undefined : callerIn(entry);
    if (caller !== undefined) turns.push({ caller, agent: [] });
    if (entry.type === "sentence" && entry["status"] === "new")
      turns.at(-1)?.agent.push(String(entry["text"]));
    if (entry.type === "flow-variable")
      variables.set(`${String(entry["flowId"])}.${String(entry["key"])}`, comparable(entry["value"]));
    if (entry.type === "flow-state") nodes.push(String(entry["state"]));
    if (entry.type === "flow-ended") outcome = String(entry["outcome"]);
    if (entry.type === "ended") ended = String(entry["reason"]);
  }
  const isSaid = ({ caller, agent }: ConversationTurn): boolean => caller !== undefined || agent.length > 0;
  return { turns: turns.filter(isSaid), variables, nodes, outcome, ended };
}

/** A message after the tone has another id each time, and is a moment longer or shorter. */
function comparable(value: unknown): unknown {
  const isKept =
    typeof value === "object" && value !== null && "id" in value && String(value.id).startsWith("rec_");
  return isKept ? "(message after the tone)" : value;
}

/** Words over the agent without an effect. Older recordings mark them only by the decision that follows. */
function isAside(entry: FlightEntry, next: FlightEntry | undefined, agentSpeaks: boolean): boolean {
  if (entry.type !== "user-words") return false;
  if (entry["aside"] !== undefined) return true;
  if (next?.type !== "turn" || next["on"] !== "words" || !Array.isArray(next["effects"])) return false;
  const deeds = next["effects"].map((effect) => String(effect).split(" ")[0]);
  return (
    (agentSpeaks || deeds.includes("go-on")) && !deeds.includes("answer") && !deeds.includes("interrupt")
  );
}

/** Turn of a caller in an entry; undefined for everything else. */
function callerIn(entry: FlightEntry): string | undefined {
  // Masked input loses its form, too.
  if (entry.type === "user-typed" && entry["text"] === masked) return masked;
  if (entry.type === "user-typed") return `(types) ${String(entry["text"])}`;
  if (entry.type === "user-keys") return `(presses) ${String(entry["keys"])}`;
  if (entry.type !== "user-words" || entry["final"] !== true) return undefined;
  if (entry["rejected"] === true) return "(not understood)";
  return entry["text"] === "" ? undefined : String(entry["text"]);
}

export interface TurnPair {
  readonly recorded: ConversationTurn | undefined;
  readonly replayed: ConversationTurn | undefined;
  readonly same: boolean;
}

export interface ValuePair {
  readonly name: string;
  readonly recorded: unknown;
  readonly replayed: unknown;
}

export interface Difference {
  /** All turns, some of them different. */
  readonly turns: readonly TurnPair[];
  /** Only the variables that differ. */
  readonly variables: readonly ValuePair[];
  readonly outcome: Omit<ValuePair, "name"> | undefined;
  readonly ended: Omit<ValuePair, "name"> | undefined;
  readonly same: boolean;
}

export function differenceOf(recorded: Conversation, replayed: Conversation): Difference {
  const count = Math.max(recorded.turns.length, replayed.turns.length);
  const turns = Array.from({ length: count }, (_, i): TurnPair => {
    const [one, other] = [recorded.turns[i], replayed.turns[i]];
    return { recorded: one, replayed: other, same: isSame(one, other) };
  });
  const names = new Set([...recorded.variables.keys(), ...replayed.variables.keys()]);
  const variables = [...names].flatMap((name): ValuePair[] => {
    const [one, other] = [recorded.variables.get(name), replayed.variables.get(name)];
    return isSame(one, other) ? [] : [{ name, recorded: one ?? null, replayed: other ?? null }];
  });
  const outcome = pairOf(recorded.outcome, replayed.outcome);
  // A record that breaks off says nothing of the end.
  const ended = recorded.ended === undefined ? undefined : pairOf(recorded.ended, replayed.ended);
  const same = turns.every((turn) => turn.same) && variables.length === 0 && !outcome && !ended;
  return { turns, variables, outcome, ended, same };
}

const pairOf = (recorded: unknown, replayed: unknown): Omit<ValuePair, "name"> | undefined =>
  isSame(recorded, replayed) ? undefined : { recorded: recorded ?? null, replayed: replayed ?? null };

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
