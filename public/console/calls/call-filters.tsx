// Call filters: filters of the list of calls, kept in the address.

import { type ReactNode, useEffect, useState } from "react";
import { useAgents } from "../agent-choices.ts";
import { type FilterName, filteredBy, filterNames, troubles } from "./call-entry.ts";
import { addressOf } from "../console-address.ts";
import { words } from "../console-words.ts";

/** Filters that are always shown. */
const plainNames: ReadonlySet<string> = new Set(["q", "flow_id", "status", "failed"]);

interface FilterProps {
  readonly filters: URLSearchParams;
  readonly name: FilterName;
  readonly label: string;
}

function setFilter(filters: URLSearchParams, name: FilterName, value: string): void {
  location.hash = addressOf("calls", { query: filteredBy(filters, name, value) });
}

export function CallFilters({ filters }: { readonly filters: URLSearchParams }): ReactNode {
  const text = words.calls;
  const stored = useAgents();
  const transports = [
    ["websocket", "WebSocket"],
    ["webrtc", "WebRTC"],
    ["sip", "Telephone"],
    ["asterisk", "Asterisk"],
  ] as const;
  const kinds = (["any", ...troubles] as const).map((kind) => [kind, text.troubles[kind]] as const);
  const isDetailed = filterNames.some((name) => !plainNames.has(name) && filters.has(name));
  return (
    <search className="filters">
      <div className="filter-row">
        <TypedFilter filters={filters} name="q" label={text.search} hint={text.searchHint} type="search" />
        <ChosenFilter
          filters={filters}
          name="flow_id"
          label={text.flow}
          choices={[["", text.anyFlow], ...stored]}
        />
        <StatusFilter filters={filters} />
      </div>
      <details open={isDetailed}>
        <summary>{text.more}</summary>
        <div className="filter-row">
          <ChosenFilter
            filters={filters}
            name="trouble"
            label={text.trouble}
            choices={[["", text.anyTrouble], ...kinds]}
          />
          <ChosenFilter
            filters={filters}
            name="transport"
            label={text.transport}
            choices={[["", text.anyTransport], ...transports]}
          />
          <ChosenFilter
            filters={filters}
            name="direction"
            label={text.direction}
            choices={Object.entries(text.directions)}
          />
          <TypedFilter filters={filters} name="subject" label={text.subject} hint={text.subjectHint} />
          <TypedFilter filters={filters} name="outcome" label={text.outcome} />
          <TypedFilter filters={filters} name="tag" label={text.tag} />
          <TypedFilter filters={filters} name="from" label={text.from} type="date" />
          <TypedFilter filters={filters} name="to" label={text.to} type="date" />
        </div>
      </details>
    </search>
  );
}

interface TypedProps extends FilterProps {
  readonly type?: "search" | "text" | "date";
  readonly hint?: string;
}

/** Filters the list when the text is entered or the field is left, not with every letter. */
function TypedFilter({ filters, name, label, type = "text", hint = "" }: TypedProps): ReactNode {
  const current = filters.get(name) ?? "";
  const [typed, setTyped] = useState(current);
  useEffect(() => setTyped(current), [current]);
  return (
    <label className={`filter filter-${name}`}>
      <span>{label}</span>
      <input
        type={type}
        placeholder={hint}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={({ key }) => key === "Enter" && setFilter(filters, name, typed)}
        onBlur={() => typed !== current && setFilter(filters, name, typed)}
      />
    </label>
  );
}

interface ChosenProps extends FilterProps {
  readonly choices: readonly (readonly [value: string, label: string])[];
}

function ChosenFilter({ filters, name, label, choices }: ChosenProps): ReactNode {
  return (
    <label className={`filter filter-${name}`}>
      <span>{label}</span>
      <select
        value={filters.get(name) ?? ""}
        onChange={({ currentTarget }) => setFilter(filters, name, currentTarget.value)}
      >
        {choices.map(([value, shown]) => (
          <option key={value} value={value}>
            {shown}
          </option>
        ))}
      </select>
    </label>
  );
}

/** One choice for two filters of the API: the failure of a running call is not known yet. */
function StatusFilter({ filters }: { readonly filters: URLSearchParams }): ReactNode {
  const text = words.calls;
  const chosen = filters.get("failed") === "true" ? "failed" : (filters.get("status") ?? "");
  const choose = (value: string): void => {
    const query = filteredBy(
      filteredBy(filters, "failed", value === "failed" ? "true" : ""),
      "status",
      value === "failed" ? "" : value,
    );
    location.hash = addressOf("calls", { query });
  };
  return (
    <div className="segments" role="group" aria-label={text.status}>
      {(
        [
          ["", text.anyStatus],
          ["running", text.live],
          ["ended", text.ended],
          ["failed", text.failed],
        ] as const
      ).map(([value, label]) => (
        <button key={value} type="button" aria-pressed={value === chosen} onClick={() => choose(value)}>
          {label}
        </button>
      ))}
    </div>
  );
}
