// Routes of replays: the recorded calls of a flow on another version of it, before that is published.

import { Elysia } from "elysia";
import {
  replayCalls,
  replayOne,
  type ReplayWanted,
  type TriedCall,
} from "../../session/replay/call-replay.ts";
import { afterOf, cursorOf, momentOf } from "../calls/call-answer.ts";
import { operation } from "../http/route-operation.ts";
import { standard } from "../http/route-schema.ts";
import { checkText } from "../http/well-formed-text.ts";
import { flowParams } from "./flow-schemas.ts";
import type { FlowRouteOptions } from "./flows-routes.ts";
import * as schemas from "./replay-schemas.ts";

type ReplayRouteOptions = Pick<FlowRouteOptions, "store" | "gate" | "reader">;

/** Both routes of replays. */
export function replayRoutes(options: ReplayRouteOptions) {
  return new Elysia({ name: "flow-replay" }).use(manyRoute(options)).use(oneRoute(options));
}

function manyRoute({ store, gate, reader }: ReplayRouteOptions) {
  return new Elysia({ name: "flow-replay-many" }).post(
    "/v1/flows/:flow_id/replay",
    async ({ request, params, body }) => {
      const version = { accountId: gate.accountOf(request), flowId: params.flow_id, ...versionIn(body) };
      const { from, to, cursor, limit = schemas.callsPerReplayUsual } = body;
      const range = { from: momentOf(from, "from"), to: momentOf(to, "to") };
      const page = { ...version, ...range, after: afterOf(cursor), limit };
      const { calls, last } = await replayCalls({ store, reader }, page);
      return {
        calls: calls.map((tried) => replayOf(tried)),
        next_cursor: last === undefined ? null : cursorOf(last),
      };
    },
    {
      params: flowParams,
      body: standard(schemas.replayedCalls),
      response: { 200: standard(schemas.replayAnswer) },
      detail: operation({
        summary: "Try recorded calls on another version of their flow",
        description:
          "Plays what callers said, at the time of each call, in virtual time: no tool is called and no model asked, " +
          "their answers come from the record. Newest calls first, page by page. Nothing is stored, and erased words " +
          "are not replayed.",
        tag: "flows",
        access: "account",
        problems: ["flow/not-found", "flow/revision-not-found", "flow/invalid", "flow/too-slow", "flow/busy"],
      }),
    },
  );
}

function oneRoute({ store, gate, reader }: ReplayRouteOptions) {
  return new Elysia({ name: "flow-replay-one" }).post(
    "/v1/flows/:flow_id/replay/:call_id",
    async ({ request, params, body }) => {
      const accountId = gate.accountOf(request);
      const of = { accountId, flowId: params.flow_id, sessionId: params.call_id, ...versionIn(body) };
      const tried = await replayOne({ store, reader }, of);
      const { before, after } = typeof tried.replay === "string" ? {} : tried.replay;
      const { before: one, after: other, ...call } = replayOf(tried);
      return {
        ...call,
        before: one && { ...one, talk: [...(before?.talk ?? [])] },
        after: other && { ...other, talk: [...(after?.talk ?? [])] },
      };
    },
    {
      params: schemas.replayedParams,
      body: standard(schemas.replayedCall),
      response: { 200: standard(schemas.replayedCallAnswer) },
      detail: operation({
        summary: "Try one recorded call on another version of its flow",
        description: "As for many, with all that is said in both versions.",
        tag: "flows",
        access: "account",
        problems: [
          "flow/not-found",
          "flow/revision-not-found",
          "flow/invalid",
          "flow/too-slow",
          "flow/busy",
          "session/not-found",
        ],
      }),
    },
  );
}

function versionIn(body: {
  readonly yaml_content?: string;
  readonly revision?: number;
}): Pick<ReplayWanted, "text" | "revision"> {
  const { yaml_content: text, revision } = body;
  if (text === undefined) return { revision };
  checkText(text, "/yaml_content");
  return { text };
}

function replayOf({ id, createdAt, revision, replay }: TriedCall) {
  const head = { call_id: id, created_at: new Date(createdAt).toISOString(), revision };
  if (typeof replay === "string")
    return {
      ...head,
      result: "not_replayed" as const,
      why: replay,
      before: null,
      after: null,
      values: [],
      first_difference: null,
      from_record: null,
      unsaid: [],
      other_arguments: [],
      stand_ins: 0,
      misses_model: false,
    };
  return {
    ...head,
    result: replay.result,
    why: null,
    before: sideOf(replay.before),
    after: sideOf(replay.after),
    values: replay.values.map((value) => ({ ...value })),
    first_difference: replay.firstDifference,
    from_record: replay.fromRecord === null ? null : { ...replay.fromRecord },
    unsaid: [...replay.unsaid],
    other_arguments: [...replay.otherwise],
    stand_ins: replay.standIns,
    misses_model: replay.missesModel,
  };
}

type Side = Exclude<TriedCall["replay"], string>["before"];

const sideOf = ({ outcome, end, told, turns, tools }: Side) => ({
  outcome,
  end: end.kind,
  told,
  turns,
  tools: [...tools],
});
