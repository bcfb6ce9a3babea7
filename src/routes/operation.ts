// What the API document says about one route: words, group and the problems it answers besides the common ones.

import type { FaultCode } from "../base/fault.ts";

export interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly tags: string[];
  readonly "x-problems": readonly FaultCode[];
}

interface Words {
  readonly summary: string;
  readonly description: string;
  readonly tag: "engine" | "voice" | "pages";
  readonly problems?: readonly FaultCode[];
}

/** Goes into a route's `detail`; openapi.ts turns the problem codes into documented responses. */
export function operation({ summary, description, tag, problems = [] }: Words): Operation {
  return { summary, description, tags: [tag], "x-problems": problems };
}
