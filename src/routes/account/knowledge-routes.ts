// Routes of knowledge: the sources of an account's bases, which its flows answer from.

import { Elysia, t } from "elysia";
import { Type } from "typebox";
import type { StoredSource } from "../../../db/port/knowledge-store.ts";
import { Fault } from "../../base/fault.ts";
import {
  addSource,
  checkBase,
  type KnowledgeParts,
  listAllSources,
  listSources,
  removeSource,
  tryQuestion,
} from "../../cloud/knowledge/knowledge-bases.ts";
import type { Gate } from "../http/auth.ts";
import { operation } from "../http/route-operation.ts";
import { requestBody, standard } from "../http/route-schema.ts";
import { checkText } from "../http/well-formed-text.ts";

export interface KnowledgeRouteOptions extends KnowledgeParts {
  readonly gate: Gate;
}

const kind = Type.Enum(["text", "markdown", "html", "csv"]);
const example = {
  id: "src_01kzqv7m3wfh2m5s9x0d4t6y8b",
  base: "faq",
  type: "csv" as const,
  title: "Questions at the desk",
  url: null,
  passages: 12,
  ready: true,
  created_at: "2026-11-24T12:00:00.000Z",
};
const source = Type.Object(
  {
    id: Type.String(),
    base: Type.String(),
    type: kind,
    title: Type.String(),
    url: Type.Union([Type.String(), Type.Null()], { description: "URL that the source was fetched from" }),
    passages: Type.Integer({ description: "Number of passages in the search index" }),
    ready: Type.Boolean({
      description: "false while the source is being added or removed. It is not searched then",
    }),
    created_at: Type.String({ format: "date-time" }),
  },
  { examples: [example] },
);
const list = Type.Array(source, { examples: [[example]] });

const language = Type.Optional(Type.String({ maxLength: 35, description: "BCP 47. Default `en`" }));
const given = requestBody(
  {
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    type: Type.Optional(kind),
    text: Type.Optional(
      Type.String({
        minLength: 1,
        description: "Text of the source. CSV has one question and answer per row",
      }),
    ),
    url: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2_048,
        description: "URL to fetch once, instead of `text`. Its server sets the type. At most 256 KiB",
      }),
    ),
    language,
  },
  {
    examples: [
      { title: "Questions at the desk", type: "csv", text: "When are you open?,From nine to five." },
    ],
  },
);

const exampleBase = { base: "faq", sources: [example] };
const bases = Type.Array(Type.Object({ base: Type.String(), sources: Type.Array(source) }), {
  examples: [[exampleBase]],
});

const asked = requestBody(
  { question: Type.String({ minLength: 1, maxLength: 1_000 }), language },
  { examples: [{ question: "When are you open?" }] },
);
const tried = Type.Object(
  {
    answer: Type.Union([Type.String(), Type.Null()], {
      description: "Answer that a flow without a language model gives; null: no passage matches",
    }),
    passages: Type.Array(
      Type.Object({
        title: Type.String(),
        text: Type.String(),
        covers: Type.Number({ description: "Share of the question that the passage covers, 0 to 1" }),
      }),
      { description: "Best first, at most three" },
    ),
  },
  {
    examples: [
      {
        answer: "From nine to five.",
        passages: [{ title: "Questions at the desk", text: "From nine to five.", covers: 1 }],
      },
    ],
  },
);

const base = t.String({
  description:
    "Name of the knowledge base in flows: letters, digits, - and _. For the files of a flow, `flow:` and its id",
});
const languageForm = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/;

