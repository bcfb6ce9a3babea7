// Failure: the message of a rejected promise.

/** Empty when it is not rejected. */
export function failureOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "",
    (error: unknown) => (error as Error).message,
  );
}
