// Reference page of the wire protocol: complete, made of the server's own tables, and nothing loaded from elsewhere.

import { expect, test } from "bun:test";
import { wireProtocolRoutes } from "../../../src/routes/pages/wire-protocol-page.ts";
import { closings } from "../../../src/transport/close-codes.ts";
import { replayLimits } from "../../../src/base/replay-ring.ts";
import { graceMs } from "../../../src/session/session-waits.ts";
import { burstLeadMs, leadMs, limits } from "../../../src/transport/connection-limits.ts";
import { fromClientRows, ownRows, rtviRows } from "../../../src/transport/schema-rows.ts";

async function page(): Promise<Response> {
  return await wireProtocolRoutes().handle(new Request("http://localhost/wire-protocol"));
}

test("wire protocol page: every message is there with its fields and its example", async () => {
  const html = await (await page()).text();
  for (const { name, description, fields, example } of [...fromClientRows, ...rtviRows, ...ownRows]) {
    expect(html).toContain(`<h3>${name}</h3>`);
    expect(html).toContain(Bun.escapeHTML(description));
    expect(html).toContain(Bun.escapeHTML(JSON.stringify(example)));
    for (const field of fields) expect(html).toContain(`<td><code>${field.name}</code></td>`);
  }
});

test("wire protocol page: fields inside fields and lists are named by their path", () => {
  const names = (rows: typeof ownRows, name: string): readonly string[] =>
    rows.find((row) => row.name === name)!.fields.map((field) => field.name);
  expect(names(rtviRows, "bot-ready")).toContain("about.audio.out.sample_rate");
  expect(names(rtviRows, "metrics")).toContain("ttfb[].processor");
  expect(names(fromClientRows, "send-text")).toEqual([
    "content",
    "options",
    "options.run_immediately",
    "options.audio_response",
  ]);
  expect(names(fromClientRows, "dtmf")).toEqual(["buttons", "button"]);
  expect(names(ownRows, "server-message · expecting")).toContain("any_of[].phrases");
});

test("wire protocol page: every close code and limit is there", async () => {
  const html = await (await page()).text();
  for (const { code, slug } of Object.values(closings)) {
    expect(html).toContain(`<code>${code}</code>`);
    expect(html).toContain(`<td>${slug}</td>`);
  }
  for (const limit of [limits.messageBytesMax, limits.binaryBytesMax, limits.sendTextBytesMax]) {
    expect(html).toContain(String(limit));
  }
});

test("wire protocol page: it explains reconnecting, marks, and a leaving server", async () => {
  const html = await (await page()).text();
  const words = html.replaceAll(/<[^>]+>/g, "").replaceAll(/\s+/g, " ");
  for (const fact of [
    "What the server says is numbered by seq, from 1 on, over all connections of a session.",
    `A client that lost its connection has ${graceMs / 1000} s to come back to its session`,
    `the last ${replayLimits.eventsMax} messages are kept, of ${replayLimits.bytesMax} bytes in all, and the last ` +
      "flow_state, expecting and muted of any age. session then says how many were replayed, and how many are " +
      "lost: 0 unless more was missed than is kept.",
    "Audio is never sent again",
    "sessions and calls are refused with status 503, calls/draining.",
    "come session_end and close code 1001.",
    `at most ${leadMs} ms ahead of real time`,
    `as fast as it is made and the client reads, at most ${burstLeadMs / 1000} s ahead`,
    `gets a mark behind every ${limits.markEveryMs} ms of audio and behind the end of each answer.`,
    `A client that plays more than ${limits.markLagMaxMs} ms late, or does not answer, is not waited for.`,
    "truncated is exact then and not estimated",
  ])
    expect(words).toContain(fact);
});

test("wire protocol page: it links every other page, and marks itself", async () => {
  const html = await (
    await wireProtocolRoutes().handle(new Request("http://localhost/wire-protocol"))
  ).text();
  const links = [...html.matchAll(/<a href="(\/[\w-]+)"( aria-current="page")?>/g)];
  expect(links.map(([, path]) => path)).toEqual([
    "/console",
    "/test",
    "/flow-editor",
    "/docs",
    "/wire-protocol",
    "/swagger",
  ]);
  expect(links.filter(([, , current]) => current !== undefined).map(([, path]) => path)).toEqual([
    "/wire-protocol",
  ]);
});

test("wire protocol page: its policy allows only our own files, and it is complete without them", async () => {
  const response = await page();
  const html = await response.text();
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy).toStartWith(
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'",
  );
  expect(policy).not.toMatch(/unsafe|\*/);
  expect(html).not.toMatch(/<style|<script>|\son\w+=|\sstyle=|(?:src|href)="(?!#|\/\w)/);
  expect(html).toContain("<h1>Wire protocol</h1>");
});
