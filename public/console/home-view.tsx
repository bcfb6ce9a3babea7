// Home view: the present, the last days, and the obstacles to calls.

import type { ReactNode } from "react";
import { type ApiAnswer, request } from "../page/api-request.ts";
import { CallTable } from "./calls/call-table.tsx";
import { addressOf } from "./console-address.ts";
import { words } from "./console-words.ts";
import { type Figures, type Hindrance, hindrancesOf, providerKinds } from "./daily-figures.ts";
import { DayChart, DayTable } from "./day-chart.tsx";
import { countText, dayText, latencyText, moneyText, shareText } from "./shown-figures.ts";
import { type Answer, useAnswer } from "./use-answer.ts";
import { Answered, ApiCall, Card, ViewHead } from "./view-parts.tsx";

const days = 30;
const daily = request("GET /v1/figures", { days });
const pollMs = 5_000;
const slowPollMs = 30_000;
/** Maximum number of today's calls in the count. */
const troubledMax = 200;

export function HomeView(): ReactNode {
  const figures = useAnswer(daily, pollMs);
  const recent = useAnswer(request("GET /v1/calls", { limit: 6 }), pollMs);
  const hasRecent = (recent.body?.calls.length ?? 0) > 0;
  const isNew = (days: Figures["days"]): boolean =>
    recent.body !== undefined && !hasRecent && days.every(({ calls }) => calls === 0);
  return (
    <>
      <ViewHead title={words.views.home} subtitle={words.subtitles.home} />
      <Answered answer={figures}>
        {(body) => (
          <>
            <Tiles figures={body} />
            <div className="columns">
              {isNew(body.days) ? <FirstSteps /> : <Charts figures={body} />}
              <Standing />
            </div>
          </>
        )}
      </Answered>
      {(recent.body === undefined || hasRecent) && (
        <Card title={words.home.recent} className="recent">
          <Recent recent={recent} />
        </Card>
      )}
      <ApiCall request={daily} />
    </>
  );
}

