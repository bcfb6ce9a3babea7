// What the API document says about one route: words, group and the problems it answers besides the common ones.

import type { FaultCode } from "../base/fault.ts";

export interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly tags: string[];
  readonly "x-problems": readonly FaultCode[];
  readonly responses?: Record<string, { description: string; content?: Record<string, object> }>;
}

interface Words {
  readonly summary: string;
  readonly description: string;
  readonly tag: "engine" | "voice" | "pages";
  readonly problems?: readonly FaultCode[];
  /** For routes whose answer is not described by a schema. */
  readonly answer?: { readonly status?: number; readonly says: string; readonly type?: string };
}

/** Goes into a route's `detail`; openapi.ts turns the problem codes into documented responses. */
export function operation({ summary, description, tag, problems = [], answer }: Words): Operation {
  const common = { summary, description, tags: [tag], "x-problems": problems };
  if (answer === undefined) return common;
  const { status = 200, says, type } = answer;
  const content = type === undefined ? {} : { content: { [type]: { schema: { type: "string" } } } };
  return { ...common, responses: { [status]: { description: says, ...content } } };
}
