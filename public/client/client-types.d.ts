// Client types: exports of `/client.js` for an app. The server sends this file unchanged at `/client.d.ts`.

/** Server and credentials of a call. */
export interface ConnectOptions {
  /**
   * The server, such as `https://voice.example`, or the `ws_url` of `POST /v1/sessions`, with which the app's own
   * server has started a session for this call. Default: the server that this file came from. A promise is awaited, so
   * that a click can start the call and fetch the address. A function is called when the microphone is ready or not
   * needed, so that no session starts for a caller whose browser has no microphone.
   */
  readonly url?: string | URL | Promise<string | URL> | (() => Promise<string | URL>);
  /** An access token, for a server that requires one. Never put an API key into a page. */
  readonly token?: string | Promise<string>;
  /** The id of a flow; without it, and without a session, the default assistant answers. */
  readonly flow?: string;
  /** `auto`, as without it, is WebRTC, and the WebSocket where no way leads through the network. */
  readonly transport?: "auto" | Transport;
  /**
   * False for a call in which the caller types, presses keys and listens; `deviceId` chooses one of several
   * microphones.
   */
  readonly microphone?: boolean | { readonly deviceId: string };
  /**
   * Resumes a call that another page of this tab has left, with the result of its `leave`. The transcript is repeated,
   * the browser asks for the microphone, and the agent repeats its question. `flow`, `token` and `url` are not needed
   * then.
   */
  readonly returnTo?: ReturnWay;
}

/**
 * Data with which a call continues after its page was left. Plain data for `sessionStorage`: its address opens the
 * session.
 */
export interface ReturnWay {
  readonly url: string;
  /** The server's waiting time, in milliseconds. Later the call is over. */
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
  /** The connection of an open call broke, and is being replaced. */
  readonly isAway: boolean;
  /** Whether there is a microphone in this call. */
  readonly microphone: boolean;
  /** Warning about a silent microphone, with the remedies, as a sentence to show. */
  readonly noSound: string | undefined;
  /** Mute state that the server has confirmed. */
  readonly muted: boolean;
  readonly callerSpeaks: boolean;
  readonly agentSpeaks: boolean;
  /** The agent prepares its answer. */
  readonly thinking: boolean;
  /**
   * The browser blocks the page's sound until a person clicks in it or presses a key; the sound then starts by itself.
   */
  readonly soundBlocked: boolean;
  /** Words of the caller so far, as recognised. */
  readonly interim: string;
  /** Words to show about the present turn. */
  readonly words: string;
  /** Phrases that the agent expects now; empty if the caller can say anything. */
  readonly suggestions: readonly string[];
  /** Target of a requested transfer, until `transferred` is called or six seconds have passed. */
  readonly transferTo: string | undefined;
  readonly sessionId: string | undefined;
  /**
   * Reason of the end: `left` (hung up here), `refused`, `lost`, `no-microphone`, or the reason of `session_end`, such
   * as `completed`.
   */
  readonly endReason: string | undefined;
}

/** Words of one side until the other side spoke. */
export interface TranscriptLine {
  /** Position in the list, which stays the same during the call. */
  readonly id: number;
  readonly who: "agent" | "caller";
  /** Text of the line; the agent's excludes words that were interrupted before they were played. */
  readonly text: string;
  readonly how: "said" | "typed" | "keyed";
  /** True if the agent was interrupted here. */
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
  /** A sentence or two with the problem and a remedy. */
  readonly message: string;
  /** True if the call is over. */
  readonly isFatal: boolean;
}

/** Everything that a page shows of a call: the same object until a part of it changes. */
export interface CallSnapshot {
  readonly state: CallState;
  readonly transcript: readonly TranscriptLine[];
  /** The last error. */
  readonly error: CallError | undefined;
}

/** Data for listeners, by the name of the event. */
export interface CallEvents {
  readonly state: CallState;
  /** The whole transcript, again with each change. */
  readonly transcript: readonly TranscriptLine[];
  readonly error: CallError;
  /** Each message of the server, as `/wire-protocol` describes it. */
  readonly message: { readonly type: string; readonly data?: unknown };
}

export interface Call {
  readonly state: CallState;
  readonly transcript: readonly TranscriptLine[];
  /** Loudness of both sides now, 0 to 1, for meters. */
  readonly levels: { readonly caller: number; readonly agent: number };
  /**
   * Calls the listener at each event; listeners of `state` and `transcript` are also called at once. Returns the
   * function that stops it.
   */
  on<Name extends keyof CallEvents>(name: Name, listener: (event: CallEvents[Name]) => void): () => void;
  /**
   * For stores that read again after each change, such as React's `useSyncExternalStore`. Returns the function that
   * stops it.
   */
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => CallSnapshot;
  mute(muted: boolean): void;
  /** Sends a typed text. Input before the call is open is sent when it opens; the same holds for keys. */
  sendText(text: string): void;
  /** Keys of a telephone: 0 to 9, * and #. */
  press(keys: string): void;
  /** Stops the agent in the middle of its sentence. */
  interrupt(): void;
  /** Reports whether the target of `transferTo` answered. */
  transferred(ok: boolean): void;
  hangUp(): void;
  /**
   * Leaves the call without ending it, when the page closes (`pagehide`). Undefined: no call can be continued, and the
   * call is over. A call that no page resumes ends after the server's grace period.
   */
  leave(): ReturnWay | undefined;
}

/**
 * Starts a call. Call it while a click or a key is handled, or the browser blocks the sound until the next one. Never
 * throws: a failure is an `error`.
 */
export declare const connect: (options?: ConnectOptions) => Call;

/** A call that is over before it begins: a page shows it before the first call. */
export declare const noCall: Call;
