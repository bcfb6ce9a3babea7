// Claims of the benchmark of calls beside busy accounts: the sound and the server's own turns are compared with a call
// alone in the same run.

import { expect, test } from "bun:test";
import { claims, type Figures } from "./beside.ts";
import { brokenOf } from "../capacity/claims.ts";

const heard = { late: { p50: 0, p99: 4, worst: 9 }, silentMs: 0, turnMsP99: 2, longestTurnMs: 8, waited: 0 };
const answers = { upload: 9, export: 9, erase: 9, search: 9 };
const fair: Figures = { alone: heard, beside: heard, answers };
const broken = (changes: Partial<Figures>): readonly string[] =>
  brokenOf(claims({ stores: { file: { ...fair, ...changes } } }));

test("beside: a call that is heard like a lone one breaks no claim, also when both are late", () => {
  expect(broken({})).toEqual([]);
  const late = { ...heard, late: { p50: 20, p99: 120, worst: 300 } };
  expect(broken({ alone: late, beside: late })).toEqual([]);
});

test.each([
  [{ beside: { ...heard, late: { p50: 0, p99: 25, worst: 30 } } }, "is heard as one alone"],
  [{ beside: { ...heard, late: { p50: null, p99: null, worst: null } } }, "the call is heard"],
  [{ beside: { ...heard, turnMsP99: 23 } }, "turns of the event loop are as long as alone"],
  [{ beside: { ...heard, longestTurnMs: 101 } }, "no turn of the event loop takes long"],
  [{ answers: { ...answers, export: 0, "export 429": 9 } }, "each kind of request is answered"],
] as const)("beside: %j breaks its claim", (changes, says) => {
  expect(broken(changes)[0]).toContain(says);
});

test("beside: on a busy machine only the server's own turns are judged", () => {
  const alone = { ...heard, waited: 0.02 };
  const late = { ...heard, late: { p50: 0, p99: 250, worst: 300 } };
  expect(broken({ alone, beside: late, answers: { ...answers, export: 0 } })).toEqual([]);
  expect(broken({ alone, beside: { ...late, turnMsP99: 23 } })).toHaveLength(1);
  expect(broken({ alone, beside: late, answers: { "search 503": 9 } })).toHaveLength(1);
});
