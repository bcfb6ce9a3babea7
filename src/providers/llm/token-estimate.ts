// Token estimate: the estimated use of an answer, for servers that do not count and for answers cancelled before
// their vendor counted.

import type { LlmRequest, Usage } from "../provider-contract.ts";

/** Near enough for every vendor's tokens in European languages. */
const charsPerToken = 4;

/** `outputChars`: UTF-16 units of received text and tool arguments. */
export function estimatedUsage(request: LlmRequest, outputChars: number): Usage {
  const tools = request.tools === undefined ? 0 : JSON.stringify(request.tools).length;
  const inputChars = request.messages.reduce(
    (sum, message) =>
      sum +
      message.text.length +
      (message.role === "assistant" ? JSON.stringify(message.toolCalls ?? "").length - 2 : 0),
    tools,
  );
  return {
    unit: "tokens",
    input: Math.ceil(inputChars / charsPerToken),
    output: Math.ceil(outputChars / charsPerToken),
    basis: "estimated",
  };
}
