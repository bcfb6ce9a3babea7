// Client types: exports of `/client.js` for an app. The server hands this file out as it is, at `/client.d.ts`.

/** Where to call, and as whom. */
export interface ConnectOptions {
  /**
   * The server, such as `https://voice.example`, or the `ws_url` of `POST /v1/sessions`, with which the app's own server
   * has begun a session for this call. Without it, the server that this file came from. A promise is awaited: so a click
   * can begin the call and fetch the address. A function is called when the microphone is there, or none is wanted: so no
   * session begins for a caller whose browser has none.
   */
  readonly url?: string | URL | Promise<string | URL> | (() => Promise<string | URL>);
  /** An access token, where the server requires one. An API key never belongs into a page. */
  readonly token?: string | Promise<string>;
  /** The id of a flow; without it, and without a session, the assistant answers. */
  readonly flow?: string;
  /** `auto`, as without it, is WebRTC, and the WebSocket where no way leads through the network. */
  readonly transport?: "auto" | Transport;
  /** False for a call in which the caller types, presses keys and listens; `deviceId` chooses one of several. */
  readonly microphone?: boolean | { readonly deviceId: string };
  /**
   * Resumes a call that another page of this tab has left, as its `leave` gave it. The transcript is repeated, the
   * microphone is asked for, and the agent repeats its question. `flow`, `token` and `url` are not needed then.
   */
  readonly returnTo?: ReturnWay;
}

/** How a call is gone on with after its page was left. Plain data, to be kept in `sessionStorage`: its address opens the session. */
export interface ReturnWay {
  readonly url: string;
  /** How long the server waits, in milliseconds. Later the call is over. */
  readonly ttlMs: number;
  readonly transport: Transport;
  readonly microphone: boolean;
  readonly muted: boolean;
}

export type Transport = "webrtc" | "websocket";

export interface CallState {
  /** `asking`: the browser asks for the microphone. `over` is for good: the next call is another one. */
  readonly phase: "asking" | "connecting" | "open" | "over";
  readonly transport: Transport;
  /** The connection of an open call broke, and is being made anew. */
  readonly isAway: boolean;
  /** Whether there is a microphone in this call. */
  readonly microphone: boolean;
  /** Warning about a silent microphone, with the remedies, as a sentence to show. */
  readonly noSound: string | undefined;
  /** As the server has confirmed it. */
  readonly muted: boolean;
  readonly callerSpeaks: boolean;
  readonly agentSpeaks: boolean;
  /** The agent prepares its answer. */
  readonly thinking: boolean;
  /** The browser keeps the page silent until a person clicks in it or presses a key; the sound then begins by itself. */
  readonly soundBlocked: boolean;
  /** Words of the caller so far, as recognised. */
  readonly interim: string;
  /** Words to show about the present turn. */
  readonly words: string;
  /** Phrases that the agent expects now; empty where anything can be said. */
  readonly suggestions: readonly string[];
  /** Where the flow wants the caller put through, until `transferred` is called or six seconds are over. */
  readonly transferTo: string | undefined;
  readonly sessionId: string | undefined;
  /**
   * Why the call is over: `left` (hung up here), `refused`, `lost`, `no-microphone`, or the reason of `session_end`, such
   * as `completed`.
   */
  readonly endReason: string | undefined;
}

/** Words of one side until the other one spoke. */
export interface TranscriptLine {
  /** Its place in the list, the same for as long as the call is. */
  readonly id: number;
  readonly who: "agent" | "caller";
  /** For the agent: without the words that were interrupted before they were heard. */
  readonly text: string;
  readonly how: "said" | "typed" | "keyed";
  /** The agent was cut off here. */
  readonly isCut: boolean;
  /** False for words of the caller that were heard and not understood. */
  readonly understood: boolean;
}

export interface CallError {
  /**
   * A code of a problem document, such as `calls/limit`, or one of this side: `microphone/refused`, `sound/blocked`,
   * `page/policy` (the page's security policy forbids the socket), `ended/idle`, `lost`, `unreachable`.
   */
  readonly code: string;
  /** A sentence or two that say what is the matter and what to do. */
  readonly message: string;
  /** The call is over. */
  readonly isFatal: boolean;
}

/** All that a page shows of a call: the same object until something of it changes. */
export interface CallSnapshot {
  readonly state: CallState;
  readonly transcript: readonly TranscriptLine[];
  /** The last one. */
  readonly error: CallError | undefined;
}

/** Data for listeners, by the name of the event. */
export interface CallEvents {
  readonly state: CallState;
  /** All of it, again with each change. */
  readonly transcript: readonly TranscriptLine[];
  readonly error: CallError;
  /** Each message of the server, as `/wire-protocol` describes it. */
  readonly message: { readonly type: string; readonly data?: unknown };
}

export interface Call {
  readonly state: CallState;
  readonly transcript: readonly TranscriptLine[];
  /** Loudness of both now, 0 to 1, for meters. */
  readonly levels: { readonly caller: number; readonly agent: number };
  /**
   * Calls the listener at each event; listeners of `state` and `transcript` are also called at once. Returns what
   * stops it.
   */
  on<Name extends keyof CallEvents>(name: Name, listener: (event: CallEvents[Name]) => void): () => void;
  /** For stores that ask again after each change, such as React's `useSyncExternalStore`. Returns what stops it. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => CallSnapshot;
  mute(muted: boolean): void;
  /** Says something in writing. Input before the call is open is sent then; so are keys. */
  sendText(text: string): void;
  /** Keys of a telephone: 0 to 9, * and #. */
  press(keys: string): void;
  /** Stops the agent in the middle of its sentence. */
  interrupt(): void;
  /** Reports whether the target of `transferTo` answered. */
  transferred(ok: boolean): void;
  hangUp(): void;
  /**
   * Lets go of the call without ending it, when the page is left (`pagehide`). Undefined: there is nothing to go on with,
   * and the call is over. A call that no page resumes ends after the grace of the server.
   */
  leave(): ReturnWay | undefined;
}

/**
 * Begins a call. To be called while a click or a key is handled, or the browser keeps the sound off until the next
 * one. Never throws: a failure is an `error`.
 */
export declare const connect: (options?: ConnectOptions) => Call;

/** A call that is over before it begins: shown by a page before the first call. */
export declare const noCall: Call;
