// Fake of Google's generateContent API on a real loopback socket: the parts of a real stream, and the API's checks of a
// request. Written after ai.google.dev/api/generate-content and the types of @google/genai.

import { type Part, StreamServer, type StreamRequest, type StreamScript } from "../stream-server.ts";

export interface GeminiPart {
  readonly text?: string;
  readonly functionCall?: { readonly id?: string; readonly name: string; readonly args: object };
  readonly functionResponse?: { readonly id?: string; readonly name: string; readonly response: object };
  readonly thoughtSignature?: string;
}

export interface GeminiBody {
  readonly contents: readonly { readonly role: string; readonly parts: readonly GeminiPart[] }[];
  readonly generationConfig?: {
    readonly thinkingConfig?: { readonly thinkingLevel?: string; readonly thinkingBudget?: number };
    readonly [key: string]: unknown;
  };
  readonly [key: string]: unknown;
}

/** One event: a whole response. `more`: fields beside the candidates. */
export const respond = (candidate: object | undefined, more: object = {}): Part => ({
  data: JSON.stringify({
    ...(candidate === undefined ? {} : { candidates: [{ index: 0, ...candidate }] }),
    modelVersion: "gemini-3.5-flash-lite",
    responseId: "r1",
    ...more,
  }),
});
const used = (input: number, output: number, more: object = {}): object => ({
  usageMetadata: {
    promptTokenCount: input,
    candidatesTokenCount: output,
    totalTokenCount: input + output,
    ...more,
  },
});
export const parts = (...given: readonly object[]): Part =>
  respond({ content: { role: "model", parts: given } }, used(9, 1));
export const say = (text: string): Part => parts({ text });
export const finish = (reason = "STOP", more: object = {}): Part =>
  respond({ content: { role: "model", parts: [{ text: "" }] }, finishReason: reason }, used(9, 3, more));

/** A correct stream. */
export const geminiSays = (...words: readonly string[]): StreamScript => ({
  parts: [...words.map(say), finish()],
  lineEnd: "\r\n",
});

/** The only signature that the fake accepts back, besides the placeholder for calls of other models. */
export const thoughtSignature = "CiQBsignedByTheModel==";
const foreignSignature = "skip_thought_signature_validator";

export const geminiKey = "test-gemini-key-0123456789";

export class FakeGemini extends StreamServer<GeminiBody> {
  readonly baseUrl = `${this.origin}/v1beta`;

  static async open(...scripts: readonly StreamScript[]): Promise<FakeGemini> {
    const server = new FakeGemini(await StreamServer.listen(), problemsOf);
    server.script(...scripts);
    return server;
  }
}

const fields = new Set("model contents systemInstruction tools toolConfig generationConfig".split(" "));

function problemsOf(request: Omit<StreamRequest<GeminiBody>, "closed">): readonly string[] {
  const { method, path, headers } = request;
  const body = camelCased(request.body) as GeminiBody;
  const problems: string[] = [];
  const must = (condition: boolean, problem: string) => condition || problems.push(problem);
  const [, model = ""] = /^\/v1(?:beta)?\/models\/([\w.-]+):streamGenerateContent\?alt=sse$/.exec(path) ?? [];
  must(method === "POST" && model !== "", `${method} ${path}`);
  must(headers.get("x-goog-api-key") === geminiKey, "a wrong key, or none");
  for (const field of Object.keys(body)) must(fields.has(field), `the field ${field} is refused`);
  const { thinkingLevel, thinkingBudget } = body.generationConfig?.thinkingConfig ?? {};
  const levels = ["low", "medium", "high", ...(model.includes("flash-lite") ? ["minimal"] : [])];
  must(
    thinkingLevel === undefined || levels.includes(thinkingLevel.toLowerCase()),
    `the level ${thinkingLevel} is refused`,
  );
  must(thinkingBudget === undefined || model.startsWith("gemini-2.5"), "a budget for a model of levels");
  return [...problems, ...problemsOfTools(body), ...problemsOfContents(body, model.startsWith("gemini-3"))];
}

/** The API accepts the fields of its messages in both spellings; content of arguments and schemas is not its own. */
function camelCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCased);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
      return [camel, /^(?:args|response|parameters.*)$/.test(camel) ? inner : camelCased(inner)];
    }),
  );
}

interface GeminiTool {
  readonly functionDeclarations: readonly {
    readonly name: string;
    readonly parametersJsonSchema?: { readonly type: string };
    /** The older form, a part of OpenAPI, with types in capitals as well. */
    readonly parameters?: { readonly type: string };
  }[];
}

function problemsOfTools({ tools, toolConfig }: GeminiBody): readonly string[] {
  const given = (tools ?? []) as readonly GeminiTool[];
  const declared = given.flatMap((tool) => tool.functionDeclarations);
  const problems = declared
    .filter(({ name, parametersJsonSchema: schema, parameters = schema }) => {
      return !/^\w{1,64}$/.test(name) || parameters?.type.toLowerCase() !== "object";
    })
    .map(({ name }) => `the function ${name} is declared wrongly`);
  const mode = (toolConfig as { functionCallingConfig?: { mode?: string } } | undefined)
    ?.functionCallingConfig?.mode;
  if (mode !== undefined && !["AUTO", "ANY", "NONE"].includes(mode)) problems.push(`mode ${mode}`);
  if (mode !== undefined && declared.length === 0) problems.push("a mode without functions");
  return problems;
}

/** Sides alternate and end with the user; calls are answered in order, and signed within the current turn. */
function problemsOfContents({ contents }: GeminiBody, signs: boolean): readonly string[] {
  const problems: string[] = [];
  const must = (condition: boolean, problem: string) => condition || problems.push(problem);
  must(contents.length % 2 === 1, "the conversation does not end with the user");
  const turnBegins = contents.findLastIndex(
    ({ role, parts: given }) => role === "user" && given.some(({ text }) => text !== undefined),
  );
  let open: readonly string[] = [];
  for (const [index, { role, parts: given }] of contents.entries()) {
    must(role === (index % 2 === 0 ? "user" : "model"), `content ${index} is of the ${role}`);
    must(given.length > 0 && given.every(({ text }) => text !== ""), `content ${index} has an empty part`);
    const answers = given.flatMap(({ functionResponse: of }) => (of === undefined ? [] : [keyOf(of)]));
    must(
      JSON.stringify(answers) === JSON.stringify(open),
      `calls ${open.join(" ")} got ${answers.join(" ")}`,
    );
    const calls = given.filter(({ functionCall }) => functionCall !== undefined);
    open = calls.map(({ functionCall: of }) => keyOf(of!));
    const [first] = calls;
    if (!signs || first === undefined) continue;
    const signed = first.thoughtSignature;
    const isKnown = signed === thoughtSignature || signed === foreignSignature;
    must(index < turnBegins || isKnown, `a call is missing its thought signature: ${signed}`);
  }
  must(open.length === 0, "calls without an answer");
  return problems;
}

function keyOf({ id = "", name }: { readonly id?: string; readonly name: string }): string {
  return `${name}/${id}`;
}
