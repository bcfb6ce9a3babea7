// Money view: the remaining credit, the budget, the costs of the last days and of each flow, and the ledger.

import type { ReactNode } from "react";
import { request } from "../../page/api-request.ts";
import { words } from "../console-words.ts";
import { DayChart, DayTable } from "../day-chart.tsx";
import { countText, dayText, moneyText } from "../shown-figures.ts";
import { useAnswer } from "../use-answer.ts";
import { Answered, ApiCall, Card, Empty, ViewHead } from "../view-parts.tsx";
import { BudgetCard } from "./budget-card.tsx";
import { FlowCosts } from "./flow-costs.tsx";
import { LedgerCard } from "./ledger-card.tsx";

const credits = request("GET /v1/credits/balance");

export function MoneyView(): ReactNode {
  const balance = useAnswer(credits);
  const figures = useAnswer(request("GET /v1/figures", { days: 30 }));
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
                  <b>{moneyText(body[field])}</b>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Answered>
      <BudgetCard />
      <Answered answer={figures}>
        {({ days }) => {
          const isEmpty = days.every(({ cost_cents }) => cost_cents === 0);
          return (
            <Card title={text.days} {...(!isEmpty && { about: words.home.chartAbout(days.length) })}>
              {isEmpty ? (
                <Empty title={text.emptyTitle} text={text.empty} />
              ) : (
                <>
                  <DayChart
                    title={text.cost}
                    scaleText={moneyText}
                    bars={days.map(({ day, cost_cents }) => ({
                      day,
                      value: cost_cents,
                      text: moneyText(cost_cents),
                    }))}
                  />
                  <DayTable
                    columns={[words.home.day, words.home.calls, text.minutes, text.cost]}
                    rows={days
                      .toReversed()
                      .map(({ day, calls, minutes, cost_cents }) => [
                        dayText(day),
                        countText(calls),
                        countText(minutes),
                        moneyText(cost_cents),
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
      <ApiCall request={credits} />
    </>
  );
}
