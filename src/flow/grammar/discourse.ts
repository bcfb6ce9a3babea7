// Discourse: rules about the values of one variable and the marks between them; a caller who says "not four, five"
// means five.

import type { Arc } from "./scene.ts";

/** Taken, denied, or one of several between which no rule decides. */
export type Sign = "+" | "-" | "?";

/**
 * Rules by letters: V a value, N not, R no, M "sorry, I mean", O or, H maybe, B but, I "instead of", Y yes, P "is bad",
 * C "so", X an unexplained word, a comma a pause or words between. Other variables do not count.
 */
const rules: readonly (readonly [RegExp, readonly Sign[]])[] = [
  [/V[^V]*C[XYMB,]*V(?![^V]*CX*V)/y, ["-", "+"]], // two brothers from that litter, so two; two witnesses and us, four in all
  [/NV[BMRX,]*V/y, ["-", "+"]], // not friday but saturday
  [/V[X,]*[NP][X]*,+[X,BM]*V/y, ["-", "+"]], // friday doesn't work, saturday
  [/V[MBX,]*NV/y, ["+", "-"]], // five not four
  [/VI+V/y, ["+", "-"]], // five instead of four
  [/V[YX,]*[MR]+[MRBYX,]*V/y, ["-", "+"]], // friday, no sorry, saturday
  [/V,*V,*M+(?![MRBYX,]*V)/y, ["-", "+"]], // five, six actually; five. Six, actually
  [/V[X,]*[OH][X,H]*V/y, ["?", "?"]], // friday or saturday; one, perhaps two
  [/NV/y, ["-"]], // not friday
  [/V[BMY,]*[NPR][^VX]*$/y, ["-"]], // friday doesn't work
  [/V[BMY,]*[NP],(?![^P]*V)/y, ["-"]], // only fridays not, I have the children then; friday is no good, I'm working
];

const letterOf: Readonly<Record<string, string>> = {
  not: "N",
  no: "R",
  mend: "M",
  or: "O",
  but: "B",
  instead: "I",
  yes: "Y",
  bad: "P",
  conclude: "C",
};

export interface Said {
  readonly path: readonly Arc[];
  readonly name: string;
  /** Whether the arc is a value that counts. */
  readonly isOwn: (arc: Arc) => boolean;
  /** Whether the arc is a pause, or a lone word beside the answer. */
  readonly isPause: (arc: Arc) => boolean;
  readonly isBreak: (arc: Arc) => boolean;
  /** Whether the arc is a "maybe". */
  readonly isMaybe: (arc: Arc) => boolean;
  /** "No" before a value denies it. */
  readonly noDenies: boolean;
  /**
   * At a choice, a thing that does not work is the caller's trouble, and no denial of the option ("the printer doesn't
   * print").
   */
  readonly isChoice: boolean;
}

/** Sign of each value of the variable, in order. */
export function signsOf(heard: Said): readonly Sign[] {
  const allLetters = lettersOf(heard);
  const letters = heard.isChoice
    ? allLetters.replaceAll("P", "X").replace(/V([BMY,]*X[BMY,X]*)N[^V]*$/, "V$1")
    : allLetters;
  const signs: Sign[] = [];
  let value = 0;
  for (let at = 0; at < letters.length;) {
    const match = ruleAt(letters, at);
    if (match === undefined) {
      if (letters[at] === "V") signs[value++] ??= "+";
      at++;
      continue;
    }
    for (const [n, effect] of match.effects.entries()) signs[value + n] = effect;
    // The second of two values may be corrected again.
    const isPair = match.effects.length > 1;
    value += isPair ? match.effects.length - 1 : 1;
    at += isPair ? match.length - 1 : match.length;
  }
  return signs;
}

function ruleAt(letters: string, at: number): { length: number; effects: readonly Sign[] } | undefined {
  for (const [rule, effects] of rules) {
    rule.lastIndex = at;
    const match = rule.exec(letters)?.[0];
    if (match !== undefined) return { length: match.length, effects };
  }
  return undefined;
}

function lettersOf({ path, name, isOwn, isPause, isBreak, isMaybe, noDenies }: Said): string {
  // "Thirty minutes, not more", "forty, no more": these denials concern neither thirty nor forty.
  const isCompared = ({ kind, start }: Arc, before: string): boolean =>
    kind === "doubt" && /[NR]$/.test(before) && path.every((arc) => arc.start < start || !isOwn(arc));
  let letters = "";
  for (const arc of path) {
    const { kind, what, sets } = arc;
    if (isOwn(arc))
      letters += noDenies && letters.endsWith("R") && !isPause(arc) ? "NV" : isPause(arc) ? ",V" : "V";
    else if (sets?.some((each) => each.name === name)) continue;
    else if (kind === "value") letters = ofAnother(letters) + answered(sets?.[0]?.fit.value, what);
    else {
      // "We have not got gas": a lone word behind a denial does not separate it from the value.
      if (isBreak(arc) || (isPause(arc) && !letters.endsWith("N"))) letters += ",";
      if (isMaybe(arc)) letters += "H";
      else if (kind === "open" || kind === "foreign" || what === "habit" || isCompared(arc, letters))
        letters += "X";
      else if (kind === "mark" || what === "yes") letters += letterOf[what ?? ""] ?? "";
    }
  }
  return letters;
}

/** "A headache, and she is fourteen, not forty": a denial of another variable's value denies none of this one. */
const ofAnother = (letters: string): string => letters.replace(/N,*$/, "");

/** A yes or no beside the value of another variable. */
const answered = (value: unknown, what: string | undefined): string => {
  if (typeof value !== "boolean") return "";
  if (value) return "Y";
  return what === "agreement" ? "N" : "R";
};
