// Fits of values: the last value that a type accepts, and the first that it refuses.

import { expect, test } from "bun:test";
import { fits } from "../../../../src/flow/engine/understand/fits.ts";
import type { ValueRule } from "../../../../src/flow/engine/understand/understanding.ts";
import type { Value } from "../../../../src/flow/value/value.ts";

const long = (signs: number): string => "a".repeat(signs);
const number = { kind: "number", integer: true, min: 1, max: 9 } as const;
const plain = { kind: "number", integer: false } as const;
const digits = { kind: "digits", lengthMin: 3, lengthMax: 4, whole: 8 } as const;
const night = { kind: "time", min: "22:00", max: "02:00" } as const;
const stay = { kind: "date_range", min: "2026-11-20", max: "2026-11-30", unit: "nights" } as const;

test.each<readonly [ValueRule, accepted: readonly Value[], refused: readonly Value[]]>([
  [{ kind: "boolean" }, [true, false], ["yes", 1]],
  [number, [1, 9], [0, 10, 1.5, "1"]],
  [plain, [-1.5, 0], [Infinity, Number.NaN]],
  [{ kind: "money", currency: "EUR" }, [0, 1.25], [-0.01, 1.255]],
  [{ kind: "money", currency: "EUR", min: 5, max: 6 }, [5, 6], [4.99, 6.01]],
  [{ kind: "duration", unit: "hours", integer: false, max: 2 }, [1.5, 2], [2.1, "2"]],
  [digits, ["123", "1234", "12345678"], ["12", "12345", "1234567", "12a", 123]],
  [{ kind: "code", mask: "A9-*|99" }, ["B7-Z", "B7-1", "12"], ["b7-Z", "B7Z", "B7-ZZ", "1", 12]],
  [
    { kind: "date", min: "2026-11-20", max: "2026-11-21" },
    ["2026-11-20", "2026-11-21"],
    ["2026-11-19", "2026-11-22"],
  ],
  [{ kind: "date" }, ["0000-01-01", "9999-12-31"], ["2026-02-30", "today", 20]],
  [{ kind: "time" }, ["00:00", "23:59"], ["24:00", "7", 7]],
  [{ kind: "time", min: "09:00", max: "17:00" }, ["09:00", "17:00"], ["08:59", "17:01"]],
  [night, ["22:00", "02:00", "23:30"], ["21:59", "02:01", "12:00"]],
  [
    stay,
    ["2026-11-20/2026-11-30"],
    ["2026-11-20/2026-11-20", "2026-11-19/2026-11-21", "2026-11-29/2026-12-01", 1],
  ],
  [{ kind: "date_range", unit: "days" }, ["2026-11-20/2026-11-20"], ["2026-11-21/2026-11-20", "09:00/10:00"]],
  [
    { kind: "time_range", max: "18:00" },
    ["09:00/18:00"],
    ["09:00/18:01", "09:00/..", "2026-11-20/2026-11-21"],
  ],
  [{ kind: "phone", region: "FR" }, ["+33140123456"], ["0140123456", "+331", 33]],
  [
    { kind: "email" },
    ["a.b_c%d+e&f#g-h@x.io", "a@b-c.d1.com", `${long(244)}@d.example`, `a@${long(63)}.io`],
    [
      "a@b",
      "a@b@c.io",
      "a@-b.io",
      "a@b-.io",
      "A@b.io",
      "a..b@c.io",
      "a@b.i",
      "a@b.i1",
      `${long(245)}@d.example`,
    ],
  ],
  [{ kind: "email" }, [], [`a@${long(64)}.io`, "@b.io", 1]],
  [{ kind: "name" }, ["Ada", long(120)], [long(121), "123", "A<b>", "A{b", "A\u0007", 1]],
  [{ kind: "choice", fromData: false, options: [{ id: "a", label: "A", synonyms: [] }] }, ["a"], ["A", true]],
  [{ kind: "text" }, ["x", long(8_000)], ["", "  ", long(8_001), 1]],
])("%j has its borders", (wanted, accepted, refused) => {
  expect(accepted.filter((value) => !fits(wanted, value))).toEqual([]);
  expect(refused.filter((value) => fits(wanted, value))).toEqual([]);
});
