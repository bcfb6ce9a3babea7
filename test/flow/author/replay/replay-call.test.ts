// Replay of a recorded call on another version of its flow: its findings, and questions that the record cannot answer.

import { expect, test } from "bun:test";
import { replayCall, type ReplayedCall } from "../../../../src/flow/author/replay/replay-comparison.ts";
import { loadFlow } from "../../../../src/flow/language/load-flow.ts";
import type { Program } from "../../../../src/flow/language/program.ts";
import { keptCallOf } from "../../../../src/session/replay/kept-calls.ts";
import { standInFor } from "../../../../src/sim/stand-in.ts";
import {
  agent,
  bookedLines,
  caller,
  type Line,
  tableFlow,
  type TableFlow,
  tool,
} from "../../../support/stores/replayed-calls.ts";

function programOf(text: string): Program {
  const { program, problems } = loadFlow(text);
  expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
  return program!;
}

const row = {
  id: "ses_1",
  context: {},
  metadata: {},
  outcome: "booked" as string | null,
  endReason: "completed",
  createdAt: Date.UTC(2026, 10, 20, 11, 30),
  firstConnectedAt: null,
  providers: {},
  direction: null,
};

interface Wanted {
  readonly lines?: readonly Line[];
  readonly before?: TableFlow | string;
  readonly row?: Partial<typeof row>;
  readonly goesOn?: () => boolean;
  readonly standIn?: () => string;
}

function replayed(
  after: TableFlow | string,
  { lines = bookedLines, before = {}, ...more }: Wanted = {},
): ReplayedCall {
  const events = lines.map(([type, data], n) => ({
    sessionId: "ses_1",
    atMs: n * 1_000,
    type,
    data: type === "agent" ? { ...data, reply: n } : data,
  }));
  const call = keptCallOf({ ...row, ...more.row }, events);
  const textOf = (of: TableFlow | string): string => (typeof of === "string" ? of : tableFlow(of));
  const versions = { before: programOf(textOf(before)), after: programOf(textOf(after)) };
  return replayCall(call!, versions, {
    goesOn: more.goesOn ?? (() => true),
    standIn: more.standIn ?? standInFor,
  });
}

test("replay: a call says the same on its own version", () => {
  const { result, fromRecord, values, firstDifference, before, after, otherwise } = replayed({});
  expect(otherwise).toEqual([]);
  expect([result, fromRecord, values, firstDifference]).toEqual(["same", null, [], null]);
  expect(before).toEqual(after);
  expect(after).toMatchObject({ outcome: "booked", end: { kind: "ended" }, turns: 2, tools: ["book"] });
  expect(after.talk).toEqual([
    { caller: null, agent: "For how many people?" },
    { caller: "four", agent: "Which day?" },
    { caller: "the 24th of November", agent: "It is noted." },
  ]);
});

test("replay: only changed words are reported, with the first differing turn", () => {
  const { result, firstDifference } = replayed({ ask: "How many are you?" });
  expect([result, firstDifference]).toEqual(["reworded", 0]);
});

test("replay: a caller is lost when the new version asks what the record cannot answer", () => {
  const { result, after, unsaid } = replayed({ first: "Have you been here before?" });
  expect(result).toBe("lost");
  expect(after.end).toEqual({ kind: "lost", about: "Have you been here before?" });
  expect(after.told).toBe("The caller has nothing to say here: “Have you been here before?”");
  expect(unsaid).toEqual(["four", "the 24th of November"]);
});

test("replay: lines to a removed question are left out", () => {
  const { result, after, unsaid, values } = replayed({ withDay: false });
  expect([result, after.outcome, after.turns, unsaid]).toEqual([
    "changed",
    "booked",
    1,
    ["the 24th of November"],
  ]);
  expect(values).toEqual([{ name: "day", before: "2026-11-24", after: null }]);
});

test("replay: a later question gets its own answer", () => {
  const text = tableFlow().replace("ask: [guests, day]", "ask: [day, guests]");
  const { result, after } = replayed(text);
  // The new flow asks for the day first; in the record the day comes after the guests, and the replay does not go
  // back to them.
  expect([result, after.end.kind, after.end.about]).toEqual(["lost", "lost", "For how many people?"]);
});

