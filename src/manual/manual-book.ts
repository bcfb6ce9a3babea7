// Manual: the chapters of the book about the flow language, in their order, each as HTML with its sections.

import { failureKindRows, fieldRows, type NameRow, plainNameRows } from "../flow/author/name-reference.ts";
import agents from "./chapters/agents.md" with { type: "text" };
import ahead from "./chapters/ahead.md" with { type: "text" };
import answers from "./chapters/answers.md" with { type: "text" };
import corrections from "./chapters/corrections.md" with { type: "text" };
import firstFlow from "./chapters/first-flow.md" with { type: "text" };
import handlers from "./chapters/handlers.md" with { type: "text" };
import handingOver from "./chapters/handing-over.md" with { type: "text" };
import hours from "./chapters/hours.md" with { type: "text" };
import knowledge from "./chapters/knowledge.md" with { type: "text" };
import languages from "./chapters/languages.md" with { type: "text" };
import lists from "./chapters/lists.md" with { type: "text" };
import names from "./chapters/names.md" with { type: "text" };
import recipes from "./chapters/recipes.md" with { type: "text" };
import silence from "./chapters/silence.md" with { type: "text" };
import skipping from "./chapters/skipping.md" with { type: "text" };
import sounds from "./chapters/sounds.md" with { type: "text" };
import testing from "./chapters/testing.md" with { type: "text" };
import tools from "./chapters/tools.md" with { type: "text" };
import unsure from "./chapters/unsure.md" with { type: "text" };
import values from "./chapters/values.md" with { type: "text" };
import { fences } from "./fences.ts";
import { anchorOf, chapterHtml } from "./manual-html.ts";

import bankPin from "./recipes/bank-pin.md" with { type: "text" };
import clinicTriage from "./recipes/clinic-triage.md" with { type: "text" };
import delivery from "./recipes/delivery.md" with { type: "text" };
import hotel from "./recipes/hotel.md" with { type: "text" };
import lead from "./recipes/lead.md" with { type: "text" };
import paymentReminder from "./recipes/payment-reminder.md" with { type: "text" };
import pizza from "./recipes/pizza.md" with { type: "text" };
import reception from "./recipes/reception.md" with { type: "text" };
import support from "./recipes/support.md" with { type: "text" };
import survey from "./recipes/survey.md" with { type: "text" };
import { saidValues } from "./spoken-examples.ts";

const allRecipes = [
  bankPin,
  clinicTriage,
  hotel,
  lead,
  support,
  survey,
  delivery,
  paymentReminder,
  reception,
  pizza,
];

interface Chapter {
  /** Its anchor on the page. */
  readonly id: string;
  readonly markdown: string;
}

export const chapters: readonly Chapter[] = [
  { id: "first-flow", markdown: firstFlow },
  { id: "answers", markdown: answers },
  { id: "skipping", markdown: skipping },
  { id: "ahead", markdown: ahead },
  { id: "corrections", markdown: corrections },
  { id: "unsure", markdown: unsure },
  { id: "silence", markdown: silence },
  { id: "handlers", markdown: handlers },
  { id: "values", markdown: values },
  { id: "lists", markdown: lists },
  { id: "names", markdown: names },
  { id: "tools-and-mocks", markdown: tools },
  { id: "answering-questions", markdown: knowledge },
  { id: "agents", markdown: agents },
  { id: "recorded-sounds", markdown: sounds },
  { id: "opening-hours", markdown: hours },
  { id: "handing-over", markdown: handingOver },
  { id: "more-languages", markdown: languages },
  { id: "testing", markdown: testing },
  { id: "recipes", markdown: [recipes, ...allRecipes].join("\n") },
];

interface DrawnChapter {
  readonly title: string;
  readonly html: string;
  readonly sections: readonly { readonly id: string; readonly title: string }[];
}

export function drawnChapter({ id, markdown }: Chapter): DrawnChapter {
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? id;
  const prose = markdown.replaceAll(fences, "");
  const sections = [...prose.matchAll(/^## (.+)$/gm)].map(([, name = ""]) => ({
    id: anchorOf(id, name),
    title: name,
  }));
  return { title, html: chapterHtml(id, markdown, tables()), sections };
}

/** What stands in the chapters as `{name}`: tables made of what the program itself has. */
const tables = (): Readonly<Record<string, string>> => ({
  session: nameTable(fieldRows("session")),
  last: nameTable(fieldRows("last")),
  failure: nameTable(fieldRows("failure")),
  others: nameTable(plainNameRows),
  result: table(
    ["In save of", "What result is"],
    [
      [code("tool"), text("The body of the answer. Where the tool has returns, its fields.")],
      [
        code("call"),
        text("An object: outcome, and every variable of the called flow that has output: true."),
      ],
      [code("wait"), text("The data of the event.")],
    ],
  ),
  kinds: table(
    ["failure.kind", "What went wrong"],
    failureKindRows.map(([kind, doc]) => [code(kind), text(doc)]),
  ),
  types: table(
    ["Variable", "Said", "Value"],
    saidValues.map(({ keys, said, value }) => [code(keys), text(`“${said}”`), code(JSON.stringify(value))]),
  ),
});

const text = (words: string): string => Bun.escapeHTML(words);
const code = (words: string): string => `<code>${text(words)}</code>`;

const nameTable = (rows: readonly NameRow[]): string =>
  table(
    ["Name", "What it is", ""],
    rows.map(({ name, type, doc }) => [code(name), text(type), text(doc)]),
  );

/** Of cells that are HTML already. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((each) => (each === "" ? "<td></td>" : `<th>${text(each)}</th>`)).join("");
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("");
  return `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}
