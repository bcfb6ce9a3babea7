// A turn of a conversation: what the words mean in this question, and what becomes of the answers.

import type { Arc, Slot } from "../../../src/flow/grammar/scene.ts";
import { hear as hearWords } from "../../../src/flow/grammar/hearing.ts";
import { dayOf, isoOf, minutesOf } from "../../../src/flow/grammar/calendar.ts";
import type { Decision, Verdict } from "../../../src/flow/grammar/decide.ts";
import { isSame } from "../../../src/flow/grammar/fit.ts";
import type { Language } from "../../../src/flow/grammar/language.ts";
import type { Now, Value, Variable } from "../../../src/flow/grammar/variables.ts";

export interface State {
  readonly values: Map<string, Value>;
  readonly verdicts: Map<string, Verdict>;
  /** What was read back and is not yet confirmed. */
  pending: string[];
  /** Values between which an answer did not decide. */
  choices?: Map<string, readonly Value[]>;
}

export interface Turn {
  readonly act: string | null;
  readonly why: string;
  /** What the caller said to a read-back. */
  readonly confirmed?: boolean;
  readonly changed: readonly string[];
}

const OK: Variable = { name: " ok", type: "boolean" };

export const nowOf = (now: string): Now => ({
  today: dayOf(now),
  minute: minutesOf(now.slice(11, 16) || "12:00"),
});

