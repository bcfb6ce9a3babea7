// Chat completions client against servers that refuse, break, stall and hang, and with callers who interrupt.

import { afterEach, describe, expect, test } from "bun:test";
import type { ProviderError } from "../../../src/providers/provider-contract.ts";
import { all, ask, closeServer, never, openClient, serve } from "../../support/servers/chat-client.ts";
import { until } from "../../support/until.ts";
import {
  type ChatScript,
  doneMark,
  finish,
  role,
  say,
  wellBehaved,
} from "../../support/servers/chat-server.ts";
import { settle, VirtualClock } from "../../support/fakes/virtual-clock.ts";

afterEach(closeServer);

describe("openai-compatible model: failures", () => {
  const error = (code: string, message = "No.") => JSON.stringify({ error: { message, code, type: code } });
  const refusals: readonly (readonly [number, string, string])[] = [
    [400, error("context_length_exceeded"), "bad_input"],
    [400, error("content_filter"), "content"],
    [401, error("invalid_api_key"), "auth"],
    [402, "{}", "quota"],
    [403, "<html>", "auth"],
    [404, error("model_not_found"), "bad_input"],
    [422, '{"object":"error","message":{"detail":["x"]}}', "bad_input"],
    [429, error("insufficient_quota"), "quota"],
    [429, error("credit_balance_exhausted"), "quota"],
    [429, error("rate_limit_exceeded"), "rate_limit"],
    [400, error("tool_use_failed"), "transient"],
    [400, error("json_validate_failed"), "transient"],
    [413, error("request_too_large"), "bad_input"],
    [424, "{}", "transient"],
    [498, "{}", "rate_limit"],
    [429, error("organization_spend_limit_exceeded"), "quota"],
    [429, error("slow_down"), "rate_limit"],
    [503, '{"error":{"message":"Loading model","type":"unavailable_error"}}', "transient"],
    [302, "", "bad_input"],
    [200, error("server_error"), "transient"],
    [200, '{"choices":[{"message":{"content":"whole"}}]}', "unsupported"],
  ];
  for (const [status, body, kind] of refusals) {
    test(`a ${status} with ${body.slice(0, 44)} is ${kind}`, async () => {
      const headers = status === 302 ? { Location: "http://127.0.0.1:1/" } : {};
      const to = await serve({ status, body, headers }, { status, body, headers });
      const result = await all(ask(to));
      expect(result.error?.kind).toBe(kind as ProviderError["kind"]);
      expect(result.error?.info.httpStatus).toBe(status);
      expect(to.requests.length).toBe(kind === "transient" ? 2 : 1);
    });
  }

  const broken: Record<string, ChatScript> = {
    "that ends without a reason": { parts: [say("Hel")] },
    "with an error inside": { parts: [say("Hel"), { data: '{"error":{"code":502,"message":"upstream"}}' }] },
    "with an error as its reason": { parts: [say("Hel"), finish("error")] },
    "that is cut within an event": { parts: [say("Hel"), { raw: 'data: {"choices":[{"del' }] },
    "that is not JSON": { parts: [say("Hel"), { data: "nonsense" }, doneMark] },
  };
  for (const [name, script] of Object.entries(broken)) {
    test(`a stream ${name} fails as transient and is not tried again after its text`, async () => {
      const to = await serve(script);
      const result = await all(ask(to));
      expect(result.text).toBe("Hel");
      expect(result.error?.kind).toBe("transient");
      expect(result.error?.info.emitted).toBe(true);
      expect(to.requests.length).toBe(1);
    });
  }

  for (const [code, kind] of [
    [402, "quota"],
    [429, "rate_limit"],
    [502, "transient"],
  ] as const) {
    test(`an error ${code} of the server behind a gateway, in the middle of the stream, is ${kind}`, async () => {
      const event = { error: { code, message: "No." }, choices: [{ delta: {}, finish_reason: "error" }] };
      const { error: thrown } = await all(
        ask(await serve({ parts: [say("Hel"), { data: JSON.stringify(event) }] })),
      );
      expect([thrown?.kind, thrown?.info.emitted]).toEqual([kind, true]);
    });
  }

  test("a connection that breaks in the middle fails as transient", async () => {
    const gate = Promise.withResolvers<void>();
    const stream = ask(await serve({ parts: [say("Hel"), { gate: gate.promise }], end: "cut" }));
    await stream.next();
    gate.resolve();
    const { error } = await all(stream);
    expect([error?.kind, error?.info.emitted]).toEqual(["transient", true]);
  });

  test("an endless line is refused and the connection closed", async () => {
    const to = await serve({ parts: [{ raw: `data: ${"x".repeat(1_100_000)}` }, { gate: never }] });
    expect((await all(ask(to))).error?.kind).toBe("bad_input");
    await (
      await to.request(0)
    ).closed;
  });

  test("an unreachable server is transient, with two tries", async () => {
    const to = await serve();
    await to[Symbol.asyncDispose]();
    const logged: string[] = [];
    const result = await all(ask(to, { logged }));
    expect(result.error?.kind).toBe("transient");
    expect(logged.filter((line) => line.includes("llm.retry")).length).toBe(1);
  });
});

