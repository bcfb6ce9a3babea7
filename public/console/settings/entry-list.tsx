// Entry list: removable things of an account, each with its facts.

import type { ReactNode } from "react";
import type { ApiRequest } from "../../page/api-request.ts";
import { words } from "../console-words.ts";
import { type Answer, useAct, useConsole } from "../use-answer.ts";
import { Answered, ConfirmButton, Empty, Problem } from "../view-parts.tsx";

interface Entry {
  readonly id: string;
  readonly name: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** Content below the entry. */
  readonly more?: ReactNode;
  /** Buttons beside the one that removes the entry. */
  readonly ways?: ReactNode;
}

interface EntryListProps<Listed> {
  readonly answer: Answer<readonly Listed[]>;
  readonly empty: readonly [title: string, text: string];
  readonly entryOf: (entry: Listed) => Entry;
  readonly remove: {
    readonly label?: string;
    readonly confirm?: string;
    /** Undefined: the entry is gone already. */
    readonly request: (entry: Listed) => ApiRequest | undefined;
  };
}

export function EntryList<Listed>({
  answer,
  empty: [title, text],
  entryOf,
  remove,
}: EntryListProps<Listed>): ReactNode {
  const { api } = useConsole();
  const { problem, run } = useAct();
  const act = async (request: ApiRequest): Promise<void> => {
    if (await run(async () => void (await api.ask(request)))) answer.reload();
  };
  return (
    <>
      <Problem problem={problem} />
      <Answered answer={answer}>
        {(entries) => (
          <div className="card list">
            {entries.length === 0 ? (
              <Empty title={title} text={text} />
            ) : (
              <ul className="entries">
                {entries.map((entry) => {
                  const { id, name, facts, more, ways } = entryOf(entry);
                  const removal = remove.request(entry);
                  return (
                    <li key={id}>
                      <div className="entry-head">
                        <b>{name}</b>
                        {facts.map(([fact, value]) => (
                          <span key={fact}>
                            <span className="soft">{fact}</span> {value}
                          </span>
                        ))}
                        {more}
                      </div>
                      {(removal !== undefined || ways !== undefined) && (
                        <div className="entry-ways">
                          {ways}
                          {removal !== undefined && (
                            <ConfirmButton
                              label={remove.label ?? words.delete}
                              confirm={remove.confirm ?? words.deleteForGood}
                              of={name}
                              act={() => void act(removal)}
                            />
                          )}
                        </div>
                      )}
                    </li>
                  );
                })}
              </ul>
            )}
          </div>
        )}
      </Answered>
    </>
  );
}
