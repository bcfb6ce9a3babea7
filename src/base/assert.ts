// The two ways to say that our own assumption broke: what throws here is a bug of ours, never the caller's.

export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Assumption broken: ${message}`);
}

/** The bottom of an exhaustive switch: a new member of the union breaks the build here. */
export function unreachable(value: never): never {
  throw new Error(`Unhandled: ${JSON.stringify(value)}`);
}