describe("openai-compatible model: the second try", () => {
  const busy: ChatScript = { status: 503, body: '{"error":{"message":"Loading model"}}' };

  test("a transient failure before any text is tried once more, after a pause", async () => {
    const clock = new VirtualClock();
    const to = await serve(busy, wellBehaved("Here."));
    const result = all(ask(to, { clock, random: () => 0.5 }));
    await until("timer", () => clock.pending === 2);
    await clock.advance(174);
    expect(to.requests.length).toBe(1);
    await clock.advance(1);
    expect((await result).text).toBe("Here.");
    expect(clock.pending).toBe(0);
  });

  test("the second failure is final", async () => {
    const to = await serve(busy, busy, wellBehaved("Too late."));
    expect((await all(ask(to))).error?.kind).toBe("transient");
    expect(to.requests.length).toBe(2);
  });

  test("a server that asks for a short wait gets it", async () => {
    const clock = new VirtualClock();
    const limited = { status: 429, headers: { "Retry-After-Ms": "700" }, body: "{}" };
    const to = await serve(limited, wellBehaved("Here."));
    const result = all(ask(to, { clock }));
    await until("timer", () => clock.pending === 2);
    await clock.advance(699);
    expect(to.requests.length).toBe(1);
    await clock.advance(1);
    expect((await result).text).toBe("Here.");
  });

  test("a server that asks for a long wait is not asked again", async () => {
    const to = await serve({ ...busy, headers: { "Retry-After": "30" } });
    const { error } = await all(ask(to));
    expect(error?.info.retryAfterMs).toBe(30_000);
    expect(to.requests.length).toBe(1);
  });

  test("cancelling during the pause ends it", async () => {
    const clock = new VirtualClock();
    const abort = new AbortController();
    const result = all(ask(await serve(busy), { clock, signal: abort.signal }));
    await until("timer", () => clock.pending === 2);
    abort.abort();
    expect((await result).error?.kind).toBe("cancelled");
    expect(clock.pending).toBe(0);
  });
});