test("replay: a limit that the caller breaks is found, and no line is invented", () => {
  const { result, after, values } = replayed({ guestsMax: 3 });
  expect([result, after.end.kind, after.turns]).toEqual(["lost", "lost", 1]);
  expect(after.talk.at(-1)?.agent).toContain("For how many people?");
  expect(values).toEqual([
    { name: "guests", before: 4, after: null },
    { name: "ok", before: true, after: null },
    { name: "day", before: "2026-11-24", after: null },
  ]);
});

test("replay: a new read-back loses the caller, and a removed one drops their yes", () => {
  const asked = [
    agent(1, "For how many people?"),
    caller("four"),
    agent(2, "4 people, is that right?"),
    caller("yes"),
    agent(4, "Which day?"),
    ...bookedLines.slice(3, 6),
    agent(5, "It is noted."),
  ];
  expect(replayed({ confirm: "explicit" }).result).toBe("lost");
  const gone = replayed({ confirm: "never" }, { lines: asked, before: { confirm: "explicit" } });
  expect([gone.fromRecord, gone.result, gone.after.outcome, gone.unsaid]).toEqual([
    null,
    "changed",
    "booked",
    ["yes"],
  ]);
});

test("replay: a tool's answer comes from the record, and without one the call stops there", () => {
  const full = bookedLines.map((line): Line =>
    line[0] === "answer" ? ["answer", { name: "book", body: { ok: false } }] : line,
  );
  const ends = full.map((line): Line =>
    line[1]["text"] === "It is noted." ? agent(3, "We are full.") : line,
  );
  expect(replayed({}, { lines: ends, row: { outcome: "full" } })).toMatchObject({
    result: "same",
    after: { outcome: "full" },
  });
  const renamed = tableFlow().replaceAll("book:", "reserve:").replace("tool: book", "tool: reserve");
  const other = replayed(renamed.replaceAll("next: book}", "next: reserve}"));
  expect([other.result, other.after.end]).toEqual(["changed", { kind: "tool", about: "reserve" }]);
  const unkept = bookedLines.filter(([type]) => type !== "answer");
  const stopped = replayed({}, { lines: unkept });
  expect([stopped.result, stopped.before.end.kind, stopped.after.end.kind]).toEqual(["same", "tool", "tool"]);
});

test("replay: a tool that is called with other arguments is named", () => {
  const text = tableFlow().replace("with: {guests: guests}", "with: {guests: guests + 1}");
  expect(replayed(text)).toMatchObject({
    result: "changed",
    otherwise: ["book"],
    after: { outcome: "booked" },
  });
});

test("replay: fitting words replace a masked answer in both versions, and are not shown", () => {
  const lines = bookedLines.map((line): Line => (line[1]["text"] === "four" ? caller("•••") : line));
  const sensitive = { sensitive: true };
  const { result, standIns, after, before } = replayed(sensitive, { lines, before: sensitive });
  expect([result, standIns, after.outcome, before.talk[1]?.caller]).toEqual(["same", 2, "booked", "•••"]);
  expect(
    replayed({ ...sensitive, guestsMax: 3 }, { lines, before: sensitive }).values.map(
      ({ before: was }) => was,
    ),
  ).not.toContain(4);
});

test("replay: a masked answer that nothing fits stops both versions", () => {
  const lines = bookedLines.map((line): Line => (line[1]["text"] === "four" ? caller("•••") : line));
  const { result, before, after } = replayed(
    { sensitive: true },
    { lines, before: { sensitive: true }, standIn: () => "" },
  );
  expect([result, before.end, after.end]).toEqual([
    "same",
    { kind: "masked", about: "For how many people?" },
    { kind: "masked", about: "For how many people?" },
  ]);
});

test("replay: sensitive values are compared and not shown", () => {
  const { values } = replayed({ guestsMax: 3, sensitive: true });
  expect(values.find(({ name }) => name === "guests")).toEqual({
    name: "guests",
    before: "•••",
    after: null,
  });
});

test("replay: a record that its own version does not reproduce is reported as such", () => {
  const lines = bookedLines.map((line): Line =>
    line[1]["text"] === "Which day?" ? agent(2, "On which day, please?") : line,
  );
  const { result, fromRecord } = replayed({ guestsMax: 3 }, { lines });
  expect(result).toBe("differs_already");
  expect(fromRecord).toEqual({ turn: 1, recorded: "On which day, please?", replayed: "Which day?" });
});

test("replay: another outcome than the record's is a difference of its own version", () => {
  const { result, fromRecord } = replayed({}, { row: { outcome: "cancelled" } });
  expect([result, fromRecord?.recorded, fromRecord?.replayed]).toEqual([
    "differs_already",
    "cancelled",
    "booked",
  ]);
});

