// Spoken values: values at the places where their spoken forms change.

import { join } from "node:path";
import { dayOf, isoOf } from "../../../src/flow/grammar/calendar.ts";
import type { Language } from "../../../src/flow/grammar/language.ts";
import type { Value, Variable } from "../../../src/flow/grammar/variables.ts";
import { spoken } from "./spoken.ts";

const today = dayOf("2027-03-10");
const file = ({ code }: Language): string => join(import.meta.dir, "rows", `${code}-said.txt`);

const hours = [
  "00:00",
  "00:30",
  "01:00",
  "07:15",
  "08:05",
  "11:45",
  "12:00",
  "12:30",
  "13:00",
  "16:20",
  "19:59",
];
const years = [
  "1899-12-31",
  "1900-01-01",
  "1909-09-09",
  "1910-02-10",
  "1999-06-30",
  "2000-02-29",
  "2009-05-01",
];
const days = [0, 1, 2, 3, 6, 7, 13, 20, 21, 30, 59, 60, 61, 120, 359, 360, 800];

const kinds: readonly (readonly [Omit<Variable, "name">, readonly Value[]])[] = [
  [{ type: "boolean" }, [true, false]],
  [
    { type: "number" },
    [-7, -1.5, 0, 1, 2, 9, 10, 11, 16, 19, 20, 21, 22, 30, 99, 100, 101, 110, 121, 199, 200],
  ],
  [{ type: "number" }, [500, 555, 700, 999, 1_000, 1_001, 1_100, 2_000, 2_021, 21_000, 100_000, 345_678]],
  [
    { type: "number" },
    [999_999, 1e6, 1_000_001, 2e6, 2_500_000, 123_456_789, 0.1, 0.5, 0.25, 1.5, 3.14, 10.05],
  ],
  [{ type: "money", currency: "EUR" }, [0, 0.01, 0.5, 0.99, 1, 1.01, 1.5, 2, 9.09, 12.5, 100, 1_234.56]],
  [{ type: "duration", unit: "minutes" }, [0.5, 1, 1.5, 2, 30, 90]],
  [{ type: "duration", unit: "hours" }, [0.25, 0.5, 1, 1.5, 2.5]],
  [{ type: "duration", unit: "days" }, [1, 1.5, 7]],
  [{ type: "amount", unit: "kg" }, [0.5, 1, 1.5, 2, 12.25]],
  [{ type: "date" }, [...years, ...days.map((ahead) => isoOf(today + ahead))]],
  [{ type: "time" }, hours],
  [{ type: "date_range" }, ["2027-03-11/2027-03-12", "2027-05-30/2027-06-02", "2028-05-30/2028-06-02"]],
  [{ type: "time_range" }, ["09:00/17:00", "11:30/12:15"]],
  [{ type: "digits" }, ["0", "007", "1234", "998877", "1002003004"]],
  [{ type: "code", mask: "AA-99" }, ["AB-12", "OO-00"]],
  [{ type: "phone" }, ["+4930123456", "+14155550100"]],
  [{ type: "email" }, ["a.b-c_d+e@example.com"]],
];

/** `money 0.99: ninety nine cents` */
export const sayings = (language: Language): readonly string[] =>
  kinds.flatMap(([kind, values]) =>
    values.map((value) => {
      const said = spoken({ variable: { name: "v", ...kind }, value }, language, today);
      return `${kind.type} ${String(value)}${kind.unit === undefined ? "" : ` ${kind.unit}`}: ${said ?? "nothing"}`;
    }),
  );

export const keptSayings = async (language: Language): Promise<readonly string[]> =>
  (await Bun.file(file(language)).text()).trim().split("\n");

export const recordSayings = async (language: Language): Promise<void> =>
  void (await Bun.write(file(language), `${sayings(language).join("\n")}\n`));
