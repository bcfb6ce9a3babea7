// System view: version, data, nodes and settings of the deployment, for its owner.

import { type ReactNode, useEffect, useState } from "react";
import { listOf, numberOf, textOf, valueOf } from "../../page/json-answer.ts";
import { get } from "../api-request.ts";
import { words } from "../console-words.ts";
import { countText, latencyText, momentText } from "../shown-figures.ts";
import { useAnswer } from "../use-answer.ts";
import { Answered, ApiCall, Card, ViewHead } from "../view-parts.tsx";
import { TableHead } from "../table-head.tsx";
import { BackupCard, runningSince } from "./backup-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";
import { settingSections } from "./setting-sections.ts";

const path = "/v1/system";
const pollMs = 10_000;
/** While a backup is made. */
const soonMs = 1_000;
const mibPerGib = 1_024;

export function SystemView(): ReactNode {
  const [isSoon, setSoon] = useState(false);
  const answer = useAnswer(path, isSoon ? soonMs : pollMs);
  const isMaking = runningSince(answer.body) !== undefined;
  useEffect(() => setSoon(isMaking), [isMaking]);
  return (
    <>
      <ViewHead title={words.views.system} subtitle={words.subtitles.system} />
      <Answered answer={answer}>
        {(body) => (
          <>
            <Facts system={body} />
            <BackupCard system={body} begun={answer.reload} />
            <Warnings system={body} />
            <Nodes system={body} />
            <SessionsCard />
            <Settings system={body} />
          </>
        )}
      </Answered>
      <ApiCall request={get(path)} />
    </>
  );
}

interface SystemProps {
  readonly system: unknown;
}

function Facts({ system }: SystemProps): ReactNode {
  const text = words.system;
  const [free, total] = [numberOf(system, "disk_free_mib"), numberOf(system, "disk_total_mib")];
  const gib = (mib: number): string => countText(mib / mibPerGib);
  const disk = free === undefined || total === undefined ? "–" : text.free(gib(free), gib(total));
  const isFull = valueOf(system, "is_full") === true;
  const rows: readonly (readonly [string, ReactNode])[] = [
    [text.version, `${textOf(system, "version")} (${textOf(system, "runtime")})`],
    [text.started, momentText(numberOf(system, "started_at") ?? Number.NaN)],
    [text.store, text.stores[textOf(system, "store") ?? ""]],
    [text.folder, <code key="folder">{textOf(system, "data_folder")}</code>],
    [text.disk, isFull ? text.full : disk],
    [text.signup, textOf(system, "signup")],
  ];
  return (
    <dl className="card facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Warnings({ system }: SystemProps): ReactNode {
  const warnings = listOf(system, "warnings").filter((each) => typeof each === "string");
  if (warnings.length === 0) return null;
  return (
    <Card title={words.system.warnings}>
      <ul className="plain-list">
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </Card>
  );
}

function Nodes({ system }: SystemProps): ReactNode {
  const text = words.system;
  const nodes = listOf(system, "nodes");
  return (
    <Card title={text.nodes} about={nodes.length === 0 ? text.noNodes : text.nodesAbout} className="list">
      {nodes.length > 0 && (
        <table aria-label={text.nodes}>
          <TableHead
            columns={[
              [text.node],
              [text.state],
              [text.version, "wide"],
              [text.calls, "number"],
              [text.lag, "number wide"],
            ]}
          />
          <tbody>
            {nodes.map((node) => (
              <tr key={textOf(node, "id")}>
                <th scope="row">
                  <code>{textOf(node, "id")}</code>{" "}
                  {valueOf(node, "is_this") === true && <span className="tag">{text.here}</span>}
                </th>
                <td>{textOf(node, "state")}</td>
                <td className="wide">{textOf(node, "version")}</td>
                <td className="number">
                  {numberOf(node, "calls")} / {numberOf(node, "calls_max")}
                </td>
                <td className="number wide">{latencyText(numberOf(node, "lag_ms"))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

function Settings({ system }: SystemProps): ReactNode {
  const text = words.system;
  const [isGivenOnly, setGivenOnly] = useState(false);
  const [wanted, setWanted] = useState("");
  const isNarrowed = isGivenOnly || wanted.trim() !== "";
  const rows = listOf(system, "settings").filter(
    (setting) => (!isGivenOnly || textOf(setting, "source") === "environment") && fitsWords(setting, wanted),
  );
  const byName = new Map(rows.map((setting) => [textOf(setting, "name") ?? "", setting]));
  const sections = settingSections([...byName.keys()]);
  return (
    <Card title={text.settings} about={text.settingsAbout} className="list settings-card">
      <div className="filter-row">
        <label className="filter filter-q">
          <span>{text.search}</span>
          <input
            type="search"
            value={wanted}
            placeholder={text.searchHint}
            onChange={({ currentTarget }) => setWanted(currentTarget.value)}
          />
        </label>
        <label className="check">
          <input
            type="checkbox"
            checked={isGivenOnly}
            onChange={({ currentTarget }) => setGivenOnly(currentTarget.checked)}
          />{" "}
          {text.onlyGiven}
        </label>
      </div>
      <p role="status" className="soft small">
        {isNarrowed && text.settingsFound(rows.length)}
      </p>
      {[...sections].map(([title, names]) => (
        <details key={`${title} ${isNarrowed}`} open={isNarrowed} className="setting-section">
          <summary>
            {title} <span className="soft small">{names.length}</span>
          </summary>
          <SettingTable title={title} settings={names.map((name) => byName.get(name))} />
        </details>
      ))}
    </Card>
  );
}

function fitsWords(setting: unknown, wanted: string): boolean {
  const words = `${textOf(setting, "name")} ${textOf(setting, "about")}`.toLowerCase();
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word));
}

interface SettingTableProps {
  readonly title: string;
  readonly settings: readonly unknown[];
}

function SettingTable({ title, settings }: SettingTableProps): ReactNode {
  const text = words.system;
  return (
    <table aria-label={title} className="log">
      <TableHead columns={[[text.setting], [text.value], [text.source, "wide"]]} />
      <tbody>
        {settings.map((setting) => {
          const name = textOf(setting, "name");
          return (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
                <span className="soft small setting-about">{textOf(setting, "about")}</span>
              </th>
              <td className="setting-value">
                {textOf(setting, "value") ?? <span className="soft">{text.none}</span>}
              </td>
              <td className="wide whole">{text.sources[textOf(setting, "source") ?? ""]}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
