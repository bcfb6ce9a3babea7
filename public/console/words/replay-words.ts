// Replay words: the texts of the card that tries a revision on recorded calls.

export const replayWords = {
  title: "Try on recorded calls",
  about:
    "Plays what callers said in recent calls to a revision before you publish it. No tool is called, no model is asked, " +
    "and nothing is stored: answers come from the record.",
  revision: "Revision",
  since: "Calls of",
  periods: { 1: "the last day", 7: "the last 7 days", 30: "the last 30 days" },
  try: "Try it",
  stop: "Stop",
  progress: "Progress",
  running: (calls: number, back: string): string =>
    calls === 0 ? "It begins…" : `${countOf(calls)} so far, back to ${back}`,
  done: (calls: number): string =>
    calls === 0 ? "There are no calls that are over." : `${countOf(calls)} tried.`,
  stopped: (calls: number): string => `Stopped after ${countOf(calls)}.`,
  most: (calls: number): string => `Stopped after ${countOf(calls)}, which is the most at once.`,
  results: {
    lost: "Lost callers",
    changed: "Changed",
    differs_already: "Differ already",
    reworded: "Other words alone",
    same: "The same",
    not_replayed: "Not replayed",
  },
  resultsAbout: {
    lost: "The revision asks something that the record cannot answer. Nothing is guessed.",
    changed: "Another end, outcome, value, tool or number of turns.",
    differs_already:
      "The revision that the call ran on tells something else than the record, so a difference says little of the new one.",
    reworded: "The agent says it in other words, and all else is the same.",
    same: "Every word is the same.",
    not_replayed: "The record has no words, or the call's revision is gone.",
  },
  why: {
    no_words: "The record has no words.",
    revision_gone: "Its revision is not kept.",
    cannot_run: "Its revision cannot run any more.",
  },
  ends: "Changed ends",
  endColumns: { before: "Before", after: "Now", calls: "Calls" },
  calls: "Calls with this result",
  columns: { call: "Call", before: "Before", after: "Now", turns: "Turns", values: "Values" },
  turns: (before: number, after: number): string =>
    before === after ? String(before) : `${before} → ${after}`,
  open: "Compare",
  ofCall: (label: string, at: string): string => `${label}: call of ${at}`,
  close: "Close",
  more: "Show more",
  both: (revision: number | undefined, tried: number): string =>
    revision === undefined ? `Revision ${tried}` : `Revision ${revision} beside ${tried}`,
  old: (revision: number | undefined): string =>
    revision === undefined ? "As it was" : `Revision ${revision}`,
  now: (revision: number): string => `Revision ${revision}`,
  first: "first difference",
  agent: "Agent",
  caller: "Caller",
  unsaid: "Said in the record, and not asked for now:",
  recorded: "In the record:",
  replayed: "Replayed:",
  standIns: "The record masks what the caller said for sensitive values. Made-up words that fit stand there.",
  missesModel: "A model was asked what the caller meant. It is not asked here.",
  whole: "Open the call",
} as const;

function countOf(calls: number): string {
  return calls === 1 ? "1 call" : `${calls} calls`;
}