export function hear(
  said: string,
  variables: readonly Variable[],
  asked: readonly string[],
  state: State,
  language: Language,
  now: Now,
): Turn {
  const isPending = state.pending.length > 0;
  const slots: Slot[] = variables
    .map((variable): Slot => {
      const isFilled = state.verdicts.get(variable.name) === "taken";
      const near = state.values.get(variable.name);
      const choices = state.choices?.get(variable.name);
      return {
        variable: { ...variable, ...(near !== undefined && { near }), ...(choices && { choices }) },
        isAsked: isPending
          ? state.pending.includes(variable.name)
          : asked.includes(variable.name) && !isFilled,
        isFilled,
      };
    })
    // A yes answers only the question that was asked.
    .filter(({ variable, isAsked, isFilled }) => variable.type !== "boolean" || isAsked || isFilled)
    .sort(
      (a, b) =>
        Number(b.isAsked) - Number(a.isAsked) ||
        asked.indexOf(a.variable.name) - asked.indexOf(b.variable.name),
    );
  if (isPending) slots.unshift({ variable: OK, isAsked: true });
  const { path, tokens, isQuestion, decisions: heardDecisions } = hearWords(said, { slots, language, now });
  const decisions = [...heardDecisions];
  // "Arriving friday, leaving sunday": the second is behind the first.
  for (const [at, decision] of decisions.entries()) {
    const before = decisions
      .slice(0, at)
      .find(
        ({ name, value }) =>
          typeof value === "string" && variables.some((each) => each.name === name && each.type === "date"),
      );
    if (
      before === undefined ||
      typeof decision.value !== "string" ||
      !variables.some((each) => each.name === decision.name && each.type === "date")
    )
      continue;
    const late = dayOf(String(before.value)) - dayOf(decision.value);
    if (late > 0)
      decisions[at] =
        late < 7
          ? { ...decision, value: isoOf(dayOf(decision.value) + 7) }
          : { ...decision, verdict: "asked" };
  }
  state.choices = new Map(
    decisions
      .filter(({ verdict, choices = [] }) => verdict === "asked" && choices.length > 1)
      .map(({ name, choices = [] }) => [name, choices]),
  );
  const act = actOf(path, decisions);
  const changed: string[] = [];
  const reasons = decisions.map(({ name, verdict, why }) => `${name}: ${verdict}, ${why}`);
  const settle = (name: string, verdict: Verdict, value?: Value): void => {
    changed.push(name);
    if (value === undefined) state.values.delete(name);
    else state.values.set(name, value);
    state.verdicts.set(name, verdict);
  };
  const answer = decisions.find(({ name }) => name === OK.name);
  const others = decisions.filter(({ name }) => name !== OK.name);
  const waiting = state.pending;
  state.pending = [];
  let confirmed: boolean | undefined;
  if (isPending && act === null) {
    const moved = others.filter(
      ({ name, value, isDenied }) =>
        waiting.includes(name) &&
        (isDenied || (value !== undefined && !isSame(value, state.values.get(name)))),
    );
    const repeated = others.some(
      ({ name, value, verdict }) =>
        waiting.includes(name) && verdict === "taken" && isSame(value, state.values.get(name)),
    );
    const no = path.some(({ kind, what }) => kind === "mark" && what === "no");
    const isDoubted = others.some(({ verdict, isDenied }) => verdict === "asked" && isDenied !== true);
    confirmed =
      moved.length > 0 || no
        ? false
        : answer?.verdict === "taken" && !(isDoubted && answer.value === true)
          ? (answer.value as boolean)
          : repeated || others.some(({ verdict }) => verdict === "taken")
            ? true
            : undefined;
    for (const name of waiting) {
      if (confirmed === true) settle(name, "taken", state.values.get(name));
      else if (confirmed === false && (moved.length === 0 || moved.some((each) => each.name === name)))
        settle(name, "asked");
      else state.pending.push(name);
    }
  } else if (isPending) state.pending = waiting;
  const isOpen = others.some(
    ({ name, verdict, isDenied }) =>
      !isDenied &&
      verdict !== "taken" &&
      variables.find((each) => each.name === name)?.type !== "boolean" &&
      state.verdicts.has(name),
  );
  // "The day is wrong": it is asked again.
  const words = new Set(tokens.map(({ text }) => text));
  const isWrong =
    others.every(({ name }) => variables.find((each) => each.name === name)?.type === "boolean") &&
    language.wrong.some((word) => words.has(word));
  const cleared = !isWrong
    ? []
    : slots.filter(
        ({ variable, isFilled }) =>
          isFilled &&
          [...(language.typeWords[variable.type] ?? "").split(" "), ...(variable.synonyms ?? [])].some(
            (word) => words.has(word.toLowerCase()),
          ),
      );
  for (const { variable } of cleared) settle(variable.name, "asked");
  const corrects =
    isOpen ||
    cleared.length > 0 ||
    others.some(
      ({ name, verdict, value }) =>
        verdict !== "asked" && state.verdicts.get(name) === "taken" && !isSame(state.values.get(name), value),
    );
  for (const decision of others)
    if (!corrects || variables.find(({ name }) => name === decision.name)?.type !== "boolean")
      apply(decision);
  // Words at an open question are the answer as they stand, unless they are a question or an act.
  for (const { variable, isAsked } of slots)
    if (variable.type === "text" && isAsked && act === null && !isPending && tokens.length > 0) {
      const first = tokens.find((token) => !language.hesitationSet.has(token.text))?.text ?? "";
      const doubt =
        isQuestion ||
        (language.askSet.has(first) && tokens.length > 2) ||
        path.some(({ kind, what, start }) => kind === "doubt" && what === "question" && start < 2) ||
        path.every(({ kind }) => kind === "beside" || kind === "mark");
      settle(variable.name, doubt ? "asked" : "taken", doubt ? undefined : said.trim());
    }
  for (const { variable, isAsked } of slots)
    if (isAsked && variable !== OK && !state.verdicts.has(variable.name))
      state.verdicts.set(variable.name, "asked");
  return {
    act,
    why: reasons.join("; ") || (act === null ? "nothing was understood" : `an act: ${act}`),
    changed,
    ...(confirmed !== undefined && { confirmed }),
  };

  function apply(decision: Decision): void {
    const { name, verdict, value, isDenied } = decision;
    const before = state.values.get(name);
    const isFilled = state.verdicts.get(name) === "taken" && before !== undefined;
    if (isFilled && confirmed === true && isSame(before, value)) return;
    if (verdict === "asked") {
      // What was denied is asked again; a value in doubt changes no earlier answer.
      if (isDenied && isFilled) settle(name, "asked");
      else if (!isFilled && !state.pending.includes(name)) settle(name, "asked");
      return;
    }
    if (isFilled && isSame(before, value)) return;
    settle(name, verdict, value);
    if (verdict === "read_back" && !state.pending.includes(name)) state.pending.push(name);
    if (verdict === "taken") state.pending = state.pending.filter((each) => each !== name);
  }
}

function actOf(path: readonly Arc[], decisions: readonly Decision[]): string | null {
  const act =
    path.find(({ kind }) => kind === "act") ??
    (path.length < 3 &&
    path.every(({ kind, what }) => what === "question" || kind === "beside") &&
    path.some(({ what }) => what === "question")
      ? { what: "repeat" }
      : undefined);
  if (act?.what === undefined || decisions.some(({ verdict }) => verdict !== "asked")) return null;
  return act.what;
}
