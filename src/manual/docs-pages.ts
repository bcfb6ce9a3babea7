// Documentation pages: the overview (README.md), the guides, the chapters of the manual and the lists of limits,
// grouped by the readers' purposes. Sources are Markdown files that link to each other as files.

import limits from "../LIMITS.md" with { type: "text" };
import capacity from "../CAPACITY.md" with { type: "text" };
import overview from "../../README.md" with { type: "text" };
import { chapters } from "./manual-book.ts";
import accounts from "./guides/accounts.md" with { type: "text" };
import api from "./guides/api.md" with { type: "text" };
import build from "./guides/build.md" with { type: "text" };
import cluster from "./guides/cluster.md" with { type: "text" };
import comingFrom from "./guides/coming-from.md" with { type: "text" };
import commandLine from "./guides/command-line.md" with { type: "text" };
import commands from "./guides/commands.md" with { type: "text" };
import configuration from "./guides/configuration.md" with { type: "text" };
import console from "./guides/console.md" with { type: "text" };
import data from "./guides/data.md" with { type: "text" };
import deploy from "./guides/deploy.md" with { type: "text" };
import editor from "./guides/editor.md" with { type: "text" };
import operate from "./guides/operate.md" with { type: "text" };
import recordedCalls from "./guides/recorded-calls.md" with { type: "text" };
import security from "./guides/security.md" with { type: "text" };
import talkFreely from "./guides/talk-freely.md" with { type: "text" };
import telephone from "./guides/telephone.md" with { type: "text" };
import troubleshooting from "./guides/troubleshooting.md" with { type: "text" };
import turnTaking from "./guides/turn-taking.md" with { type: "text" };
import upgrade from "./guides/upgrade.md" with { type: "text" };
import widget from "./guides/widget.md" with { type: "text" };

export interface DocsPage {
  /** Last part of its address, and first part of its anchors. */
  readonly id: string;
  readonly markdown: string;
}

export interface DocsGroup {
  readonly title: string;
  readonly pages: readonly DocsPage[];
}

export const docsGroups: readonly DocsGroup[] = [
  {
    title: "Start",
    pages: [
      { id: "overview", markdown: overview },
      { id: "talk-freely", markdown: talkFreely },
      { id: "command-line", markdown: commandLine },
      { id: "editor", markdown: editor },
      { id: "console", markdown: console },
    ],
  },
  { title: "Flows", pages: [...chapters, { id: "recorded-calls", markdown: recordedCalls }] },
  {
    title: "Connect",
    pages: [
      { id: "widget", markdown: widget },
      { id: "api", markdown: api },
      { id: "telephone", markdown: telephone },
      { id: "coming-from", markdown: comingFrom },
    ],
  },
  {
    title: "Run",
    pages: [
      { id: "build", markdown: build },
      { id: "deploy", markdown: deploy },
      { id: "cluster", markdown: cluster },
      { id: "accounts", markdown: accounts },
      { id: "operate", markdown: operate },
      { id: "data", markdown: data },
      { id: "upgrade", markdown: upgrade },
      { id: "security", markdown: security },
      { id: "troubleshooting", markdown: troubleshooting },
    ],
  },
  {
    title: "Reference",
    pages: [
      { id: "configuration", markdown: configuration },
      { id: "commands", markdown: commands },
      { id: "limits", markdown: limits },
      { id: "capacity", markdown: capacity },
      { id: "turn-taking", markdown: turnTaking },
    ],
  },
];

export const docsPages: readonly DocsPage[] = docsGroups.flatMap(({ pages }) => pages);

export const titleOf = ({ id, markdown }: DocsPage): string => /^# (.+)$/m.exec(markdown)?.[1] ?? id;

/** The first paragraph, as one line. */
export const summaryOf = ({ markdown }: DocsPage): string =>
  (/^# .+\n+((?!```)[^#<{|\n][^]*?)\n\n/.exec(markdown)?.[1] ?? "").replaceAll("\n", " ");
