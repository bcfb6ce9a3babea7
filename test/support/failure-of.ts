// Failure: the message of a rejected promise.

/** Empty if the promise is not rejected. */
export function failureOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "",
    (error: unknown) => (error as Error).message,
  );
}
