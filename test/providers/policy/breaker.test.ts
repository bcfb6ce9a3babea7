// Circuit breaker: when it opens, for how long, and which requests it lets through.

import { describe, expect, test } from "bun:test";
import { type ErrorKind, ProviderError } from "../../../src/providers/provider-contract.ts";
import { Breakers } from "../../../src/providers/policy/breaker.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";

function error(kind: ErrorKind, retryAfterMs?: number): ProviderError {
  const more = retryAfterMs === undefined ? {} : { retryAfterMs };
  return new ProviderError(kind, {
    provider: "p",
    capability: "llm",
    phase: "start",
    message: "It failed",
    emitted: false,
    ...more,
  });
}

function world() {
  const clock = new VirtualClock();
  const breakers = new Breakers(clock);
  const fail = (kind: ErrorKind, retryAfterMs?: number): void => {
    breakers.started("a");
    breakers.failed("a", error(kind, retryAfterMs));
  };
  return { clock, breakers, fail };
}

describe("breaker", () => {
  test("three failures within 30 s open the breaker for 15 s, and only for the failing provider", async () => {
    const { clock, breakers, fail } = world();
    fail("transient");
    await clock.advance(14_000);
    fail("transient");
    expect(breakers.refusal("a")).toBeUndefined();
    await clock.advance(14_000);
    fail("transient");
    expect(breakers.refusal("a")).toBe("transient");
    expect(breakers.refusal("b")).toBeUndefined();
    await clock.advance(14_999);
    expect(breakers.refusal("a")).toBe("transient");
    await clock.advance(1);
    expect(breakers.refusal("a")).toBeUndefined();
  });

  test("failures further apart than 30 s do not open it", async () => {
    const { clock, breakers, fail } = world();
    for (let at = 0; at < 5; at++) {
      fail("transient");
      await clock.advance(15_000);
    }
    expect(breakers.refusal("a")).toBeUndefined();
  });

  test("half open, one request passes; a failed trial doubles the time up to two minutes; success resets", async () => {
    const { clock, breakers, fail } = world();
    for (let at = 0; at < 3; at++) fail("transient");
    for (const openMs of [15_000, 30_000, 60_000, 120_000, 120_000]) {
      await clock.advance(openMs - 1);
      expect(breakers.refusal("a")).toBe("transient");
      await clock.advance(1);
      expect(breakers.refusal("a")).toBeUndefined();
      breakers.started("a");
      expect(breakers.refusal("a")).toBe("transient");
      breakers.failed("a", error("transient"));
    }
    await clock.advance(120_000);
    breakers.started("a");
    breakers.succeeded("a");
    expect(breakers.size).toBe(0);
    fail("transient");
    expect(breakers.refusal("a")).toBeUndefined();
  });

  test("an abandoned trial leaves room for the next", async () => {
    const { clock, breakers, fail } = world();
    for (let at = 0; at < 3; at++) fail("transient");
    await clock.advance(15_000);
    breakers.started("a");
    breakers.gaveUp("a");
    expect(breakers.refusal("a")).toBeUndefined();
    breakers.started("a");
    await clock.advance(30_000);
    expect(breakers.refusal("a")).toBeUndefined();
  });

  test.each(["auth", "quota"] as const)("%s opens it for five minutes at once", async (kind) => {
    const { clock, breakers, fail } = world();
    fail(kind);
    await clock.advance(299_999);
    expect(breakers.refusal("a")).toBe(kind);
    await clock.advance(1);
    expect(breakers.refusal("a")).toBeUndefined();
  });

  test.each([
    [5_000, 5_000],
    [600_000, 60_000],
    [undefined, 1_000],
  ])("a rate limit of %p ms opens it for %p ms", async (asked, openMs) => {
    const { clock, breakers, fail } = world();
    fail("rate_limit", asked);
    await clock.advance(openMs - 1);
    expect(breakers.refusal("a")).toBe("rate_limit");
    await clock.advance(1);
    expect(breakers.refusal("a")).toBeUndefined();
  });

  test.each(["bad_input", "content", "cancelled", "session_limit"] as const)("%s never counts", (kind) => {
    const { breakers, fail } = world();
    for (let at = 0; at < 10; at++) fail(kind);
    expect(breakers.refusal("a")).toBeUndefined();
    expect(breakers.size).toBe(0);
  });

  test("its memory is bounded", () => {
    const { breakers } = world();
    for (let at = 0; at < 10_100; at++) breakers.failed(String(at), error("transient"));
    expect(breakers.size).toBe(10_000);
  });
});
