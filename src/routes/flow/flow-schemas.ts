// Schemas of stored flows: their shapes in requests and answers.

import { t } from "elysia";
import { Type } from "typebox";
import { mustBe } from "../../base/words/schema-sentence.ts";
import { coordinateMax, layoutNodesMax } from "../../cloud/flow-edit.ts";
import { verbs } from "../../flow/language/schema/verbs.ts";
import { ways } from "../../flow/language/schema/way-keys.ts";
import { requestBody } from "../http/route-schema.ts";

export const yaml = `voice_flow: 1
id: greeting
language: en
start: hello
nodes:
  hello:
    say: Hello. Goodbye.
    end: done
`;

const name = Type.String({ minLength: 1, maxLength: 200, pattern: "\\S", [mustBe]: "a name" });
export const source = Type.String({ description: "YAML, at most 256 KiB" });
const coordinate = Type.Number({ minimum: -coordinateMax, maximum: coordinateMax });
const layout = Type.Record(Type.String(), Type.Array(coordinate, { minItems: 2, maxItems: 2 }), {
  maxProperties: layoutNodesMax,
  description: "Position [x, y] in pixels by node, if an editor has set it",
});
const exampleLayout = { hello: [40, 80] };

export const newFlow = requestBody(
  { name, yaml_content: source, layout: Type.Optional(layout) },
  { examples: [{ name: "Greeting", yaml_content: yaml, layout: exampleLayout }] },
);
export const flowChange = requestBody(
  { name: Type.Optional(name), yaml_content: source, layout: Type.Optional(layout) },
  { examples: [{ name: "Greeting", yaml_content: yaml, layout: exampleLayout }] },
);
export const checkedText = requestBody({ yaml_content: source }, { examples: [{ yaml_content: yaml }] });

export const diagnostic = Type.Object({
  severity: Type.Enum(["error", "warning", "info"]),
  code: Type.String({ description: "Code of the problem. Codes never change" }),
  message: Type.String(),
  hint: Type.Optional(Type.String({ description: "How to correct the problem" })),
  pointer: Type.String({ description: "JSON pointer into the document" }),
  line: Type.Integer({ minimum: 1 }),
  column: Type.Integer({ minimum: 1, description: "Column in UTF-16 units, from 1" }),
  end_line: Type.Optional(Type.Integer({ minimum: 1 })),
  end_column: Type.Optional(Type.Integer({ minimum: 1, description: "First column after the problem" })),
});
const diagnostics = Type.Array(diagnostic, {
  description: "Warnings and remarks, which do not prevent saving",
});

const head = { id: Type.String(), name: Type.String(), created_at: Type.Number() };
const whole = {
  ...head,
  yaml_content: Type.String(),
  updated_at: Type.Number(),
  revision: Type.Integer({ minimum: 1 }),
};
const headExample = {
  id: "flow_01JD5V2Q0X4T8N6M3R7W9Y1Z5K",
  name: "Greeting",
  created_at: 1_795_168_800.25,
};
const wholeExample = { ...headExample, yaml_content: yaml, updated_at: 1_795_168_800.25, revision: 1 };

export const flow = Type.Object(whole, { examples: [wholeExample] });
export const checkedFlow = Type.Object(
  { ...whole, diagnostics },
  { examples: [{ ...wholeExample, diagnostics: [] }] },
);
export const rewrittenFlow = Type.Object(
  {
    ...whole,
    diagnostics,
    rewritten: Type.Boolean({ description: "true: comments were lost because the document was rewritten" }),
  },
  { examples: [{ ...wholeExample, revision: 2, diagnostics: [], rewritten: false }] },
);
export const flowList = Type.Array(Type.Object(head), { examples: [[headExample]] });
export const checkResult = Type.Object({ diagnostics }, { examples: [{ diagnostics: [] }] });

/** Any document; its keys are the author's. */
export const document = Type.Record(Type.String(), Type.Unknown(), {
  description: "The document, with keys in order",
  examples: [
    {
      voice_flow: 1,
      id: "greeting",
      language: "en",
      start: "hello",
      nodes: { hello: { say: "Hello. Goodbye.", end: "done" } },
    },
  ],
});

const edgeKind = Type.Enum(["next", "option", "exit", "handler", ...ways.map(({ name }) => name)]);
const nodeKind = Type.Enum([...verbs, "branch"]);
const port = Type.Object({
  id: Type.String({ description: "Unique within the node" }),
  kind: edgeKind,
  label: Type.String(),
});
const pointer = Type.String({ description: "JSON pointer into the document" });
const node = Type.Object({
  id: Type.String(),
  kind: nodeKind,
  title: Type.String(),
  pointer,
  ports: Type.Array(port, { description: "Exits of the node, including unused ones" }),
});
const edge = Type.Object({
  id: Type.String(),
  from: Type.String({ description: "Id of a node, or * for handlers of every node" }),
  port: Type.String(),
  to: Type.String({ description: "Id of a node, which may not exist, or RESUME" }),
  kind: edgeKind,
  label: Type.String(),
  pointer: Type.String({ description: "Place of `to` in the document" }),
});

export const graph = Type.Object(
  {
    start: Type.Union([Type.String(), Type.Null()]),
    nodes: Type.Array(node),
    edges: Type.Array(edge),
    layout,
    comments: Type.Record(Type.String(), Type.String(), {
      description: "Comments of the text by JSON pointer",
    }),
    diagnostics,
  },
  {
    examples: [
      {
        start: "hello",
        nodes: [
          {
            id: "hello",
            kind: "say",
            title: "Hello.",
            pointer: "/nodes/hello",
            ports: [{ id: "next", kind: "next", label: "" }],
          },
          { id: "bye", kind: "end", title: "done", pointer: "/nodes/bye", ports: [] },
        ],
        edges: [
          {
            id: "hello:next",
            from: "hello",
            port: "next",
            to: "bye",
            kind: "next",
            label: "",
            pointer: "/nodes/hello/next",
          },
        ],
        layout: exampleLayout,
        comments: { "/nodes/bye": "Always polite." },
        diagnostics: [],
      },
    ],
  },
);

export const flowParams = t.Object({ flow_id: t.String() });
export const draftQuery = t.Object({
  draft: t.UnionEnum(["true", "false"], {
    default: "false",
    description: "true stores a flow that still has errors",
  }),
});
export const diagramQuery = t.Object({
  theme: t.UnionEnum(["auto", "light", "dark"], {
    default: "auto",
    description: "Colours; auto follows the viewer's preference",
  }),
});
export const matchHeaders = t.Object({
  "if-match": t.Optional(
    t.String({
      description: "ETag of the revision that was read. If the flow has changed since, the answer is 412",
    }),
  ),
});
