// Discourse: rules over the values of one variable and the marks between them; who says "not four, five" means five.

import type { Arc } from "./arcs.ts";

/** Taken, denied, or one of several between which nothing decides. */
export type Sign = "+" | "-" | "?";

/** V: a value. N not, R no, M "sorry, I mean", O or, B but, I "instead of", Y yes. Other words and other variables do not count. */
// P: "is bad", ",": a pause or words between.
const rules: readonly (readonly [RegExp, string])[] = [
  [/NV[BMRX,]*V/y, "-+"], // not friday but saturday
  [/V[X,]*[NP][X]*,+[X,BM]*V/y, "-+"], // friday doesn't work, saturday
  [/V[X,]*P[X,BM]*V/y, "-+"], // friday is bad saturday is better
  [/V[MBX,]*NV/y, "+-"], // five not four
  [/VI+V/y, "+-"], // five instead of four
  [/IV[YX,]*V/y, "-+"], // instead of four five
  [/V,*O+[RM]+,*V/y, "-+"], // four or no, five
  [/V[YX,]*[MR]+[MRBYX,]*V/y, "-+"], // friday, no sorry, saturday
  [/V,*VM+(?![MRBYX,]*V)/y, "-+"], // five, six actually
  [/V[X,]*O[X,]*V/y, "??"], // friday or saturday
  [/NV/y, "-"], // not friday
  [/V[BMY,]*[NPR][^VX]*$/y, "-"], // friday doesn't work
];
const letters: Readonly<Record<string, string>> = {
  not: "N",
  no: "R",
  mend: "M",
  or: "O",
  but: "B",
  instead: "I",
  yes: "Y",
  bad: "P",
};

/** For each value of the variable in order: what becomes of it. */
export function signsOf(
  path: readonly Arc[],
  name: string,
  isPause: (arc: Arc) => boolean,
  isChoice: boolean,
): readonly Sign[] {
  let said = "";
  for (const arc of path) {
    const { kind, what, sets } = arc;
    if (kind === "value") {
      const own = sets?.find((each) => each.name === name);
      const yes = sets?.[0]?.fit.value;
      if (own !== undefined)
        said += isChoice && said.endsWith("R") && !isPause(arc) ? "N" : isPause(arc) ? ",V" : "V";
      else if (typeof yes === "boolean") said += yes ? "Y" : what === "agreement" ? "N" : "R";
      if (own !== undefined && !said.endsWith("V")) said += "V";
      continue;
    }
    if (isPause(arc)) said += ",";
    if (kind === "open" || kind === "foreign") said += "X";
    else if (kind === "mark" || what === "yes") said += letters[what ?? ""] ?? "";
  }
  const signs: Sign[] = [];
  let value = 0;
  for (let at = 0; at < said.length;) {
    let matched = 0;
    for (const [rule, effects] of rules) {
      rule.lastIndex = at;
      const match = rule.exec(said)?.[0];
      if (match === undefined) continue;
      for (const [n, effect] of [...effects].entries()) signs[value + n] = effect as Sign;
      value += effects.length - 1;
      // The last value may be corrected again.
      matched = effects.length > 1 ? match.length - 1 : match.length;
      if (effects.length === 1) value++;
      break;
    }
    if (matched > 0) {
      at += matched;
      continue;
    }
    if (said[at] === "V") {
      signs[value] ??= "+";
      value++;
    }
    at++;
  }
  return signs;
}
