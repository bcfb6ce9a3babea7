// What a client asks for when it calls, whichever way it comes.

export interface CallRequest {
  readonly mode: "assistant" | "flow";
  /** A built-in flow's name or a stored one's id. */
  readonly programId: string | undefined;
}
