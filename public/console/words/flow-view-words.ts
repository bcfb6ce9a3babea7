// Flow words: the texts of the view of one flow, with its revisions and its tests.

import { contractWords } from "./contract-words.ts";

export const flowWords = {
  contract: contractWords,
  one: "Flow",
  back: "All flows",
  open: "Revisions and tests",
  live: "Live version",
  liveAbout: "A running call keeps the revision that it started with.",
  follows: (revision: number): string =>
    `Revision ${revision}, the newest. Each new revision goes live when you save it.`,
  pinned: (revision: number, newest: number): string =>
    revision === newest
      ? `Revision ${revision}. Newer ones wait until you publish them.`
      : `Revision ${revision}. Revision ${newest} is the newest and waits until you publish it.`,
  hold: "Publish manually",
  follow: "Publish automatically",
  revisions: "Revisions",
  revisionsAbout: "The last 50 revisions are kept. The calls are those of the last 30 days.",
  columns: { revision: "Revision", made: "Made", calls: "Calls", failed: "Failed", cost: "Cost" },
  isLive: "live",
  publish: "Publish",
  goBack: "Restore",
  compare: "Compare",
  goBackNow: "Restore revision",
  named: (label: string, revision: number): string => `${label}: revision ${revision}`,
  diff: (from: number, to: number): string => `From revision ${from} to ${to}`,
  noDiff: "Both revisions have the same text.",
  from: "From",
  to: "To",
  text: "Changed lines",
  unchanged: (lines: number): string => (lines === 1 ? "1 unchanged line" : `${lines} unchanged lines`),
  gone: "taken out",
  added: "put in",
  tests: "Tests",
  testsAbout: "Runs the tests of the newest revision, without a network.",
  run: "Run tests",
  running: "Running…",
  noTests:
    'This flow has no tests yet. A good call makes a good test: open one and choose "Create test from this call".',
  allPassed: (count: number): string => (count === 1 ? "The test passed." : `All ${count} tests passed.`),
  someFailed: (failed: number, count: number): string => `${failed} of ${count} failed.`,
  passed: "passed",
  failed: "failed",
  expected: "Expected",
  got: "Got",
} as const;
