// Check VF706: the lines of a duplex flow that are not spoken as they are written.

import { hasFigures } from "../../../value/figures.ts";
import { holesOf, textsOf } from "../../model/model-texts.ts";
import type { Model, NodeModel } from "../../model/model.ts";
import type { CheckContext } from "../check-context.ts";

/** Nodes in one message: a longer list is of no use. */
const namedMax = 12;

export function checkDuplex({ model, report }: CheckContext): void {
  const mode = model.fields.string("mode");
  if (mode?.value !== "duplex") return;
  const counts = [...model.nodes.values()].flatMap((node) => {
    const count = freeAt(node, model);
    return count === 0 ? [] : [{ id: node.id, count }];
  });
  const lines = counts.reduce((sum, { count }) => sum + count, 0);
  const names = counts.slice(0, namedMax).map(({ id }) => `'${id}'`);
  const rest = counts.length > namedMax ? ` and ${counts.length - namedMax} others` : "";
  const at = lines === 0 ? "" : ` (at ${names.join(", ")}${rest})`;
  report({
    code: "VF706",
    path: mode.path,
    message: `a model that speaks words ${lines} lines of this flow${at}, beside those of the engine; all others are spoken as written`,
    hint: "add exact: true to a node whose words must stay, such as consent or a disclosure",
  });
}

/** Number of lines at a node whose words are the model's. */
function freeAt(node: NodeModel, { variables }: Model): number {
  const isExact = node.fields.boolean("exact");
  if (isExact === true) return 0;
  const asked = node.asks.flatMap(({ value }) => variables.get(value) ?? []);
  const words = [node, ...asked].flatMap((each) => [each.noMatch, each.noInput, each.invalid, each.readBack]);
  const texts = [node.say, ...asked.map(({ ask }) => ask), ...words].flatMap(textsOf);
  return texts.filter(
    ({ template, source }) =>
      isExact === false || (holesOf(template).length === 0 && !hasFigures(source) && /\p{L}/u.test(source)),
  ).length;
}
