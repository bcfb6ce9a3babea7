// Budget card: the limit of a month, the amount spent, and whether calls beyond it are refused.

import { type ReactNode, type SubmitEvent, useState } from "react";
import { type ApiAnswer, request } from "../../page/api-request.ts";
import { words } from "../console-words.ts";
import { moneyText } from "../shown-figures.ts";
import { useAct, useAnswer, useConsole } from "../use-answer.ts";
import { Answered, Card, faultOf, FormEnd, FormProblem } from "../view-parts.tsx";

type Budget = ApiAnswer<"GET /v1/budget">;

const budgetPointer = "/monthly_usd_cents";

export function BudgetCard(): ReactNode {
  const answer = useAnswer(request("GET /v1/budget"));
  return (
    <Card title={words.money.budget} about={words.money.budgetAbout}>
      <Answered answer={answer}>{(body) => <BudgetForm budget={body} saved={answer.reload} />}</Answered>
    </Card>
  );
}

/** Dollars of the field, in cents; undefined: not a sum. Empty: no budget. */
function centsOf(typed: string): number | null | undefined {
  if (typed === "") return null;
  const cents = Math.round(Number(typed.replace(",", ".")) * 100);
  return Number.isFinite(cents) && cents > 0 ? cents : undefined;
}

function BudgetForm({ budget, saved }: { readonly budget: Budget; readonly saved: () => void }): ReactNode {
  const { api } = useConsole();
  const { isBusy, problem, run } = useAct();
  const cents = budget.monthly_usd_cents;
  const [typed, setTyped] = useState(cents === null ? "" : String(cents / 100));
  const [refuses, setRefuses] = useState(budget.refuse_calls);
  const [isSaved, setSaved] = useState(false);
  const text = words.money;
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    // An invalid text is sent unchanged: the server gives the reason.
    const body = {
      monthly_usd_cents: centsOf(typed.trim()) ?? (typed.trim() === "" ? null : typed),
      refuse_calls: refuses,
    };
    const isDone = await run(async () => void (await api.ask(request("PUT /v1/budget", {}, body))));
    setSaved(isDone);
    if (isDone) saved();
  };
  return (
    <form className="form" onSubmit={(event) => void submit(event)}>
      <Spent budget={budget} />
      <label className="field amount">
        <span>{text.monthly}</span>
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          aria-describedby="budget-problem"
        />
      </label>
      {/* The server speaks of cents. */}
      <p className="field-problem small" id="budget-problem" role="alert">
        {faultOf(problem, budgetPointer) !== undefined && text.noSum}
      </p>
      <label className="check">
        <input
          type="checkbox"
          checked={refuses}
          onChange={({ currentTarget }) => setRefuses(currentTarget.checked)}
        />{" "}
        {text.refuse}
      </label>
      <FormProblem problem={problem} pointers={[budgetPointer]} />
      <FormEnd isBusy={isBusy} isSaved={isSaved} />
    </form>
  );
}

function Spent({
  budget: { month, spent_usd_cents: spent, monthly_usd_cents: cents },
}: {
  readonly budget: Budget;
}): ReactNode {
  const text = words.money;
  const share = cents === null ? undefined : Math.floor((100 * spent) / cents);
  return (
    <>
      <p>
        {text.spent(moneyText(spent), month)}
        {share !== undefined && cents !== null && (
          <span className={share >= 100 ? "mood bad" : "soft"}>
            {" "}
            {text.ofBudget(`${share} %`, moneyText(cents))}
          </span>
        )}
      </p>
      {share !== undefined && (
        <progress aria-label={text.share} max={100} value={Math.min(100, share)}>
          {share} %
        </progress>
      )}
    </>
  );
}