export function knowledgeRoutes({ gate, ...parts }: KnowledgeRouteOptions) {
  return new Elysia({ name: "knowledge" })
    .use(questionRoutes({ gate, ...parts }))
    .get(
      "/v1/knowledge/:base/sources",
      async ({ request, params }) => {
        const accountId = gate.accountOf(request);
        return (await listSources(parts, { accountId, base: params.base })).map(shown);
      },
      {
        params: t.Object({ base }),
        response: { 200: standard(list) },
        detail: operation({
          summary: "List the sources of a knowledge base",
          description: "Oldest first. Empty for an unknown base.",
          tag: "flows",
          access: "account",
        }),
      },
    )
    .post(
      "/v1/knowledge/:base/sources",
      async ({ request, params, body, set }) => {
        checkBase(params.base);
        const where = { accountId: gate.accountOf(request), base: params.base, signal: request.signal };
        const added = await addSource(parts, { ...where, ...givenIn(body) });
        set.status = 201;
        return shown(added);
      },
      {
        params: t.Object({ base }),
        body: standard(given),
        response: { 201: standard(source) },
        detail: operation({
          summary: "Add a source to a knowledge base",
          description:
            "Adds text, Markdown, HTML, or CSV with questions and answers, as `text` or from a URL. The first source creates the base. At most 2,000 passages per source, 100 sources per base, 50 bases and 50,000 passages per account.",
          tag: "flows",
          access: "account",
          problems: ["knowledge/invalid", "knowledge/unreachable", "account/limit", "flow/busy"],
        }),
      },
    )
    .delete(
      "/v1/knowledge/:base/sources/:source_id",
      async ({ request, params, set }) => {
        const accountId = gate.accountOf(request);
        await removeSource(parts, { accountId, base: params.base, id: params.source_id });
        set.status = 204;
      },
      {
        params: t.Object({ base, source_id: t.String() }),
        detail: operation({
          summary: "Delete a source of a knowledge base",
          description: "Running calls no longer find it.",
          tag: "flows",
          access: "account",
          problems: ["knowledge/not-found"],
          answer: { status: 204, says: "Deleted" },
        }),
      },
    );
}

/** List of bases, and a question to one of them. */
function questionRoutes({ gate, ...parts }: KnowledgeRouteOptions) {
  return new Elysia({ name: "knowledge-questions" })
    .get(
      "/v1/knowledge",
      async ({ request }) => {
        const sources = await listAllSources(parts, gate.accountOf(request));
        const byBase = Map.groupBy(sources, (each) => each.base);
        return [...byBase].map(([name, each]) => ({ base: name, sources: each.map(shown) }));
      },
      {
        response: { 200: standard(bases) },
        detail: operation({
          summary: "List the knowledge bases",
          description: "All knowledge bases with their sources, oldest first.",
          tag: "flows",
          access: "account",
        }),
      },
    )
    .post(
      "/v1/knowledge/:base/try",
      async ({ request, params, body }) => {
        const { question, language: given = "en" } = body;
        checkLanguage(given);
        checkText(question, "/question");
        const wanted = { base: params.base, words: question, language: given };
        const { answer = null, passages } = await tryQuestion(parts, gate.accountOf(request), wanted);
        return { answer, passages: passages.map(({ title, text, covers }) => ({ title, text, covers })) };
      },
      {
        params: t.Object({ base }),
        body: standard(asked),
        response: { 200: standard(tried) },
        detail: operation({
          summary: "Try a question on a knowledge base",
          description:
            "Searches like `answer_from` and returns the answer that a flow without a language model gives.",
          tag: "flows",
          access: "account",
        }),
      },
    );
}

interface GivenBody {
  readonly title?: string;
  readonly language?: string;
  readonly type?: "text" | "markdown" | "html" | "csv";
  readonly text?: string;
  readonly url?: string;
}

function givenIn({ title = "", language = "en", ...body }: GivenBody) {
  checkLanguage(language);
  checkText(title, "/title");
  return { title, language, from: fromOf(body) };
}

function checkLanguage(language: string): void {
  if (!languageForm.test(language)) throw invalid("/language", "Must be a language tag such as en or de-CH.");
}

function fromOf({ type, text, url }: GivenBody) {
  if (url !== undefined && text === undefined) {
    if (type !== undefined) throw unusable("Leave `type` out for a URL: its server sets the type.");
    return { url };
  }
  if (text === undefined || url !== undefined) throw unusable("Give either a text or a url, not both.");
  checkText(text, "/text");
  return { kind: type ?? ("text" as const), text };
}

const unusable = (why: string): Fault => new Fault("knowledge/invalid", `The source cannot be used. ${why}`);

function invalid(pointer: string, detail: string): Fault {
  return new Fault("request/invalid", `The body does not fit its schema at "${pointer}": ${detail}`, {
    errors: [{ pointer, detail }],
  });
}

function shown({ isReady, kind: type, createdAt, ...rest }: StoredSource) {
  return { ...rest, type, ready: isReady, created_at: new Date(createdAt).toISOString() };
}
