// Console hooks: state that the views share, and the server's answer to a view's request, kept up to date.

import { createContext, useContext, useEffect, useState } from "react";
import { get } from "./api-request.ts";
import { ApiProblem, type ConsoleApi } from "./console-api.ts";
import { words } from "./console-words.ts";
import type { Stay } from "../page/page-access.ts";

export interface ConsoleWorld {
  readonly api: ConsoleApi;
  readonly email: string;
  /** How long this browser stays signed in. */
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

export interface Answer {
  /** Undefined until it has come. While the server is away it is the last one. */
  readonly body: unknown;
  readonly problem: ApiProblem | undefined;
  readonly reload: () => void;
}

/** Asks at once, and again every `pollMs` milliseconds while the page is visible; undefined: once. */
export function useAnswer(path: string | undefined, pollMs?: number): Answer {
  const { api } = useConsole();
  const [kept, keep] = useState<{ path: string; body: unknown; problem?: ApiProblem }>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (path === undefined) return undefined;
    const over = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (): void => {
      if (pollMs !== undefined && !over.signal.aborted)
        timer = setTimeout(() => (document.hidden ? later() : void ask()), pollMs);
    };
    const ask = async (): Promise<void> => {
      try {
        const body = await api.ask(get(path), over.signal);
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

export interface Act {
  readonly isBusy: boolean;
  readonly problem: ApiProblem | undefined;
  /** Runs what a button does, one at a time. Resolves to whether it went well. */
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