describe("openai-compatible model: deadlines", () => {
  for (const [where, script] of Object.entries<ChatScript>({
    "before the head of the response": { headGate: never },
    "before the first text": { parts: [role(), { comment: "keep-alive" }, { gate: never }] },
    "while it thinks": { parts: [say("<think>Hm"), { gate: never }] },
    "within the words of an error": { status: 500, headers: { "Content-Length": "99" }, body: "{" },
  })) {
    test(`a server that hangs ${where} is left at the deadline, and not tried again`, async () => {
      const clock = new VirtualClock();
      const to = await serve(script);
      const result = all(ask(to, { clock, firstTokenMs: 4_000 }));
      const request = await to.request(0);
      await clock.advance(3_999);
      await clock.advance(1);
      const { error } = await result;
      expect(error?.kind).toBe("transient");
      expect(error?.message).toContain("did not begin");
      expect(error?.info.emitted).toBe(false);
      await request.closed;
      expect(to.requests.length).toBe(1);
      expect(clock.pending).toBe(0);
    });
  }

  test("a server that may have to load its model gets time for it, until it answers and after minutes of rest", async () => {
    const clock = new VirtualClock();
    const to = await serve(
      { headGate: never },
      wellBehaved("Hello."),
      { headGate: never },
      { headGate: never },
    );
    const llm = openClient(to, { firstTokenMs: 8_000, loadMs: 30_000 });
    const givesUpAfter = async (number: number): Promise<number> => {
      const beganAt = clock.now();
      const result = all(ask(to, { llm, clock }));
      await to.request(number);
      while (clock.pending > 0) await clock.advance(1_000);
      expect((await result).error?.message).toContain("did not begin");
      return clock.now() - beganAt;
    };
    expect(await givesUpAfter(0)).toBe(30_000);
    expect((await all(ask(to, { llm, clock }))).error).toBeUndefined();
    await clock.advance(60_000);
    expect(await givesUpAfter(2)).toBe(8_000);
    await clock.advance(180_000);
    expect(await givesUpAfter(3)).toBe(30_000);
  });

  test("the deadline for the first text covers both tries", async () => {
    const clock = new VirtualClock();
    const to = await serve({ status: 503, body: "{}" }, { headGate: never });
    const result = all(ask(to, { clock, firstTokenMs: 4_000 }));
    await until("timer", () => clock.pending === 2);
    await clock.advance(100);
    await to.request(1);
    await clock.advance(3_900);
    expect((await result).error?.message).toContain("did not begin");
  });

  test("a stall in the middle ends at the deadline for gaps", async () => {
    const clock = new VirtualClock();
    const to = await serve({ parts: [say("Well,"), { gate: never }] });
    const stream = ask(to, { clock, gapMs: 8_000 });
    expect((await stream.next()).value).toEqual({ type: "text", delta: "Well," });
    // The reader may take its time: no deadline of the server runs now.
    await clock.advance(60_000);
    const rest = all(stream);
    await until("timer", () => clock.pending === 1);
    await clock.advance(8_000);
    const { error } = await rest;
    expect(error?.message).toContain("stopped in the middle");
    expect(error?.info.emitted).toBe(true);
    await (
      await to.request(0)
    ).closed;
  });

  test("a server without usage and end mark does not delay the end for long", async () => {
    const clock = new VirtualClock();
    const last = { data: '{"choices":[{"delta":{"content":"Hi."},"finish_reason":"stop"}]}' };
    const to = await serve({ parts: [last, { gate: never }] });
    const stream = ask(to, { clock });
    await stream.next();
    const rest = all(stream);
    await until("timer", () => clock.pending === 1);
    await clock.advance(500);
    const { error, reason, used } = await rest;
    expect([error, reason, used?.unit]).toEqual([undefined, "stop", "tokens"]);
  });
});

describe("openai-compatible model: cancelling", () => {
  const moments: Record<string, ChatScript> = {
    "before the head of the response": { headGate: never },
    "before the first text": { parts: [role(), { gate: never }] },
    "in the middle of the answer": { parts: [say("Well,"), { gate: never }] },
    "between the last text and the end": { parts: [say("Well."), finish(), { gate: never }] },
  };
  for (const [moment, script] of Object.entries(moments)) {
    test(`cancelling ${moment} reaches the server`, async () => {
      const abort = new AbortController();
      const to = await serve(script);
      const stream = ask(to, { signal: abort.signal, clock: new VirtualClock() });
      const first = stream.next();
      first.catch(() => undefined);
      const request = await to.request(0);
      if (script.parts?.length !== undefined && moment !== "before the first text") await first;
      const rest = moment === "in the middle of the answer" ? all(stream) : undefined;
      await settle();
      abort.abort(new Error("barge-in"));
      // The clock does not advance, so no timeout closes the request.
      await request.closed;
      const { error } = (await rest) ?? (await all(stream));
      if (rest !== undefined) expect(error?.kind).toBe("cancelled");
      else if (moment !== "between the last text and the end") {
        expect(await first.catch((thrown: ProviderError) => thrown.kind)).toBe("cancelled");
      }
    });
  }
});
