// Notices: the texts for problems that prevent or end a call, with remedies. Words only.

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
    title: "The microphone needs HTTPS",
    text:
      "Browsers allow the microphone only on pages from HTTPS or from the same machine. " +
      `Open ${local} on the server's machine, or put an HTTPS proxy in front of the server. ` +
      "You can still type, press keys and listen.",
    remedies: ["without"],
  };
}

export const speechOffNotice: Notice = {
  title: "Speech is switched off on this server",
  text: "The server was started with SPEECH=off and takes no calls. Restart it without that setting.",
  remedies: [],
};

/** `hasRecords`: the person is signed in, and finds the call in the console. */
export function leftNotice(
  { sessionId }: { readonly sessionId: string | undefined },
  hasRecords: boolean,
): Notice {
  const notice: Notice = {
    title: "You were in a call",
    text: "The call ended when you reloaded or left this page.",
    remedies: [],
  };
  if (sessionId === undefined || !hasRecords) return notice;
  return { ...notice, link: { label: "Open transcript", href: `/console#/calls/${sessionId}` } };
}

/**
 * Undefined when the call ended normally. `flowId` is the stored flow of the call, for a link to it; undefined without
 * one, or if the flow is open already.
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
        link: { label: "Open in the editor", href },
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
      "Your browser does not let this page use the microphone. Allow it in the site settings beside the address bar, " +
      "then try again.",
    remedies: ["again", "without"],
  },
  framed: {
    title: "The microphone is not allowed in this frame",
    text: 'The page around it has to allow it: <iframe allow="microphone">. Typing works here too.',
    remedies: ["without"],
  },
  missing: {
    title: "No microphone found",
    text: "Connect a microphone or switch it on, then try again.",
    remedies: ["again", "without"],
  },
  busy: {
    title: "The microphone is in use",
    text: "The microphone was disconnected, or another program uses it. Close that program, then try again.",
    remedies: ["again", "without"],
  },
  failed: {
    title: "The sound could not be started",
    text: "The browser could not open the audio device. Reload the page, or try another browser.",
    remedies: ["again", "without"],
  },
};

const draftWay = "Correct the errors in the flow editor, save, and call again.";

/** Titles by the code of the problem document. */
const refusals: Readonly<Record<string, string>> = {
  "calls/limit": "The server is at capacity",
  "calls/draining": "The server is stopping",
  "speech/unavailable": "Speech is switched off on this server",
  "credits/empty": "The credits are used up",
  "session/limit": "Too many calls at the same time",
  "origin/refused": "This website is not allowed to call",
  "flow/not-found": "There is no such flow",
  "flow/invalid": "This flow is a draft with errors",
  unreachable: "The server does not answer",
  "page/policy": "This page may not reach the server",
  unexplained: "No connection for the call",
};

/** Notices by the reason of the session's end; other reasons need none. */
const endings: Readonly<Record<string, { readonly title: string; readonly text: string }>> = {
  idle: { title: "The call ended because it was silent", text: "No speech or text arrived for a while." },
  max_duration: { title: "The call reached its maximum duration", text: "You can start a new call." },
  shutdown: {
    title: "The server is stopping",
    text: "The server ended all calls. Call again in a moment.",
  },
  failed: {
    title: "The server had an error",
    text: "Recognition, model or voice failed. See the server's log.",
  },
  overloaded: {
    title: "The server was not ready in time",
    text: "Speech is still starting. Call again in a moment.",
  },
  dismissed: { title: "The call has been ended", text: "A supervisor ended the call." },
  revoked: {
    title: "The session has been ended",
    text: "Its API key was revoked, or its account was closed.",
  },
  slow_consumer: { title: "The connection is too slow", text: "The audio could not be delivered in time." },
  flood: {
    title: "The call sent too much data",
    text: "This page sent more audio or messages than a call allows.",
  },
  bad_request: {
    title: "The server rejected a message of this page",
    text: "This page may be outdated. Reload it.",
  },
  replaced: {
    title: "The call continues on another connection",
    text: "Another connection took over the call.",
  },
  moved: {
    title: "The call moved to another server",
    text: "This page could not reach that server. Call again.",
  },
  credits: { title: "The credits are used up", text: "Add credits to the account, then call again." },
  lost: { title: "The connection was lost", text: "The network failed. Call again." },
};

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
