// Note form: notes on a call, and tags to find it by.

import { type ReactNode, type SubmitEvent, useState } from "react";
import { request } from "../../page/api-request.ts";
import type { CallEntry } from "./call-entry.ts";
import { words } from "../console-words.ts";
import { useAct, useConsole } from "../use-answer.ts";
import { Card, FieldProblem, FormEnd, FormProblem } from "../view-parts.tsx";

/** Tags in a text separated by commas, each once. */
function tagsIn(text: string): readonly string[] {
  const tags = text.split(",").map((tag) => tag.trim());
  return [...new Set(tags)].filter((tag) => tag !== "");
}

export function NoteForm({
  call,
  saved,
}: {
  readonly call: CallEntry;
  readonly saved: () => void;
}): ReactNode {
  const { api } = useConsole();
  const { isBusy, problem, run } = useAct();
  const [note, setNote] = useState(call.note ?? "");
  const [tags, setTags] = useState(call.tags.join(", "));
  const [isSaved, setSaved] = useState(false);
  const text = words.call;
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const body = { note: note.trim() === "" ? null : note, tags: tagsIn(tags) };
    const change = request("PATCH /v1/calls/:call_id", { call_id: call.id }, body);
    setSaved(await run(async () => void (await api.ask(change))));
    saved();
  };
  return (
    <Card title={text.note}>
      <form className="form" onSubmit={(event) => void submit(event)}>
        <textarea
          rows={3}
          maxLength={2_000}
          aria-label={text.note}
          placeholder={text.noteHint}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <label className="field">
          <span>{text.tags}</span>
          <input
            type="text"
            placeholder={text.tagsHint}
            value={tags}
            onChange={({ currentTarget }) => setTags(currentTarget.value)}
            aria-describedby="tags-problem"
          />
        </label>
        <FieldProblem id="tags-problem" problem={problem} pointer="/tags" />
        <FormProblem problem={problem} pointers={["/tags"]} />
        <FormEnd isBusy={isBusy} isSaved={isSaved} />
      </form>
    </Card>
  );
}
