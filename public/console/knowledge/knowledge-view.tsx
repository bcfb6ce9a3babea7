// Knowledge view: the bases of an account with their sources, a form that adds one, and a question to try on each.

import type { ReactNode } from "react";
import { listOf, numberOf, textOf, valueOf } from "../../page/json-answer.ts";
import type { ApiRequest } from "../api-request.ts";
import { words } from "../console-words.ts";
import { ListFrame } from "../settings/list-frame.tsx";
import { type EntryField, formText } from "../settings/entry-form.tsx";
import { EntryList } from "../settings/entry-list.tsx";
import { momentText } from "../shown-figures.ts";
import { useAnswer } from "../use-answer.ts";
import { Answered, Empty } from "../view-parts.tsx";
import { QuestionTrial } from "./question-trial.tsx";

const path = "/v1/knowledge";
/** Bases of flows begin so: their files come with the flow. */
const ownPrefix = "flow:";
const text = words.knowledge;
const fields: readonly EntryField[] = [
  { name: "base", label: text.base, hint: text.baseHint, isNeeded: true },
  { name: "title", label: text.title, hint: text.titleHint },
  { name: "url", label: text.address, hint: text.addressHint, codes: ["knowledge/unreachable"] },
  { name: "type", label: text.form, choices: text.forms },
  { name: "text", label: text.content, hint: text.contentHint, isLong: true, codes: ["knowledge/invalid"] },
];
const basePath = (base: string): string => `${path}/${encodeURIComponent(base)}`;

export function KnowledgeView(): ReactNode {
  const answer = useAnswer(path);
  return (
    <ListFrame
      view="knowledge"
      path={path}
      answer={answer}
      fields={fields}
      label={text.add}
      requestOf={additionOf}
    >
      <Answered answer={answer}>
        {(body) => {
          const bases: readonly unknown[] = Array.isArray(body) ? body : [];
          if (bases.length === 0)
            return (
              <div className="card">
                <Empty title={text.emptyTitle} text={text.empty} />
              </div>
            );
          return (
            <>
              <QuestionTrial bases={bases.map((base) => textOf(base, "base") ?? "")} />
              {bases.map((base) => (
                <Base key={textOf(base, "base")} base={base} reload={answer.reload} />
              ))}
            </>
          );
        }}
      </Answered>
    </ListFrame>
  );
}

function additionOf(form: HTMLFormElement): ApiRequest {
  const [title, url, given] = [formText(form, "title"), formText(form, "url"), formText(form, "text")];
  return {
    method: "POST",
    path: `${basePath(formText(form, "base"))}/sources`,
    body: {
      ...(title !== "" && { title }),
      ...(url !== "" && { url }),
      ...(given !== "" && { text: given, type: formText(form, "type") }),
    },
  };
}

function Base({ base, reload }: { readonly base: unknown; readonly reload: () => void }): ReactNode {
  const name = textOf(base, "base") ?? "";
  const sources = listOf(base, "sources");
  const isOwn = name.startsWith(ownPrefix);
  return (
    <section className="stack" aria-label={name}>
      <div>
        <h2>{name}</h2>
        <p className="soft small">{isOwn ? text.own : text.sourcesOf(sources.length)}</p>
      </div>
      <EntryList
        answer={{ body: sources, problem: undefined, reload }}
        empty={[text.emptyTitle, text.empty]}
        remove={{
          path: (source) =>
            isOwn ? undefined : `${basePath(name)}/sources/${encodeURIComponent(textOf(source, "id") ?? "")}`,
        }}
        entryOf={(source) => {
          const url = textOf(source, "url");
          return {
            id: textOf(source, "id") ?? "",
            name: textOf(source, "title") ?? "",
            facts: [
              valueOf(source, "ready") === true
                ? [text.passages, String(numberOf(source, "passages") ?? 0)]
                : [text.reading, ""],
              [text.added, momentText(Date.parse(textOf(source, "created_at") ?? "") / 1_000)],
              ...(url === undefined ? [] : [[text.from, url] as const]),
            ],
          };
        }}
      />
    </section>
  );
}
