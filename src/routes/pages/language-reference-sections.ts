// Reference sections of the flow language: its verbs, types, keys, functions and checks, made from the tables that the
// checker runs on.

import {
  codeRows,
  expressionRows,
  functionRows,
  type PlaceRows,
  placeRows,
  typeRows,
  verbRows,
} from "../../flow/author/language-reference.ts";
import { html, type Html, table } from "./reference-page.ts";

/** Anchors and their names, in the order of `referenceSections`. */
export const referenceAnchors = [
  ["example", "JSON Schema"],
  ["verbs", "Verbs"],
  ["types", "Types"],
  ["keys", "Keys"],
  ["expressions", "Expressions"],
  ["functions", "Functions and filters"],
  ["checks", "Checks"],
] as const;

/** The places of keys, for a table of contents. */
export const keyPlaces: readonly (readonly [anchor: string, name: string])[] = placeRows.map(
  ({ name, title }) => [name, title],
);

/** `origin` is how clients reach the server. */
export const referenceSections = (origin: string): readonly Html[] => [
  example(origin),
  verbs(),
  types(),
  keys(),
  expressions(),
  functions(),
  checks(),
];

function example(origin: string): Html {
  return html`<h2 id="example">JSON Schema</h2>
    <pre># yaml-language-server: $schema=${origin}/flow-language/schema.json</pre>
    <p>
      As the first line of a flow, this lets editors complete keys by the
      <a href="/flow-language/schema.json">JSON Schema</a>. <code>POST /v1/flows/check</code> says everything
      that is wrong with a text.
    </p>`;
}

function verbs(): Html {
  return html`<h2 id="verbs">Verbs</h2>
    ${table(["Verb", "Action of the node"], verbRows)}`;
}

function types(): Html {
  const rows = typeRows.map(({ name, value, understood }) => [name, value, understood]);
  return html`<h2 id="types">Types</h2>
    ${table(["Type", "Value", "Understood from"], rows)}`;
}

function keys(): Html {
  return html`<h2 id="keys">Keys</h2>
    ${placeRows.map(place)}`;
}

function place({ name, title, doc, keys: rows }: PlaceRows): Html {
  return html`<h3 id="${name}">${title}</h3>
    <p>${doc}</p>
    ${table(
      ["Key", "Value", "Default", ""],
      rows.map((key) => [
        key.name,
        key.shape,
        key.isRequired ? "required" : key.default,
        key.only.length === 0 ? key.doc : `${key.doc} Of ${key.only.join(", ")}.`,
      ]),
    )}`;
}

function expressions(): Html {
  return html`<h2 id="expressions">Expressions</h2>
    <p>
      Conditions, <code>set</code>, <code>with</code>, <code>save</code> and <code>emit</code> take
      expressions. Everything that is said or sent is a text with <code>{{ expression | filter }}</code> in
      it; one that is a single <code>{{ }}</code> keeps its type.
    </p>
    ${table(["From weak to strong", ""], expressionRows)}
    <p>
      Names are the flow's variables and <code>session</code>, <code>context</code>, <code>metadata</code>,
      <code>last</code>, <code>attempt</code>, <code>failure</code>; <code>result</code> in <code>save</code>;
      in a tool only its params and <code>secrets</code>.
    </p>`;
}

function functions(): Html {
  const rows = functionRows.map(({ form, explanation, example: [expression, result] }) => [
    form,
    explanation,
    `${expression} is ${result}`,
  ]);
  return html`<h2 id="functions">Functions and filters</h2>
    <p>
      Each can be written both ways: <code>upper(x)</code> and <code>x | upper</code>. Of nothing comes
      nothing, unless it says otherwise. In the examples <code>order</code> is a list of records:
      <code>[{kind: cola, count: 2, price: 3}, {kind: tea, count: 1, price: 4}]</code>.
    </p>
    ${table(["Written", "", "For example"], rows)}`;
}

function checks(): Html {
  const rows = codeRows.map(
    ({ code, severity, title, explanation, example: bad }) =>
      html`<h3 id="${code}">${code} ${title}</h3>
        <p class="soft">${severity}</p>
        <p>${explanation}</p>
        <pre>${bad}</pre> `,
  );
  return html`<h2 id="checks">Checks</h2>
    ${rows}`;
}
