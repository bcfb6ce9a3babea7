// Checked: no value leaves understanding that its type does not accept, whatever a rule makes of the words.

import type { Decision } from "../../../grammar/decide.ts";
import type { Hearing } from "../../../grammar/hearing.ts";
import { fits } from "../fits.ts";
import type { ListeningPoint, Wanted } from "../understanding.ts";

export function checked(hearing: Hearing, point: ListeningPoint): Hearing {
  const { asked, open, correctable, confirming } = point;
  const variables = [asked, ...open, ...correctable, ...(confirming?.values ?? [])];
  const wanted = new Map(
    variables.flatMap((each) => (each === undefined ? [] : [[each.name, each.wanted] as const])),
  );
  const decisions = hearing.decisions.map((decision) => {
    const own = wanted.get(decision.name);
    return own === undefined ? decision : checkedBy(own, decision);
  });
  return { ...hearing, decisions };
}

function checkedBy(wanted: Wanted, decision: Decision): Decision {
  const { name, value, choices, isOutside, why } = decision;
  if (value !== undefined)
    return fits(wanted, value)
      ? decision
      : { name, verdict: "asked", choices: [value], isOutside: true, why: `no ${wanted.kind}; ${why}` };
  if (choices === undefined || isOutside === true) return decision;
  return { ...decision, choices: choices.filter((each) => fits(wanted, each)) };
}
