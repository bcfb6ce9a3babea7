// Polling: waits for a condition that only polling can detect, such as the end of a socket, another process, or a
// library with its own clock.

/** Milliseconds between two polls. */
const lookMs = 10;

/** Resolves as soon as the condition holds; rejects after `msMax`, with the words of `what`. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  msMax = 60_000,
): Promise<void> {
  const deadline = performance.now() + msMax;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`There was no ${what} within ${msMax} ms`);
    await Bun.sleep(lookMs);
  }
}

/** Lets the machine's own events happen once: data sent to a socket of this process is read. */
export async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
