// What a client asks for when it calls, whichever way it comes.

import type { StoredProgram } from "./programs.ts";

export interface CallRequest {
  readonly mode: "assistant" | "flow";
  /** A built-in flow's name or a stored one's id. */
  readonly programId: string | undefined;
  /** The stored flow of that id, once it is ready to run. */
  readonly flow?: StoredProgram | undefined;
}
