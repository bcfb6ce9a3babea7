// List frame: the frame of a view with a list: its head with the button that opens a form, the list, and the API
// request of the list.

import type { ReactNode } from "react";
import type { ApiRequest } from "../../page/api-request.ts";
import type { ViewName } from "../console-address.ts";
import { words } from "../console-words.ts";
import type { Answer } from "../use-answer.ts";
import { ApiCall, ViewHead } from "../view-parts.tsx";
import { CreationForm, type CreationFormProps } from "./creation-form.tsx";

interface ListFrameProps<Made> extends Omit<CreationFormProps<Made>, "head" | "made"> {
  readonly view: ViewName;
  /** The request for the list. */
  readonly request: ApiRequest;
  readonly answer: Pick<Answer, "reload">;
  readonly children: ReactNode;
}

export function ListFrame<Made>({
  view,
  request,
  answer,
  children,
  ...form
}: ListFrameProps<Made>): ReactNode {
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
      <ApiCall request={request} />
    </>
  );
}
