// Settings of traces: the standard variables as the OpenTelemetry specification defines them, and our own.

import { expect, test } from "bun:test";
import { readConfig } from "../../src/config.ts";
import { failureOf } from "../support/failure-of.ts";

const of = (environment: Record<string, string>) => readConfig(environment).traces;
const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/" };

test("trace settings: there are no traces without an address, or when they are switched off", () => {
  expect(of({})).toBeUndefined();
  expect(of({ TRACE_SAMPLE: "0.5", OTEL_EXPORTER_OTLP_HEADERS: "a=b" })).toBeUndefined();
  expect(of({ ...endpoint, OTEL_SDK_DISABLED: "true" })).toBeUndefined();
});

test("trace settings: the path is added to the general address and not to the specific one, which overrides it", () => {
  expect(of(endpoint)?.url).toBe("http://collector:4318/v1/traces");
  expect(of({ OTEL_EXPORTER_OTLP_ENDPOINT: "https://otel.example/otlp" })?.url).toBe(
    "https://otel.example/otlp/v1/traces",
  );
  const whole = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://otel.example/mine" };
  expect(of({ ...endpoint, ...whole })?.url).toBe("https://otel.example/mine");
  expect(of(whole)?.url).toBe("https://otel.example/mine");
});

test("trace settings: headers are secrets, percent-encoded, and any number of them is accepted", () => {
  const headers = of({
    ...endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: "Authorization=Basic%20YWRh, x-scope = a=b%2Cc ,",
  })?.headers;
  expect(headers?.map(([name, value]) => [name, value.reveal()])).toEqual([
    ["authorization", "Basic YWRh"],
    ["x-scope", "a=b,c"],
  ]);
  expect(JSON.stringify(headers)).not.toContain("Basic");
});

test("trace settings: attributes of the server are added", () => {
  expect(of(endpoint)).toMatchObject({
    serviceName: "voice-flow",
    resource: {},
    timeoutMs: 10_000,
    share: 1,
  });
  const named = { OTEL_RESOURCE_ATTRIBUTES: "service.name=desk,deployment.environment=a%20b" };
  expect(of({ ...endpoint, ...named })).toMatchObject({
    serviceName: "desk",
    resource: { "deployment.environment": "a b" },
  });
  expect(of({ ...endpoint, ...named, OTEL_SERVICE_NAME: "phone" })?.serviceName).toBe("phone");
});

test.each([
  [{ TRACE_SAMPLE: "1.1" }, "TRACE_SAMPLE must be a number from 0 to 1"],
  [{ TRACE_SAMPLE: "half" }, "TRACE_SAMPLE must be a number from 0 to 1"],
  [{ TRACE_TEXT: "yes" }, "TRACE_TEXT must be one of on, off"],
  [{ OTEL_EXPORTER_OTLP_TIMEOUT: "0" }, "OTEL_EXPORTER_OTLP_TIMEOUT must be"],
  [{ OTEL_EXPORTER_OTLP_HEADERS: "sesame" }, "OTEL_EXPORTER_OTLP_HEADERS must list"],
  [{ OTEL_EXPORTER_OTLP_HEADERS: "a=sesame%0a" }, "OTEL_EXPORTER_OTLP_HEADERS must list"],
  [{ OTEL_EXPORTER_OTLP_HEADERS: "a=sesame%" }, "OTEL_EXPORTER_OTLP_HEADERS holds a %"],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" }, "must be a URL"],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://ada:sesame@collector" }, "must not hold a user name"],
])("trace settings: %j is refused, and no secret is repeated", async (environment, says) => {
  const told = await failureOf(Promise.try(() => readConfig(environment as Record<string, string>)));
  expect(told).toContain(says);
  expect(told).not.toContain("sesame");
});
