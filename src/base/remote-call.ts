// Remote procedure call: one process calls another's functions by name over messages and gets results, and errors
// with their type. Messages, and so calls, keep their order.

import { Fault, type FaultCode, type FaultOptions } from "./fault.ts";

/** Plain data that a structured clone takes. */
export interface CallMessage {
  readonly call: number;
  readonly name: string;
  readonly args: readonly unknown[];
}

export type AnswerMessage =
  | { readonly answer: number; readonly value: unknown }
  | { readonly answer: number; readonly error: CrossingError };

/** Error in transit: a structured clone keeps neither its name nor its code. */
export interface CrossingError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly code: string | number | undefined;
  readonly cause: CrossingError | undefined;
  /** Fields of a fault, except its cause. */
  readonly fault: FaultOptions | undefined;
}

/** Answerers by name. */
export type Answerers = ReadonlyMap<string, (...args: readonly unknown[]) => unknown>;

export class RemoteCalls {
  readonly #send: (message: CallMessage) => void;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #last = 0;
  #lost: Error | undefined;

  constructor(send: (message: CallMessage) => void) {
    this.#send = send;
  }

  /** Rejects with the other side's error. Stays open if that side dies, unless it is declared lost. */
  call(name: string, args: readonly unknown[]): Promise<unknown> {
    if (this.#lost !== undefined) return Promise.reject(this.#lost);
    const waiting = Promise.withResolvers<unknown>();
    this.#last += 1;
    this.#waiting.set(this.#last, waiting);
    this.#send({ call: this.#last, name, args });
    return waiting.promise;
  }

  answered(message: AnswerMessage): void {
    const waiting = this.#waiting.get(message.answer);
    this.#waiting.delete(message.answer);
    if ("error" in message) waiting?.reject(arrived(message.error));
    else waiting?.resolve(message.value);
  }

  /** Rejects all waiting calls, and all later ones. */
  lost(error: Error): void {
    this.#lost ??= error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/** Answer to a call; rejects never. */
export async function answerTo(
  { call: answer, name, args }: CallMessage,
  answerers: Answerers,
): Promise<AnswerMessage> {
  try {
    const answerer = answerers.get(name);
    if (answerer === undefined) throw new TypeError(`Nothing is called ${name}`);
    return { answer, value: await answerer(...args) };
  } catch (error) {
    return { answer, error: crossing(error) };
  }
}

export function crossing(error: unknown): CrossingError {
  if (!(error instanceof Error)) return crossing(new Error(String(error)));
  const { name, message, stack, cause } = error;
  const code = "code" in error ? (error.code as string | number | undefined) : undefined;
  const { cause: _, ...fault } = error instanceof Fault ? error.options : {};
  return {
    name,
    message,
    stack,
    code,
    cause: cause === undefined ? undefined : crossing(cause),
    fault: error instanceof Fault ? fault : undefined,
  };
}

export function arrived({ name, message, stack, code, cause: inner, fault }: CrossingError): Error {
  const cause = inner && arrived(inner);
  // The fault's code is from the closed list of the same program.
  if (fault !== undefined) return new Fault(code as FaultCode, message, { ...fault, cause });
  const error = new Error(message, cause === undefined ? {} : { cause });
  Object.assign(error, { name, stack }, code === undefined ? {} : { code });
  return error;
}
