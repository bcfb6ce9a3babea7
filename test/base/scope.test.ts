// Scope: the parts of a lifetime end with it, once, in the right order, without leaks.

import { expect, test } from "bun:test";
import { Scope } from "../../src/base/scope.ts";

const silent = (): void => undefined;

/** A resource that records its name when it is closed. */
function resource(name: string, into: string[]): AsyncDisposable {
  return { [Symbol.asyncDispose]: async () => void into.push(name) };
}

/** Work that runs until its abort, then takes one more step. */
function untilStopped(signal: AbortSignal, then: () => void): Promise<void> {
  return new Promise((resolve) =>
    signal.addEventListener("abort", () => {
      then();
      resolve();
    }),
  );
}

test("scope: closing aborts, waits for the work, then closes its resources in reverse", async () => {
  const order: string[] = [];
  const scope = new Scope("call", silent);
  scope.own(resource("first", order));
  scope.own(resource("second", order));
  scope.run((signal) => untilStopped(signal, () => order.push("work")));
  await scope.close();
  expect(order).toEqual(["work", "second", "first"]);
});

test("scope: a child ends before its parent's resources, and may end sooner", async () => {
  const order: string[] = [];
  const call = new Scope("call", silent);
  call.own(resource("call", order));
  const reply = call.child("reply");
  reply.own(resource("reply", order));
  const early = call.child("early");
  early.own(resource("early", order));
  await early.close();
  expect([call.signal.aborted, order]).toEqual([false, ["early"]]);
  await call.close();
  expect(order).toEqual(["early", "reply", "call"]);
});

test("scope: closing aborts in the same tick, children included", () => {
  const call = new Scope("call", silent);
  const reply = call.child("reply");
  void call.close();
  expect([call.signal.aborted, reply.signal.aborted]).toEqual([true, true]);
});

test("scope: failing work is reported once and closes its scope", async () => {
  const reported: unknown[] = [];
  const scope = new Scope("call", (error) => reported.push(error));
  const failure = new Error("lost");
  const closed = new Promise((resolve) => scope.signal.addEventListener("abort", resolve));
  scope.run(() => Promise.reject(failure));
  await closed;
  await scope.close();
  expect(reported).toEqual([failure]);
  expect(scope.signal.aborted).toBe(true);
});

test("scope: work that fails because of a stop does not count as a failure", async () => {
  const reported: unknown[] = [];
  const scope = new Scope("call", (error) => reported.push(error));
  scope.run(async (signal) => {
    await untilStopped(signal, silent);
    throw new Error("stopped");
  });
  await scope.close();
  expect(reported).toEqual([]);
});

test("scope: a resource that fails to close is reported and delays nothing", async () => {
  const reported: unknown[] = [];
  const order: string[] = [];
  const scope = new Scope("call", (error) => reported.push(error));
  scope.own(resource("good", order));
  scope.own({
    [Symbol.dispose]() {
      throw new Error("stuck");
    },
  });
  await scope.close();
  expect([reported.length, order]).toEqual([1, ["good"]]);
});

test("scope: a late resource is closed at once", async () => {
  const order: string[] = [];
  const scope = new Scope("call", silent);
  await scope.close();
  scope.own(resource("late", order));
  expect(order).toEqual(["late"]);
  expect(scope.child("late").signal.aborted).toBe(true);
});

test("scope: a second close has no effect", async () => {
  const order: string[] = [];
  const scope = new Scope("call", silent);
  scope.own(resource("only", order));
  await Promise.all([scope.close(), scope.close()]);
  await scope[Symbol.asyncDispose]();
  expect(order).toEqual(["only"]);
});

test("scope: the process lists its open scopes", async () => {
  const before = Scope.open.size;
  const call = new Scope("call", silent);
  const reply = call.child("reply");
  expect([Scope.open.size - before, Scope.open.has(reply)]).toEqual([2, true]);
  await call.close();
  expect(Scope.open.size).toBe(before);
});
