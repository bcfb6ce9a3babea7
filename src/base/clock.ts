// Clock: time as a parameter. Only this file may touch the machine's clocks and timers.

export interface Clock {
  /** Milliseconds on a monotonic axis with an arbitrary origin. */
  now(): number;
  /** Milliseconds since the Unix epoch, for people and records. */
  wall(): number;
  /** Runs `fire` once, `ms` from now, unless the returned timer is disposed first. */
  after(ms: number, fire: () => void): Disposable;
}

export const wallClock: Clock = {
  now: () => performance.now(),
  wall: () => Date.now(),
  after(ms, fire) {
    // An overdue timer fires now: a negative time prints a warning on the terminal.
    const timer = setTimeout(fire, Math.max(0, ms));
    return { [Symbol.dispose]: () => clearTimeout(timer) };
  },
};

/** Resolves after `ms`, or rejects with the signal's reason as soon as it is aborted. */
export function delay(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const stop = () => {
      timer[Symbol.dispose]();
      reject(signal.reason as Error);
    };
    const timer = clock.after(ms, () => {
      signal.removeEventListener("abort", stop);
      resolve();
    });
    signal.addEventListener("abort", stop, { once: true });
  });
}

/** Result of `work`, or a rejection after `ms`; its later result is ignored. */
export function within<T>(clock: Pick<Clock, "after">, ms: number, work: Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const late = clock.after(ms, () => reject(new Error(`No answer within ${ms} ms`)));
  work.then(resolve, reject);
  return promise.finally(() => late[Symbol.dispose]());
}
