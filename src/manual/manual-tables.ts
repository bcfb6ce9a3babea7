// Manual tables: generated from the program's own data, each in place of a line that names it in braces.

import { variables } from "../config.ts";
import { commands } from "./command-list.ts";
import { failureKindRows, fieldRows, type NameRow, plainNameRows } from "../flow/author/name-reference.ts";
import { saidValues } from "./spoken-examples.ts";

/** Markdown with its tables in place of the lines that name them: `{session}`. */
export const withTables = (markdown: string): string =>
  markdown.replaceAll(/^\{(\w+)\}$/gm, (whole, name: string) => tables[name]?.() ?? whole);

const tables: Readonly<Record<string, () => string>> = {
  session: () => nameTable(fieldRows("session")),
  call: () => nameTable(fieldRows("call")),
  last: () => nameTable(fieldRows("last")),
  failure: () => nameTable(fieldRows("failure")),
  others: () => nameTable(plainNameRows),
  result: () =>
    table(
      ["In save of", "What result is"],
      [
        [code("tool"), "The body of the answer. Where the tool has returns, its fields."],
        [code("call"), "An object: outcome, and every variable of the called flow that has output: true."],
        [code("wait"), "The data of the event."],
      ],
    ),
  kinds: () =>
    table(
      ["failure.kind", "What went wrong"],
      failureKindRows.map(([kind, doc]) => [code(kind), doc]),
    ),
  types: () =>
    table(
      ["Variable", "Said", "Value"],
      saidValues.map(({ keys, said, value }) => [code(keys), `“${said}”`, code(JSON.stringify(value))]),
    ),
  configuration: () =>
    table(
      ["Variable", "Default", "Unit", "Meaning"],
      Object.entries(variables).map(([name, { default: fallback, unit, about }]) => [
        code(name),
        fallback === "" ? "" : code(fallback),
        unit,
        about,
      ]),
    ),
  commands: () =>
    table(
      ["Command", "Meaning"],
      commands.map(([usage, about]) => [code(usage), about]),
    ),
};

const code = (words: string): string => `\`${words}\``;

const nameTable = (rows: readonly NameRow[]): string =>
  table(
    ["Name", "What it is", ""],
    rows.map(({ name, type, doc }) => [code(name), type, doc]),
  );

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
}
