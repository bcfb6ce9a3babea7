// The one table of the language: every key of every place. The checker, the reference page, the JSON Schema and the
// forms of the editor are made of it.

import * as nodes from "./node-table.ts";
import type { Place, PlaceName } from "./shape.ts";
import * as tests from "./test-table.ts";
import * as top from "./document-table.ts";
import * as variables from "./variable-table.ts";

export const places: Readonly<Record<PlaceName, Place>> = {
  flow: top.flow,
  library: top.library,
  variable: variables.variable,
  option: variables.option,
  node: nodes.node,
  branch: nodes.branch,
  exit: nodes.exit,
  event: nodes.event,
  handler: top.handler,
  tool: nodes.tool,
  hook: top.hook,
  defaults: top.defaults,
  voice: top.voicePlace,
  listen: top.listenPlace,
  dtmf: top.dtmfPlace,
  limits: top.limits,
  test: tests.test,
  step: tests.step,
  control: tests.control,
  model: tests.model,
};
