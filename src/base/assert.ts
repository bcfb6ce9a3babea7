// Assertions: report a broken assumption of ours. Their errors are bugs of this program, never the caller's mistake.

export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Assumption broken: ${message}`);
}

/** The bottom of an exhaustive switch: a new member of the union breaks the build here. */
export function unreachable(value: never): never {
  throw new Error(`Unhandled: ${JSON.stringify(value)}`);
}
