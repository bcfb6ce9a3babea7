// Flow words: the texts of the view of one flow, with its revisions and its tests.

export const flowWords = {
  one: "Flow",
  back: "All flows",
  open: "Revisions and tests",
  live: "Live version",
  liveAbout: "A call that runs keeps the revision it began with.",
  follows: (revision: number): string =>
    `The newest revision, which is ${revision}. Each new one is live at once.`,
  pinned: (revision: number, newest: number): string =>
    revision === newest
      ? `Revision ${revision}. Newer ones wait until you publish them.`
      : `Revision ${revision}. The newest is ${newest}, and waits until you publish it.`,
  hold: "Let new revisions wait",
  follow: "Make each new one live",
  revisions: "Revisions",
  revisionsAbout: "The last 50 are kept. Calls are those that ended in the last 30 days.",
  columns: { revision: "Revision", made: "Made", calls: "Calls", failed: "Failed", cost: "Cost" },
  isLive: "live",
  publish: "Publish",
  goBack: "Go back to it",
  compare: "Compare",
  goBackNow: "Go back now",
  named: (label: string, revision: number): string => `${label}: revision ${revision}`,
  diff: (from: number, to: number): string => `From revision ${from} to ${to}`,
  noDiff: "Their texts are the same.",
  from: "From",
  to: "To",
  text: "Changes, line by line",
  unchanged: (lines: number): string =>
    lines === 1 ? "1 line that is the same" : `${lines} lines that are the same`,
  gone: "taken out",
  added: "put in",
  tests: "Tests",
  testsAbout: "The conversations under tests: in the newest revision, played without a network.",
  run: "Run the tests",
  running: "They are running…",
  noTests: 'This flow has no tests yet. A good call makes a good test: open one and choose "Make a test".',
  allPassed: (count: number): string => (count === 1 ? "The test passed." : `All ${count} tests passed.`),
  someFailed: (failed: number, count: number): string => `${failed} of ${count} failed.`,
  passed: "passed",
  failed: "failed",
  expected: "Expected",
  got: "Got",
} as const;
