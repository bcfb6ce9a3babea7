// Language table: every key of every kind of map in a document, the one source of truth about them. The checker, the
// reference page, the JSON Schema and the forms of the editor are made from it.

import * as knowledge from "./knowledge-table.ts";
import * as nodes from "./node-table.ts";
import type { PlaceSchema, PlaceName } from "./shape.ts";
import * as tests from "./test-table.ts";
import * as top from "./document-table.ts";
import * as variables from "./variable-table.ts";

/** Each kind of map in a document, by name, with its keys. */
export const places: Readonly<Record<PlaceName, PlaceSchema>> = {
  flow: top.flow,
  variable: variables.variable,
  option: variables.option,
  field: variables.field,
  node: nodes.node,
  branch: nodes.branch,
  exit: nodes.exit,
  event: nodes.event,
  handler: top.handler,
  tool: nodes.tool,
  hook: top.hook,
  hours: top.hours,
  on_end: top.onEnd,
  extracted: variables.extracted,
  pair: knowledge.pair,
  page: knowledge.page,
  file: knowledge.file,
  defaults: top.defaults,
  voice: top.voicePlace,
  wording: top.wording,
  sound: top.sound,
  llm: top.llmPlace,
  stt: top.sttPlace,
  listen: top.listenPlace,
  dtmf: top.dtmfPlace,
  limits: top.limits,
  retention: top.retention,
  contract: top.contract,
  test: tests.test,
  step: tests.step,
  control: tests.control,
  made: tests.made,
  model: tests.model,
};
