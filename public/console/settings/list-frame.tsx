// List frame: the frame of a view with a list: its head with the button that opens a form, the list, and the request
// behind it.

import type { ReactNode } from "react";
import type { ApiRequest } from "../api-request.ts";
import { get } from "../api-request.ts";
import type { ViewName } from "../console-address.ts";
import { words } from "../console-words.ts";
import type { Answer } from "../use-answer.ts";
import { ApiCall, ViewHead } from "../view-parts.tsx";
import { CreationForm } from "./creation-form.tsx";
import type { EntryField } from "./entry-form.tsx";

interface ListFrameProps {
  readonly view: ViewName;
  /** Path of the list. */
  readonly path: string;
  readonly answer: Pick<Answer, "reload">;
  readonly fields: readonly EntryField[];
  /** Label of the button that opens the form, and of the one that sends it. */
  readonly label: string;
  readonly requestOf: (form: HTMLFormElement) => ApiRequest;
  /** Part of the answer that is shown once, with its sentence. */
  readonly once?: { readonly part: string; readonly text: string };
  /** A choice above the fields. */
  readonly above?: ReactNode;
  readonly children: ReactNode;
}

export function ListFrame({ view, path, answer, children, ...form }: ListFrameProps): ReactNode {
  return (
    <>
      <CreationForm
        {...form}
        head={(button) => (
          <ViewHead title={words.views[view]} subtitle={words.subtitles[view]}>
            {button}
          </ViewHead>
        )}
        made={answer.reload}
      />
      {children}
      <ApiCall request={get(path)} />
    </>
  );
}
