// Reference topics: the flow language for a coding agent, a topic at a time, from the tables that the checker uses.

import { assetPath } from "../base/asset.ts";
import { didYouMean } from "../base/closest-word.ts";
import {
  codeRows,
  expressionRows,
  functionRows,
  minimalFlow,
  placeRows,
  type PlaceRows,
  typeRows,
  verbRows,
} from "../flow/author/language-reference.ts";

/** A shipped flow with all usual parts of a flow of its size, including its tests. */
const exampleFlow = "table-booking.flow.yaml";

const general: Readonly<
  Record<string, { readonly about: string; readonly text: () => string | Promise<string> }>
> = {
  start: { about: "a flow, its verbs, and the other topics", text: start },
  example: {
    about: "a whole flow with its tests",
    text: () => Bun.file(assetPath("flows", exampleFlow)).text(),
  },
  types: { about: "what variables hold", text: types },
  expressions: { about: "conditions and texts with {{ }}", text: expressions },
  functions: { about: "functions and filters", text: functions },
  checks: { about: "all problems that a check reports, by code", text: checks },
};

export const referenceTopics: readonly string[] = [
  ...Object.keys(general),
  ...placeRows.map(({ name }) => name),
];

/** Markdown, except for a few topics whose names say otherwise. The topic may also be the code of a problem. */
export async function referenceOf(topic: string): Promise<string | undefined> {
  const of = Object.hasOwn(general, topic) ? general[topic] : undefined;
  if (of !== undefined) return await of.text();
  const place = placeRows.find(({ name }) => name === topic);
  if (place !== undefined) return keysOf(place);
  const code = codeRows.find((row) => row.code === topic.toUpperCase());
  return (
    code && `# ${code.code} ${code.title}\n\n${code.severity}. ${code.explanation}\n\n${fenced(code.example)}`
  );
}

/** One sentence. */
export function noSuchTopic(topic: string): string {
  const way = didYouMean(topic, referenceTopics) ?? `there are ${referenceTopics.join(", ")}.`;
  return `There is no topic ${topic.slice(0, 64)}: ${way}`;
}

function start(): string {
  const topics = [
    ...Object.entries(general).map(([name, { about }]) => [name, about] as const),
    ...placeRows.map(({ name, title }) => [name, `keys: ${title}`] as const),
  ];
  return [
    "# The flow language of Voice Flow, version 1",
    "A flow is a YAML document that a voice agent follows: nodes with one verb each, and the edges between them.",
    fenced(minimalFlow.trimEnd()),
    "## Verbs of a node",
    rows(verbRows),
    "## Tests",
    "`tests` contains conversations with their expected results; the topics `test` and `step` describe them. For example:",
    fenced(
      "tests:\n  - name: four people\n    script:\n      - {user: four of us}\n      - {says: Thank you}\n      - {ends: done}",
    ),
    "## Topics",
    rows(topics),
  ].join("\n\n");
}

function types(): string {
  return `# Types\n\n${rows(typeRows.map(({ name, value, understood }) => [name, `${value}. Understood from: ${understood}`]))}`;
}

function expressions(): string {
  return `# Expressions, from weak to strong\n\n${rows(expressionRows)}`;
}

function functions(): string {
  const all = functionRows.map(
    ({ form, explanation, example: [expression, result] }) =>
      [form, `${explanation} \`${expression}\` is ${result}`] as const,
  );
  return `# Functions and filters\n\nEach can be written in two ways: \`upper(x)\` and \`x | upper\`.\n\n${rows(all)}`;
}

function checks(): string {
  return `# Checks\n\nThe topic of a code, such as ${codeRows[0]?.code ?? ""}, has an example.\n\n${rows(
    codeRows.map(({ code, severity, title }) => [code, `${title} (${severity})`]),
  )}`;
}

function keysOf({ title, doc, keys }: PlaceRows): string {
  const all = keys.map(({ name, shape, isRequired, default: fallback, only, doc: about }) => {
    const without = isRequired ? "required" : fallback === "" ? "" : `without it: ${fallback}`;
    // A verb whose only key is itself.
    const whose = only.every((each) => each === name) ? "" : ` Of ${only.join(", ")}.`;
    const what = [shape, without].filter((part) => part !== "").join("; ");
    return [name, `${what}. ${about}${whose}`] as const;
  });
  return `# ${title}\n\n${doc}\n\n${rows(all)}`;
}

const rows = (all: readonly (readonly [name: string, text: string])[]): string =>
  all.map(([name, text]) => `- \`${name}\`: ${text}`).join("\n");

const fenced = (yaml: string): string => `\`\`\`yaml\n${yaml}\n\`\`\``;