test("replay: the heard part of an interrupted sentence is enough, and a hang-up keeps its moment", () => {
  const lines: readonly Line[] = [
    agent(1, "For how many people?"),
    caller("four"),
    ["agent", { reply: 2, text: "Which", interrupted: true }],
  ];
  const hungUp = { outcome: null, endReason: "caller" };
  const { result, after } = replayed({}, { lines, row: hungUp });
  expect([result, after.end.kind, after.turns]).toEqual(["same", "hung_up", 2]);
  const lost = replayed({ first: "Have you been here before?" }, { lines, row: hungUp });
  expect([lost.result, lost.after.end.kind]).toEqual(["lost", "lost"]);
});

test("replay: a silent caller is silent where the same is asked", () => {
  const lines = [
    agent(1, "For how many people?"),
    agent(2, "I did not hear anything. For how many people?"),
    ...bookedLines.slice(1),
  ];
  expect(replayed({}, { lines }).after).toMatchObject({ turns: 3, outcome: "booked" });
});

test("replay: a call that takes too much computing is reported", () => {
  let steps = 0;
  const { after } = replayed({}, { goesOn: () => ++steps < 3 });
  expect(after.end.kind).toBe("computing");
});

test("replay: two answers of one tool are given in their order", () => {
  const text = tableFlow().replace(
    "noted: {say",
    "again: {tool: book, with: {guests: 1}, next: noted, on_error: full}\n  noted: {say",
  );
  const twice = text.replace("{else: noted}", "{else: again}");
  const once = replayed(twice);
  expect([once.result, once.after.end]).toEqual(["changed", { kind: "tool", about: "book" }]);
  const lines = [...bookedLines.slice(0, 6), ...tool("book", { ok: true }), ...bookedLines.slice(6)];
  expect(replayed(twice, { lines }).after).toMatchObject({ outcome: "booked", tools: ["book", "book"] });
});

test("replay: an answer that was read back because it was unsure is unsure in both versions", () => {
  const lines = [
    agent(1, "For how many people?"),
    caller("four"),
    agent(2, "4 people, is that right?"),
    caller("yes"),
    agent(4, "Which day?"),
    ...bookedLines.slice(3, 6),
    agent(5, "It is noted."),
  ];
  const { result, after } = replayed({}, { lines });
  expect([result, after.turns, after.outcome]).toEqual(["same", 3, "booked"]);
  expect(replayed({ ask: "How many are you?" }, { lines }).result).toBe("reworded");
});

test("replay: speech that was not understood is no silence", () => {
  const lines = [
    agent(1, "For how many people?"),
    agent(2, "Sorry, I did not understand that. For how many people?"),
    ...bookedLines.slice(1),
  ];
  expect(replayed({}, { lines })).toMatchObject({ result: "same", after: { turns: 3, outcome: "booked" } });
});

test("replay: a second answer is no yes to a read-back that is new", () => {
  const lines = [
    agent(1, "For how many people?"),
    caller("four"),
    agent(2, "You said 4. I can take 1 to 3. For how many people?"),
    caller("three"),
    ...bookedLines.slice(2),
  ];
  const { fromRecord, result, after } = replayed(
    { confirm: "explicit" },
    { lines, before: { guestsMax: 3 } },
  );
  expect([fromRecord, result, after.turns]).toEqual([null, "lost", 1]);
  expect(after.end.about).toBe("4 people, is that right?");
});

test("replay: a tool's answer follows its arguments, in any order", () => {
  const again =
    "again: {tool: book, with: {guests: 1}, save: {ok: result.ok}, next: [{if: ok == false, goto: full}, {else: noted}], on_error: full}";
  const twice = tableFlow()
    .replace("{else: noted}", "{else: again}")
    .replace("  noted: {say", `  ${again}\n  noted: {say`);
  const swapped = twice
    .replace("with: {guests: guests}", "with: {guests: 0}")
    .replace("with: {guests: 1}", "with: {guests: guests}")
    .replace("with: {guests: 0}", "with: {guests: 1}");
  const lines = [...bookedLines.slice(0, 6), ...tool("book", { ok: false }), agent(9, "We are full.")];
  const { fromRecord, after, otherwise } = replayed(swapped, {
    lines,
    before: twice,
    row: { outcome: "full" },
  });
  expect([fromRecord, after.outcome, after.tools, otherwise]).toEqual([null, "full", ["book"], []]);
});
