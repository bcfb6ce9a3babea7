// Manual: the chapters of the book about the flow language, in their order, each as HTML with its sections.

import agents from "./chapters/agents.md" with { type: "text" };
import ahead from "./chapters/ahead.md" with { type: "text" };
import answers from "./chapters/answers.md" with { type: "text" };
import contracts from "./chapters/contracts.md" with { type: "text" };
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
import consent from "./recipes/consent.md" with { type: "text" };
import delivery from "./recipes/delivery.md" with { type: "text" };
import hotel from "./recipes/hotel.md" with { type: "text" };
import lead from "./recipes/lead.md" with { type: "text" };
import paymentReminder from "./recipes/payment-reminder.md" with { type: "text" };
import pizza from "./recipes/pizza.md" with { type: "text" };
import reception from "./recipes/reception.md" with { type: "text" };
import support from "./recipes/support.md" with { type: "text" };
import survey from "./recipes/survey.md" with { type: "text" };
import { withTables } from "./manual-tables.ts";

const allRecipes = [
  bankPin,
  clinicTriage,
  hotel,
  lead,
  support,
  survey,
  consent,
  delivery,
  paymentReminder,
  reception,
  pizza,
];

interface Chapter {
  /** Anchor of the section on the page. */
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
  { id: "contracts", markdown: contracts },
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
  return { title, html: chapterHtml(id, withTables(markdown)), sections };
}
