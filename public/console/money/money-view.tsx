// Money view: the credit that is left, the budget, what each of the last days and each flow cost, and the ledger.

import type { ReactNode } from "react";
import { numberOf } from "../../page/json-answer.ts";
import { get } from "../api-request.ts";
import { words } from "../console-words.ts";
import { figuresIn } from "../daily-figures.ts";
import { DayChart, DayTable } from "../day-chart.tsx";
import { countText, dayText, moneyText } from "../shown-figures.ts";
import { useAnswer } from "../use-answer.ts";
import { Answered, ApiCall, Card, Empty, ViewHead } from "../view-parts.tsx";
import { BudgetCard } from "./budget-card.tsx";
import { FlowCosts } from "./flow-costs.tsx";
import { LedgerCard } from "./ledger-card.tsx";

const balancePath = "/v1/credits/balance";

export function MoneyView(): ReactNode {
  const balance = useAnswer(balancePath);
  const figures = useAnswer("/v1/figures?days=30");
  const text = words.money;
  return (
    <>
      <ViewHead title={words.views.money} subtitle={words.subtitles.money} />
      <Answered answer={balance}>
        {(body) => (
          <dl className="tiles">
            {(
              [
                [text.left, "balance_usd_cents"],
                [text.held, "held_usd_cents"],
                [text.rate, "rate_per_minute_usd_cents"],
              ] as const
            ).map(([name, field]) => (
              <div key={field} className="card tile">
                <dt>{name}</dt>
                <dd>
                  <b>{moneyText(numberOf(body, field) ?? 0)}</b>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Answered>
      <BudgetCard />
      <Answered answer={figures}>
        {(body) => {
          const { days } = figuresIn(body);
          const isEmpty = days.every(({ costCents }) => costCents === 0);
          return (
            <Card title={text.days} {...(!isEmpty && { about: words.home.chartAbout(days.length) })}>
              {isEmpty ? (
                <Empty title={text.emptyTitle} text={text.empty} />
              ) : (
                <>
                  <DayChart
                    title={text.cost}
                    scaleText={moneyText}
                    bars={days.map(({ day, costCents }) => ({
                      day,
                      value: costCents,
                      text: moneyText(costCents),
                    }))}
                  />
                  <DayTable
                    columns={[words.home.day, words.home.calls, text.minutes, text.cost]}
                    rows={days
                      .toReversed()
                      .map(({ day, calls, minutes, costCents }) => [
                        dayText(day),
                        countText(calls),
                        countText(minutes),
                        moneyText(costCents),
                      ])}
                  />
                </>
              )}
            </Card>
          );
        }}
      </Answered>
      <FlowCosts />
      <LedgerCard />
      <ApiCall request={get(balancePath)} />
    </>
  );
}
