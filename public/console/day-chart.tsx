// Day chart: one bar per day, with the same numbers as a table for people who do not see it.

import { type ReactNode, useId } from "react";
import { words } from "./console-words.ts";
import { dayText, niceMax } from "./shown-figures.ts";
import { TableHead } from "./table-head.tsx";

export interface DayBar {
  readonly day: string;
  readonly value: number;
  /** Failed part of the value, drawn in the colour of failures. */
  readonly bad?: number;
  readonly text: string;
}

interface DayChartProps {
  readonly title: string;
  readonly bars: readonly DayBar[];
  readonly scaleText: (value: number) => string;
}

const [height, step, width] = [96, 20, 14];

export function DayChart({ title, bars, scaleText }: DayChartProps): ReactNode {
  const id = useId();
  const max = niceMax(Math.max(0, ...bars.map(({ value }) => value)));
  const high = (value: number): number => (max === 0 ? 0 : (height * value) / max);
  return (
    <figure className="chart" aria-labelledby={id}>
      <figcaption id={id}>
        {title} {max > 0 && <span className="soft">{scaleText(max)}</span>}
      </figcaption>
      <svg
        viewBox={`0 0 ${bars.length * step} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={title}
      >
        <line x1="0" x2={bars.length * step} y1="0.5" y2="0.5" className="grid" />
        <line x1="0" x2={bars.length * step} y1={height / 2} y2={height / 2} className="grid" />
        {bars.map(({ day, value, bad = 0, text }, at) => (
          <g key={day}>
            <title>{`${dayText(day)}: ${text}`}</title>
            <rect className="room" x={at * step} y="0" width={step} height={height} />
            <rect
              className="bar-value"
              x={at * step + (step - width) / 2}
              y={height - high(value)}
              width={width}
              height={high(value)}
              rx="2"
            />
            <rect
              className="bar-bad"
              x={at * step + (step - width) / 2}
              y={height - high(bad)}
              width={width}
              height={high(bad)}
              rx="2"
            />
          </g>
        ))}
        <line x1="0" x2={bars.length * step} y1={height - 0.5} y2={height - 0.5} className="ground" />
      </svg>
      <p className="chart-ends soft" aria-hidden="true">
        <span>{dayText(bars[0]?.day ?? "")}</span>
        <span>{dayText(bars.at(-1)?.day ?? "")}</span>
      </p>
    </figure>
  );
}

interface DayTableProps {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export function DayTable({ columns, rows }: DayTableProps): ReactNode {
  return (
    <details className="day-table">
      <summary>{words.home.table}</summary>
      <table>
        <TableHead columns={columns.map((name) => [name])} />
        <tbody>
          {rows.map(([day = "", ...rest]) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              {rest.map((text, at) => (
                <td key={columns[at + 1]}>{text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
