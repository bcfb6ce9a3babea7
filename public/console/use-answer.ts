// Console hooks: state that the views share, and the server's answer to a view's request, kept up to date.

import { createContext, useContext, useEffect, useState } from "react";
import type { ApiRequest } from "../page/api-request.ts";
import { ApiProblem, type ConsoleApi } from "./console-api.ts";
import { words } from "./console-words.ts";
import type { Stay } from "../page/page-access.ts";

export interface ConsoleWorld {
  readonly api: ConsoleApi;
  readonly email: string;
  /** Time for which this browser stays signed in. */
  readonly stay: () => Stay;
  /** The account has another access token, and the one until now is invalid. */
  readonly renew: (token: string) => void;
}

const World = createContext<ConsoleWorld | undefined>(undefined);
export const ConsoleProvider = World.Provider;

export function useConsole(): ConsoleWorld {
  const world = useContext(World);
  if (world === undefined) throw new Error("A view of the console was mounted outside of it");
  return world;
}

export interface Answer<Body = unknown> {
  /** Undefined until the answer has arrived. While the server is away, the last answer. */
  readonly body: Body | undefined;
  readonly problem: ApiProblem | undefined;
  readonly reload: () => void;
}

/** Sends the request at once, and every `pollMs` milliseconds while the page is visible; undefined: once. */
export function useAnswer<Body>(request: ApiRequest<Body> | undefined, pollMs?: number): Answer<Body> {
  const { api } = useConsole();
  const [kept, keep] = useState<{ path: string; body: Body | undefined; problem?: ApiProblem }>();
  const [round, setRound] = useState(0);
  const path = request?.path;
  useEffect(() => {
    if (request === undefined || path === undefined) return undefined;
    const over = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (): void => {
      if (pollMs !== undefined && !over.signal.aborted)
        timer = setTimeout(() => (document.hidden ? later() : void ask()), pollMs);
    };
    const ask = async (): Promise<void> => {
      try {
        const body = await api.ask(request, over.signal);
        if (!over.signal.aborted) keep({ path, body });
      } catch (error) {
        if (over.signal.aborted) return;
        const problem = problemOf(error);
        keep((last) => ({ path, body: last?.path === path ? last.body : undefined, problem }));
      }
      later();
    };
    void ask();
    return () => {
      over.abort();
      clearTimeout(timer);
    };
    // A request to the same address is the same request.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [api, path, pollMs, round]);
  const fits = kept !== undefined && kept.path === path;
  return {
    body: fits ? kept.body : undefined,
    problem: fits ? kept.problem : undefined,
    reload: () => setRound((last) => last + 1),
  };
}

function problemOf(error: unknown): ApiProblem {
  return error instanceof ApiProblem
    ? error
    : new ApiProblem(words.problems.noReason, { status: 0, code: "" });
}

/** Pages of a list, each with the cursor of the next. */
export interface Pages<Page> {
  /** The loaded pages; the first one as it was when the second was read. */
  readonly pages: readonly Page[];
  /** Cursor of the next page; undefined: there is none. */
  readonly cursor: string | undefined;
  readonly problem: ApiProblem | undefined;
  readonly isBusy: boolean;
  readonly more: () => Promise<boolean>;
  readonly forget: () => void;
}

interface CursorPage {
  readonly next_cursor: string | null;
}

/** The first page and the following ones, each read on demand. */
export function usePages<Page extends CursorPage>(
  first: Page | undefined,
  pageAt: (cursor: string) => ApiRequest<Page>,
): Pages<Page> {
  const { api } = useConsole();
  const { isBusy, problem, run } = useAct();
  const [read, setRead] = useState<readonly Page[]>([]);
  const pages = read.length > 0 || first === undefined ? read : [first];
  const cursor = pages.at(-1)?.next_cursor ?? undefined;
  const more = (): Promise<boolean> =>
    run(async () => {
      if (cursor === undefined) return;
      setRead([...pages, await api.ask(pageAt(cursor))]);
    });
  return { pages, cursor, problem, isBusy, more, forget: () => setRead([]) };
}

export interface Act {
  readonly isBusy: boolean;
  readonly problem: ApiProblem | undefined;
  /** Runs the action of a button, one at a time. Resolves to whether it succeeded. */
  readonly run: (work: () => Promise<void>) => Promise<boolean>;
}

export function useAct(): Act {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem>();
  return {
    isBusy,
    problem,
    async run(work) {
      if (isBusy) return false;
      setBusy(true);
      setProblem(undefined);
      try {
        await work();
        return true;
      } catch (error) {
        setProblem(problemOf(error));
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
