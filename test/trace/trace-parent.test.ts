// Header that names the trace of a request: its parsing, and its receivers.

import { describe, expect, test } from "bun:test";
import { allowed } from "../../src/base/outbound/outbound-allow.ts";
import type { OutboundRequest } from "../../src/base/outbound/outbound-message.ts";
import { sessionSpanId, traceIdOf } from "../../src/trace/span.ts";
import { propagating, readTraceParent } from "../../src/trace/trace-parent.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const spanId = "b7ad6b7169203331";

test.each([
  [`00-${traceId}-${spanId}-01`, true],
  [`00-${traceId}-${spanId}-00`, true],
  [`cc-${traceId}-${spanId}-01-what-comes-later`, true],
  [`00-${traceId}-${spanId}-01-what-comes-later`, false],
  [`ff-${traceId}-${spanId}-01`, false],
  [`00-${"0".repeat(32)}-${spanId}-01`, false],
  [`00-${traceId}-${"0".repeat(16)}-01`, false],
  [`00-${traceId.toUpperCase()}-${spanId}-01`, false],
  [`00-${traceId}-${spanId}`, false],
  ["Ada called", false],
  ["", false],
])("traceparent: %s is valid: %p", (header, isOne) => {
  expect(readTraceParent(header)).toEqual(isOne ? { traceId, spanId } : undefined);
});

test("traceparent: a missing header gives no link", () => {
  expect(readTraceParent(null)).toBeUndefined();
});

describe("requests", () => {
  async function headersTo(url: string, { hosts = "", share = 1, headers = [] as [string, string][] }) {
    const sent: OutboundRequest[] = [];
    const sender = {
      send: (request: OutboundRequest) => {
        sent.push(request);
        return Promise.resolve({ kind: "timeout", detail: "" } as const);
      },
    };
    const rules = hosts.split(",").filter(Boolean).map(allowed);
    const request = {
      owner: "acc_1",
      url,
      method: "GET",
      headers,
      timeoutMs: 1,
      signal: AbortSignal.abort(),
    };
    await propagating(sender, { hosts: rules, share }, "ses_1").send(request);
    return sent.flatMap((one) => one.headers.filter(([name]) => name === "traceparent"));
  }

  const own = `00-${traceIdOf("ses_1")}-${sessionSpanId("ses_1")}`;

  test.each([
    ["https://crm.internal/x", "crm.internal", true],
    ["https://CRM.internal./x", "crm.internal", true],
    ["https://crm.internal/x", "crm.internal:443", true],
    ["http://crm.internal:8080/x", "crm.internal:443", false],
    ["https://crm.internal.evil.test/x", "crm.internal", false],
    ["https://other.test/?h=crm.internal", "crm.internal", false],
    ["http://10.1.2.3/x", "10.0.0.0/8", true],
    ["http://[fd00::7]:8080/x", "fd00::/8", true],
    ["https://crm.internal/x", "", false],
    ["no address", "crm.internal", false],
  ])("traceparent: a request to %s has the headers %s: %p", async (url, hosts, isAllowed) => {
    expect(await headersTo(url, { hosts })).toEqual(isAllowed ? [["traceparent", `${own}-01`]] : []);
  });

  test("traceparent: it has the sampling decision, and a header of the request's own stays", async () => {
    const [url, hosts] = ["https://crm.internal/", "crm.internal"];
    expect(await headersTo(url, { hosts, share: 0 })).toEqual([["traceparent", `${own}-00`]]);
    const headers: [string, string][] = [["traceparent", "mine"]];
    expect(await headersTo(url, { hosts, headers })).toEqual(headers);
  });
});
