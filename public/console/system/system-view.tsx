// System view: version, data, nodes and settings of the server, for its owner.

import { type ReactNode, useEffect, useState } from "react";
import { request } from "../../page/api-request.ts";
import { words } from "../console-words.ts";
import { countText, latencyText, momentText } from "../shown-figures.ts";
import { useAnswer } from "../use-answer.ts";
import { Answered, ApiCall, Card, ViewHead } from "../view-parts.tsx";
import { TableHead } from "../table-head.tsx";
import { BackupCard, type System } from "./backup-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";
import { settingSections } from "./setting-sections.ts";

const shown = request("GET /v1/system");
const pollMs = 10_000;
/** Polling interval during a backup, in milliseconds. */
const soonMs = 1_000;
const mibPerGib = 1_024;

export function SystemView(): ReactNode {
  const [isSoon, setSoon] = useState(false);
  const answer = useAnswer(shown, isSoon ? soonMs : pollMs);
  const isMaking = typeof answer.body?.backup.running_since === "number";
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
      <ApiCall request={shown} />
    </>
  );
}

interface SystemProps {
  readonly system: System;
}

function Facts({ system }: SystemProps): ReactNode {
  const text = words.system;
  const { disk_free_mib: free, disk_total_mib: total } = system;
  const gib = (mib: number): string => countText(mib / mibPerGib);
  const disk = free === null || total === null ? "–" : text.free(gib(free), gib(total));
  const rows: readonly (readonly [string, ReactNode])[] = [
    [text.version, `${system.version} (${system.runtime})`],
    [text.started, momentText(system.started_at)],
    [text.store, text.stores[system.store]],
    [text.folder, <code key="folder">{system.data_folder}</code>],
    [text.disk, system.is_full ? text.full : disk],
    [text.signup, system.signup],
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

function Warnings({ system: { warnings } }: SystemProps): ReactNode {
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

function Nodes({ system: { nodes } }: SystemProps): ReactNode {
  const text = words.system;
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
              <tr key={node.id}>
                <th scope="row">
                  <code>{node.id}</code> {node.is_this && <span className="tag">{text.here}</span>}
                </th>
                <td>{node.state}</td>
                <td className="wide">{node.version}</td>
                <td className="number">
                  {node.calls} / {node.calls_max}
                </td>
                <td className="number wide">{latencyText(node.lag_ms)}</td>
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
  const rows = system.settings.filter(
    (setting) => (!isGivenOnly || setting.source === "environment") && fitsWords(setting, wanted),
  );
  const byName = new Map(rows.map((setting) => [setting.name, setting]));
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
          <SettingTable title={title} settings={names.flatMap((name) => byName.get(name) ?? [])} />
        </details>
      ))}
    </Card>
  );
}

type Setting = System["settings"][number];

function fitsWords({ name, about }: Setting, wanted: string): boolean {
  const words = `${name} ${about}`.toLowerCase();
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word));
}

interface SettingTableProps {
  readonly title: string;
  readonly settings: readonly Setting[];
}

function SettingTable({ title, settings }: SettingTableProps): ReactNode {
  const text = words.system;
  return (
    <table aria-label={title} className="log">
      <TableHead columns={[[text.setting], [text.value], [text.source, "wide"]]} />
      <tbody>
        {settings.map(({ name, about, value, source }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
              <span className="soft small setting-about">{about}</span>
            </th>
            <td className="setting-value">{value ?? <span className="soft">{text.none}</span>}</td>
            <td className="wide whole">{text.sources[source]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