function Tiles({ figures: { now, today } }: { readonly figures: Figures }): ReactNode {
  const text = words.home;
  const tiles: readonly (readonly [name: string, value: string, more?: string])[] = [
    [text.now, countText(now.calls)],
    [text.today, countText(today.calls)],
    [
      text.success,
      shareText(today.calls - today.failed, today.calls),
      today.failed > 0 ? text.failed(today.failed) : text.none,
    ],
    [text.answers, latencyText(today.latency_p50_ms), `${text.p95} ${latencyText(today.latency_p95_ms)}`],
    [text.minutes, countText(today.minutes)],
    [text.cost, moneyText(today.cost_cents)],
  ];
  return (
    <dl className="tiles">
      {tiles.map(([name, value, more]) => (
        <div key={name} className="card tile">
          <dt>{name}</dt>
          <dd>
            <b>{value}</b> {more !== undefined && <span className="soft">{more}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** For an account without calls: the steps to its first agent. */
function FirstSteps(): ReactNode {
  const text = words.home;
  return (
    <Card title={words.calls.emptyTitle} about={text.stepsAbout}>
      <ol className="first-steps">
        {text.steps.map(([title, about, label, address], at) => (
          <li key={title}>
            <div>
              <b>{title}</b>
              <p className="soft small">{about}</p>
            </div>
            <a className={at === 0 ? "button primary" : "button"} href={address}>
              {label}
            </a>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Charts({ figures }: { readonly figures: Figures }): ReactNode {
  const text = words.home;
  return (
    <Card title={text.chart} about={text.chartAbout(days)} className="charts">
      <DayChart
        title={text.calls}
        scaleText={countText}
        bars={figures.days.map(({ day, calls, failed }) => ({
          day,
          value: calls,
          bad: failed,
          text: `${calls}, ${text.failed(failed)}`,
        }))}
      />
      <DayChart
        title={text.latencyChart}
        scaleText={latencyText}
        bars={figures.days.map(({ day, latency_p95_ms }) => ({
          day,
          value: latency_p95_ms ?? 0,
          text: latencyText(latency_p95_ms),
        }))}
      />
      <DayTable
        columns={[text.day, text.calls, text.failures, text.p50, text.p95]}
        rows={figures.days
          .toReversed()
          .map(({ day, calls, failed, latency_p50_ms, latency_p95_ms }) => [
            dayText(day),
            countText(calls),
            countText(failed),
            latencyText(latency_p50_ms),
            latencyText(latency_p95_ms),
          ])}
      />
    </Card>
  );
}

/** Day in UTC, as in the figures. */
const today = (): string => new Date().toISOString().slice(0, 10);

function Standing(): ReactNode {
  const health = useAnswer(request("GET /health"), slowPollMs);
  const ready = useAnswer(request("GET /ready"), slowPollMs);
  const standing = useAnswer(request("GET /v1/providers/standing"), slowPollMs);
  const balance = useAnswer(request("GET /v1/credits/balance"), slowPollMs);
  const budget = useAnswer(request("GET /v1/budget"), slowPollMs);
  const flows = useAnswer(request("GET /v1/flows"));
  const contracts = useAnswer(request("GET /v1/contracts"), slowPollMs);
  const troubled = useAnswer(
    request("GET /v1/calls", { trouble: "any", from: today(), limit: troubledMax }),
    slowPollMs,
  );
  const hindrances = hindrancesOf({
    health: health.body,
    standing: standing.body,
    balance: balance.body,
    budget: budget.body,
    flows: flows.body,
    contracts: contracts.body,
    troubled: troubled.body,
    notReady: ready.problem?.message,
  });
  return (
    <div className="stack">
      <Card title={words.home.trouble}>
        {hindrances.length === 0 ? (
          <p className="soft">{words.home.clear}</p>
        ) : (
          <ul className="hindrances">
            {hindrances.map((each) => (
              <li key={keyOf(each)} className={each.kind}>
                <HindranceText hindrance={each} />
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card title={words.home.lights}>
        <ul className="lights">
          {providerKinds.map((kind) => {
            const { state, provider, own_key } = standing.body?.[kind] ?? {};
            return (
              <li key={kind} data-state={state}>
                <span>{words.home.kinds[kind]}</span>
                <b>{state === "absent" ? words.home.noProvider : provider}</b>
                <span className="soft">
                  {state === "ready" && own_key ? words.home.ownKey : state && words.home.states[state]}
                </span>
              </li>
            );
          })}
        </ul>
      </Card>
    </div>
  );
}

function keyOf(hindrance: Hindrance): string {
  if (hindrance.kind === "trouble-today") return hindrance.trouble;
  if (hindrance.kind === "contract-broken") return hindrance.flowId;
  return hindrance.kind === "provider-refused" ? hindrance.of : hindrance.kind;
}

function HindranceText({ hindrance }: { readonly hindrance: Hindrance }): ReactNode {
  const text = words.home;
  const way = (sentence: string, address: string, label: string): ReactNode => (
    <>
      {sentence} <a href={address}>{label}</a>
    </>
  );
  switch (hindrance.kind) {
    case "not-ready":
    case "degraded":
      return hindrance.detail;
    case "no-model":
      return way(text.noModel, addressOf("providers"), text.setModel);
    case "provider-refused":
      return way(text.refused(text.kinds[hindrance.of], hindrance.says), addressOf("providers"), text.mend);
    case "budget-spent":
      return way(
        hindrance.refuses ? text.budgetRefuses : text.budgetSpent,
        addressOf("money"),
        text.seeBudget,
      );
    case "low-credit":
      return way(text.lowCredit(moneyText(hindrance.cents)), addressOf("money"), text.seeMoney);
    case "contract-broken": {
      const address = addressOf("flows", { id: hindrance.flowId });
      return way(text.contractBroken(hindrance.flowName, hindrance.names), address, text.seeContract);
    }
    case "trouble-today": {
      const { trouble, count, hasMore, call } = hindrance;
      const query = new URLSearchParams({ trouble, from: today() });
      const address = addressOf("calls", count === 1 ? { id: call } : { query });
      return way(text.troubleToday[trouble](text.troubled(count, hasMore)), address, text.seeTrouble);
    }
    case "no-flows":
      return way(text.noFlows, "/flow-editor", text.makeFlow);
  }
}

function Recent({ recent }: { readonly recent: Answer<ApiAnswer<"GET /v1/calls">> }): ReactNode {
  return (
    <Answered answer={recent}>
      {({ calls }) => (
        <>
          <CallTable calls={calls} />
          <p className="onward">
            <a href={addressOf("calls")}>{words.home.all}</a>
          </p>
        </>
      )}
    </Answered>
  );
}
