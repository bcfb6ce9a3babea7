// Compiler of tools: tools, hooks and limits in the form that the engine uses.

import type { Template } from "../expression/ast.ts";
import { bodyOf } from "../expression/data-template.ts";
import type { Fields } from "../model/map-reader.ts";
import type { HookModel, ToolModel } from "../model/model.ts";
import type { Hook, Limits, Tool } from "../program.ts";
import { templateOf, textOf } from "./compile-texts.ts";

const timeoutMsDefault = 5_000;
const limitDefaults = { turnsMax: 100, durationMs: 900_000, failuresMax: 6 } as const;

export function compileTool(model: ToolModel): Tool {
  const { fields } = model;
  const { method, url } = requestOf(model.http?.template ?? []);
  const description = fields.words("description");
  const body = model.body === undefined ? undefined : bodyOf(model.body.value).tree;
  return {
    name: model.name,
    ...(description !== undefined && { description }),
    params: model.params,
    method,
    url,
    headers: model.headers.map((header) => [header.name, templateOf(header)] as const),
    ...(body !== undefined && { body }),
    timeoutMs: fields.ms("timeout") ?? timeoutMsDefault,
    retries: fields.number("retry") ?? 0,
    effect: model.writes ? "write" : "read",
    ...(model.confirm !== undefined && { confirm: textOf(model.confirm) }),
    returns: model.returns ?? new Map(),
  };
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** `GET https://…` */
function requestOf([first, ...rest]: Template): {
  readonly method: Tool["method"];
  readonly url: Template;
} {
  const text = typeof first === "string" ? first : "";
  const method = methods.find((each) => text.startsWith(`${each} `)) ?? "GET";
  return { method, url: [text.slice(method.length).trimStart(), ...rest] };
}

export function compileHook({ url, secret, events }: HookModel): Hook {
  return {
    url: url?.value ?? "",
    secret: secret?.value ?? "",
    events: events.map(({ value }) => value),
  };
}

/** Limits of a call: turns, duration in ms, and failures in a row, with built-in values for missing ones. */
export function limitsOf(fields: Fields | undefined): Limits {
  return {
    turnsMax: fields?.number("max_turns") ?? limitDefaults.turnsMax,
    durationMs: fields?.ms("max_duration") ?? limitDefaults.durationMs,
    failuresMax: fields?.number("max_failures") ?? limitDefaults.failuresMax,
  };
}
