// Abort promise: an AbortSignal as a promise, to race with work that does not stop by itself.

/** Resolves when the signal is aborted, otherwise never. */
export function aborted(signal: AbortSignal): Promise<undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  if (signal.aborted) resolve(undefined);
  else signal.addEventListener("abort", () => resolve(undefined), { once: true });
  return promise;
}
