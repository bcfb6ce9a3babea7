// Notices: the texts for what stops a call, and the remedies. Words only.

import type { CallEnd } from "./client-event.ts";
import type { MicrophoneProblem } from "./microphone.ts";

export interface Notice {
  readonly title: string;
  readonly text: string;
  /** `again` tries the same, `without` continues without a microphone. */
  readonly remedies: readonly ("again" | "without")[];
  /** Another page, where the problem can be solved. */
  readonly link?: { readonly label: string; readonly href: string };
}

/** The parts of the page's own address that a notice needs. */
type PageAddress = Pick<Location, "port" | "pathname">;

/** Names the address under which the page would be secure: localhost on the server's machine. */
export function insecureNotice({ port, pathname }: PageAddress): Notice {
  const local = `http://localhost${port === "" ? "" : `:${port}`}${pathname}`;
  return {
    title: "No microphone on an insecure page",
    text:
      "Browsers give the microphone only to pages that came over HTTPS or from the same machine. " +
      `Open ${local} on the machine that runs the server, or put a proxy with a certificate in front of it. ` +
      "Typing, keys and listening work here too.",
    remedies: ["without"],
  };
}

export const speechOffNotice: Notice = {
  title: "Speech is switched off on this server",
  text: "It was started with SPEECH=off, so it takes no calls. Start it without that setting.",
  remedies: [],
};

/** `hasRecords`: the person is signed in, and finds the call in the console. */
export function leftNotice(
  { sessionId }: { readonly sessionId: string | undefined },
  hasRecords: boolean,
): Notice {
  const notice: Notice = {
    title: "You were in a call",
    text: "It ended when this page was reloaded or left.",
    remedies: [],
  };
  if (sessionId === undefined || !hasRecords) return notice;
  return { ...notice, link: { label: "Open the transcript", href: `/console#/calls/${sessionId}` } };
}

/**
 * Undefined when the call ended normally. `flowId` is the stored flow that was called, for a link to it; undefined
 * where none was called, or where it is open already.
 */
export function noticeOf(end: CallEnd, here: PageAddress, flowId?: string): Notice | undefined {
  switch (end.type) {
    case "left":
      return undefined;
    case "no-microphone":
      return end.problem === "insecure" ? insecureNotice(here) : microphoneNotices[end.problem];
    case "refused": {
      const { code, detail } = end.refusal;
      const title = refusals[code] ?? "The server refused the call";
      const refused: Notice = { title, text: sentence(detail), remedies: ["again"] };
      if (code !== "flow/invalid" || flowId === undefined) return refused;
      const href = `/flow-editor?flow=${encodeURIComponent(flowId)}`;
      return {
        ...refused,
        text: `${refused.text} ${draftWay}`,
        link: { label: "Open it in the editor", href },
      };
    }
    case "lost":
      return {
        title: "The connection was lost",
        text: "The server stopped or the network failed. Call again when the server is back.",
        remedies: ["again"],
      };
    case "ended": {
      const ending = endings[end.reason];
      return ending === undefined ? undefined : { ...ending, remedies: ["again"] };
    }
  }
}

const microphoneNotices: Readonly<Record<Exclude<MicrophoneProblem, "insecure">, Notice>> = {
  refused: {
    title: "The microphone is blocked",
    text:
      "This page may not listen. Open the site's permissions beside the address, allow the microphone, " +
      "and try again.",
    remedies: ["again", "without"],
  },
  framed: {
    title: "The microphone is not allowed in this frame",
    text: 'The page around it has to allow it: <iframe allow="microphone">. Typing works here too.',
    remedies: ["without"],
  },
  missing: {
    title: "No microphone found",
    text: "Plug one in or switch it on, then try again.",
    remedies: ["again", "without"],
  },
  busy: {
    title: "The microphone is in use",
    text: "Another program holds it, or it was taken away. Close that program, then try again.",
    remedies: ["again", "without"],
  },
  failed: {
    title: "The sound could not be started",
    text: "The browser could not open the audio devices. Load the page again, or try another browser.",
    remedies: ["again", "without"],
  },
};

const draftWay = "The flow editor shows what to correct: save it there, and call again.";

/** Titles by the code of the problem document. */
const refusals: Readonly<Record<string, string>> = {
  "calls/limit": "All lines are busy",
  "calls/draining": "The server is stopping",
  "speech/unavailable": "Speech is switched off on this server",
  "credits/empty": "The credits are used up",
  "session/limit": "Too many calls at the same time",
  "origin/refused": "This address is not allowed to call",
  "flow/not-found": "There is no such flow",
  "flow/invalid": "This flow is a draft with errors",
  unreachable: "The server does not answer",
  "page/policy": "This page may not reach the server",
  unexplained: "No connection for the call",
};

/** By the reason of the session's end; other reasons need no notice. */
const endings: Readonly<Record<string, { readonly title: string; readonly text: string }>> = {
  idle: { title: "The call ended for lack of activity", text: "Nothing came from here for a while." },
  max_duration: { title: "The call reached its longest duration", text: "You can start another one." },
  shutdown: {
    title: "The server is stopping",
    text: "It said goodbye to all calls. Call again in a moment.",
  },
  failed: {
    title: "Something failed on the server",
    text: "Recognition, the model or the voice gave up. The server's log says more.",
  },
  overloaded: {
    title: "The server was not ready in time",
    text: "Its speech engines are still starting. Call again.",
  },
  dismissed: { title: "The call has been ended", text: "A supervisor of this service ended it." },
  revoked: {
    title: "The session has been ended",
    text: "The API key that began it was revoked, or its account was closed.",
  },
  slow_consumer: { title: "The connection is too slow", text: "The audio could not be delivered in time." },
  flood: { title: "Too much was sent", text: "More audio or messages than a call may send." },
  bad_request: {
    title: "The server did not understand this page",
    text: "Load the page again: it may be outdated.",
  },
  replaced: { title: "The call continues elsewhere", text: "Another connection has taken it over." },
  moved: {
    title: "The call has moved",
    text: "Another server has it, and this page could not reach it. Call again.",
  },
  credits: { title: "The credits are used up", text: "Add credits to the account, then call again." },
  lost: { title: "The connection was lost", text: "The network failed. Call again." },
};

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
