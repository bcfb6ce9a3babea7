// Failure: what a promise is rejected with, as its message.

/** Empty when it is not rejected. */
export function failureOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "",
    (error: unknown) => (error as Error).message,
  );
}
