// Reference page of the flow language: the page and the JSON Schema, made from the tables that the checker runs on.

import { Elysia } from "elysia";
import {
  codeRows,
  expressionRows,
  functionRows,
  minimalFlow,
  type PlaceRows,
  placeRows,
  schemaText,
  typeRows,
  verbRows,
} from "../../flow/author/language-reference.ts";
import { operation } from "../http/route-operation.ts";
import { type Asset, serve } from "./page-routes.ts";
import { html, type Html, referencePage, table } from "./reference-page.ts";

/** `publicUrl` is how clients reach the server when it is not by its own address. */
export function flowLanguageRoutes(publicUrl: URL | undefined) {
  let page: Asset | undefined;
  let schema: string | undefined;
  return new Elysia({ name: "flow-language" })
    .get(
      "/flow-language",
      ({ request, server }) => {
        const { origin } = publicUrl ?? server?.url ?? new URL(request.url);
        return serve((page ??= render(origin)), request);
      },
      {
        detail: operation({
          summary: "Flow language",
          description: "Every key, verb, type, function and check of the language, with examples.",
          tag: "pages",
          cached: true,
          answer: { says: "The page", types: ["text/html"] },
        }),
      },
    )
    .get(
      "/flow-language/schema.json",
      () => new Response((schema ??= schemaText()), { headers: { "content-type": "application/json" } }),
      {
        detail: operation({
          summary: "JSON Schema of the flow language",
          description: "For editors of YAML: completes keys and says what they mean.",
          tag: "pages",
          answer: { says: "The schema", types: ["application/json"] },
        }),
      },
    );
}

const minimalAt = (origin: string): string =>
  `# yaml-language-server: $schema=${origin}/flow-language/schema.json\n${minimalFlow}`;

function render(origin: string): Asset {
  return referencePage({
    path: "/flow-language",
    title: "Voice Flow language",
    heading: "Flow language",
    subtitle: "What a flow may say, version 1.",
    sections: [
      ["example", "Example"],
      ["verbs", "Verbs"],
      ["types", "Types"],
      ["keys", "Keys"],
      ["expressions", "Expressions"],
      ["functions", "Functions and filters"],
      ["checks", "Checks"],
    ],
    body: [example(origin), verbs(), types(), keys(), expressions(), functions(), checks()],
  });
}

function example(origin: string): Html {
  return html`<h2 id="example">Example</h2>
    <pre>${minimalAt(origin)}</pre>
    <p>
      The first line lets editors complete keys by the <a href="/flow-language/schema.json">JSON Schema</a>.
      <code>POST /v1/flows/check</code> says everything that is wrong with a text.
    </p>`;
}

function verbs(): Html {
  return html`<h2 id="verbs">Verbs</h2>
    ${table(["Verb", "What a node with it does"], verbRows)}`;
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
      ["Key", "What it is", "Without it", ""],
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
      nothing, unless it says otherwise.
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
