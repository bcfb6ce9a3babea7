// Mistakes of coding agents at /mcp: the protocol's own error answers each, and says what was meant.

import { afterAll, beforeAll } from "bun:test";
import { json } from "../support/json-request.ts";
import { type Mistake, testMistakes } from "../support/mistakes.ts";
import { signUpAt } from "../support/people.ts";
import { type TestServer, serveTest } from "../support/servers/served.ts";

let served: TestServer;
let key: string;

beforeAll(async () => {
  served = await serveTest();
  ({ key } = await signUpAt(served));
});
afterAll(() => served[Symbol.asyncDispose]());

/** `at` is the code of the error, or "isError" where the tool itself refuses. */
const tool = (about: string, params: object, at: string, says: RegExp): Mistake<object> => ({
  about,
  does: { jsonrpc: "2.0", id: 1, method: "tools/call", params },
  at,
  says,
});

const mistakes: readonly Mistake<object>[] = [
  tool("a misspelt tool", { name: "flow_chekc" }, "-32602", /did you mean 'flow_check'\?/),
  tool("a tool that is not there", { name: "weather" }, "-32602", /there are flow_reference, flow_check, /),
  tool(
    "a misspelt argument",
    { name: "flow_check", arguments: { yml: "" } },
    "isError",
    /did you mean 'yaml'\?/,
  ),
  tool(
    "arguments as a text",
    { name: "flow_check", arguments: "yaml" },
    "-32602",
    /arguments must be an object/,
  ),
];

interface Answer {
  readonly error?: { readonly code: number; readonly message: string };
  readonly result?: { readonly isError: boolean; readonly content: readonly { readonly text: string }[] };
}

testMistakes("mcp", mistakes, async (message) => {
  const response = await served.ask("/mcp", json("POST", message, { authorization: `Bearer ${key}` }));
  const { error, result } = (await response.json()) as Answer;
  if (error !== undefined) return { at: [String(error.code)], said: error.message };
  const said = result?.content.map(({ text }) => text).join("\n") ?? "";
  return { at: result?.isError === true ? ["isError"] : [], said };
});
