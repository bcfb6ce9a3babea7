// Metered audio model: its use is reported to a session's account. Its behaviour is unchanged.

import type { AudioLlm, AudioLlmSession } from "./audio-llm-contract.ts";
import type { Usage } from "../provider-contract.ts";

/** Reports use, also of a closed session, which is owed until its vendor has told it. */
export function meteredAudioLlm(
  model: AudioLlm,
  report: (usage: Usage) => void,
  owe: (rest: Promise<void>) => void,
): AudioLlm {
  return {
    ...model,
    async open(talk, listening) {
      const session = await model.open(talk, {
        ...listening,
        sink: (event) => {
          if (event.type === "usage") report(event.usage);
          listening.sink(event);
        },
      });
      return owing(session, owe);
    },
  };
}

function owing(session: AudioLlmSession, owe: (rest: Promise<void>) => void): AudioLlmSession {
  let isClosed = false;
  return {
    hear: (frame) => session.hear(frame),
    add: (messages) => session.add(messages),
    ask: (request, how) => session.ask(request, how),
    withdraw: (request) => session.withdraw(request),
    close() {
      session.close();
      const { rest } = session;
      if (isClosed || rest === undefined) return;
      isClosed = true;
      owe(rest);
    },
    get rest() {
      return session.rest;
    },
    closed: session.closed,
  };
}
