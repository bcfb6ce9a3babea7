// Knowledge view: the bases of an account with their sources, a form that adds one, and a question to try on each.

import type { ReactNode } from "react";
import { type ApiAnswer, request } from "../../page/api-request.ts";
import { words } from "../console-words.ts";
import { ListFrame } from "../settings/list-frame.tsx";
import { type EntryField, formText } from "../settings/entry-form.tsx";
import { EntryList } from "../settings/entry-list.tsx";
import { momentText } from "../shown-figures.ts";
import { useAnswer } from "../use-answer.ts";
import { Answered, Empty } from "../view-parts.tsx";
import { QuestionTrial } from "./question-trial.tsx";

const list = request("GET /v1/knowledge");
/** Prefix of the bases of flows, whose files come with the flow. */
const ownPrefix = "flow:";
const text = words.knowledge;
const fields: readonly EntryField[] = [
  { name: "base", label: text.base, hint: text.baseHint, isNeeded: true },
  { name: "title", label: text.title, hint: text.titleHint },
  { name: "url", label: text.address, hint: text.addressHint, codes: ["knowledge/unreachable"] },
  { name: "type", label: text.form, choices: text.forms },
  { name: "text", label: text.content, hint: text.contentHint, isLong: true, codes: ["knowledge/invalid"] },
];

export function KnowledgeView(): ReactNode {
  const answer = useAnswer(list);
  return (
    <ListFrame
      view="knowledge"
      request={list}
      answer={answer}
      fields={fields}
      label={text.add}
      requestOf={additionOf}
    >
      <Answered answer={answer}>
        {(bases) => {
          if (bases.length === 0)
            return (
              <div className="card">
                <Empty title={text.emptyTitle} text={text.empty} />
              </div>
            );
          return (
            <>
              <QuestionTrial bases={bases.map(({ base }) => base)} />
              {bases.map((base) => (
                <Base key={base.base} base={base} reload={answer.reload} />
              ))}
            </>
          );
        }}
      </Answered>
    </ListFrame>
  );
}

function additionOf(form: HTMLFormElement) {
  const [title, url, given] = [formText(form, "title"), formText(form, "url"), formText(form, "text")];
  const body = {
    ...(title !== "" && { title }),
    ...(url !== "" && { url }),
    ...(given !== "" && { text: given, type: formText(form, "type") }),
  };
  return request("POST /v1/knowledge/:base/sources", { base: formText(form, "base") }, body);
}

interface BaseProps {
  readonly base: ApiAnswer<"GET /v1/knowledge">[number];
  readonly reload: () => void;
}

function Base({ base: { base: name, sources }, reload }: BaseProps): ReactNode {
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
          request: ({ id }) =>
            isOwn
              ? undefined
              : request("DELETE /v1/knowledge/:base/sources/:source_id", { base: name, source_id: id }),
        }}
        entryOf={({ id, title, url, ready, passages, created_at }) => ({
          id,
          name: title,
          facts: [
            ready ? [text.passages, String(passages)] : [text.reading, ""],
            [text.added, momentText(created_at)],
            ...(url === null ? [] : [[text.from, url] as const]),
          ],
        })}
      />
    </section>
  );
}
