// Fault: a failure of the world that a person can act on, with a code from this closed list. Any other error is a bug
// of ours.

/** Code → HTTP status, title. One row holds everything that a problem document needs besides its sentence. */
export const faults = {
  "request/invalid-json": [400, "The body is not JSON"],
  "request/invalid": [422, "The request does not match its schema"],
  "request/bad-query": [422, "The query does not match its schema"],
  "request/timeout": [408, "The body did not arrive in time"],
  "request/too-large": [413, "The body is too large"],
  "request/media-type": [415, "The content type is not supported"],
  "request/not-found": [404, "Unknown address"],
  "request/method-not-allowed": [405, "This address does not support that method"],
  "request/upgrade-required": [426, "This address needs a WebSocket"],
  "request/subprotocol": [400, "All offered subprotocols are unknown"],
  "request/precondition": [412, "The document has changed in the meantime"],
  "request/limit": [429, "Too many requests"],
  "auth/required": [401, "Credentials are needed"],
  "auth/invalid": [401, "The credentials are invalid"],
  "auth/wrong-kind": [401, "Wrong kind of credentials"],
  "auth/invalid-credentials": [401, "The email or the password is wrong"],
  "auth/too-many-failures": [429, "Too many failed logins"],
  "auth/busy": [503, "Too many people are logging in"],
  "account/signup-closed": [403, "Sign-up is not possible"],
  "account/link-void": [410, "The link cannot be used"],
  "account/no-mail": [409, "This server sends no mail"],
  "account/closed": [403, "The account is closed"],
  "account/not-found": [404, "There is no such account"],
  "account/not-of-owner": [409, "The owner's account cannot be changed here"],
  "account/login-not-found": [404, "There is no such login"],
  "invitation/not-found": [404, "There is no such invitation"],
  "account/owner-only": [403, "Only the owner is allowed to do this"],
  "account/email-taken": [409, "The email is already registered"],
  "account/limit": [409, "The account is at its limit"],
  "account/key-not-found": [404, "There is no such API key"],
  "secret/not-found": [404, "There is no such secret"],
  "knowledge/not-found": [404, "There is no such source"],
  "knowledge/invalid": [422, "The source cannot be used"],
  "knowledge/unreachable": [422, "The source could not be fetched"],
  "sound/not-found": [404, "There is no such sound"],
  "voice/not-found": [404, "There is no such voice"],
  "sound/invalid": [422, "The sound cannot be played"],
  "sound/unreachable": [422, "The sound could not be fetched"],
  "sound/not-kept": [409, "This server stores no sounds"],
  "hook/not-found": [404, "There is no such hook"],
  "phone/not-found": [404, "There is no such number"],
  "phone/call-not-found": [404, "There is no such phone call"],
  "phone/call-begun": [409, "The phone call is no longer waiting"],
  "phone/not-allowed": [403, "This number is not allowed"],
  "phone/not-registered": [503, "The number is not connected"],
  "phone/no-audio": [502, "The phone supports no common codec"],
  "embed/not-found": [404, "There is no such embed"],
  "embed/wrong-origin": [403, "This website may not use this agent"],
  "embed/expired": [410, "This agent is no longer available"],
  "embed/revoked": [410, "This agent is no longer available"],
  "embed/too-many": [429, "Too many calls with this agent"],
  "embed/minutes-used": [429, "The calls for today are used up"],
  "embed/over-budget": [402, "Calls are not available at the moment"],
  "embed/unavailable": [503, "The agent is temporarily unavailable"],
  "erasure/not-found": [404, "There is no such erasure"],
  "session/not-found": [404, "There is no such session"],
  "session/not-recorded": [404, "There is no recording of this session"],
  "session/recording-elsewhere": [503, "The recording is on another node"],
  "session/no-test": [409, "No test can be created from the session"],
  "hook/delivery-not-found": [404, "There is no such delivery"],
  "hook/delivery-behind": [409, "An earlier delivery must be sent first"],
  "session/words-expired": [409, "The transcript of the session was deleted"],
  "session/running": [409, "The session is still running"],
  "session/not-connected": [409, "No client is connected to the session"],
  "session/not-audible": [409, "The session cannot be listened to"],
  "session/over": [410, "The session has ended"],
  "session/replaced": [409, "Another connection took over the session"],
  "session/elsewhere": [307, "The session is on another node"],
  "session/limit": [429, "Too many sessions run at the same time"],
  "credits/empty": [402, "There are not enough credits"],
  "credits/over-budget": [402, "This month's budget is used up"],
  "provider/unknown": [422, "There is no such provider"],
  "provider/unusable": [422, "A chosen provider cannot be used"],
  "assistant/not-found": [404, "There is no such assistant"],
  "assistant/invalid": [422, "The assistant cannot be used"],
  "origin/refused": [403, "The origin is not allowed"],
  "flow/not-found": [404, "There is no such flow"],
  "flow/revision-not-found": [404, "There is no such revision of the flow"],
  "flow/program-required": [422, "The mode flow needs a flow"],
  "flow/invalid": [422, "The flow has errors"],
  "flow/too-slow": [422, "The flow takes too long to read"],
  "flow/busy": [503, "Too many flows are being read"],
  "calls/limit": [503, "The server is at capacity"],
  "calls/draining": [503, "The server is stopping"],
  "cluster/unreachable": [503, "The node of the session does not answer"],
  "webrtc/not-found": [404, "There is no such peer connection"],
  "webrtc/bad-offer": [400, "The offer cannot be answered"],
  "webrtc/no-audio": [422, "The offer has no usable audio"],
  "webrtc/gone": [410, "The WebRTC call has ended"],
  "speech/unavailable": [503, "Speech is not available"],
  "provider/auth": [502, "A provider rejected its key"],
  "provider/failed": [502, "A provider failed"],
  "provider/timeout": [504, "A provider did not answer in time"],
  "server/not-ready": [503, "This server is not ready for calls"],
  "storage/full": [507, "The storage is full"],
  "storage/unavailable": [503, "The file storage does not answer"],
  "storage/away": [503, "The database cannot be reached"],
  "backup/running": [409, "A backup is in progress"],
  "backup/elsewhere": [409, "This server makes no backups"],
  "config/invalid": [500, "The configuration contradicts itself"],
  internal: [500, "Internal server error"],
} as const satisfies Record<string, readonly [status: number, title: string]>;

export type FaultCode = keyof typeof faults;

export interface Diagnostic {
  readonly severity: "error" | "warning" | "info";
  readonly code: string;
  readonly message: string;
  /** Remedy. */
  readonly hint?: string;
  /** JSON pointer into the document. */
  readonly pointer: string;
  /** Both count from 1; columns are UTF-16 units. */
  readonly line: number;
  readonly column: number;
  /** First place after the faulty text. */
  readonly end_line?: number;
  readonly end_column?: number;
}

/** `line:column: severity CODE message (hint)`, for terminals and editors. */
export function diagnosticLine({ line, column, severity, code, message, hint }: Diagnostic): string {
  const way = hint === undefined ? "" : ` (${hint})`;
  return `${line}:${column}: ${severity} ${code} ${message}${way}`;
}

export interface FaultOptions {
  /** Faulty parts of the request, as JSON pointers. */
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
  /** Problems of a flow, and their places in its text. */
  readonly diagnostics?: readonly Diagnostic[];
  /** Requested credentials of a 401 (RFC 9110, 11.6.1). */
  readonly challenge?: string;
  /** Seconds after which a retry makes sense. */
  readonly retryAfterSeconds?: number;
  /** Origin of the node with the requested object. */
  readonly origin?: string;
  /** Methods named by a 405. */
  readonly allow?: readonly string[];
  readonly cause?: unknown;
}

export class Fault extends Error {
  readonly code: FaultCode;
  readonly options: FaultOptions;

  /** `message`: a sentence that a person can act on, without secrets and providers' own words. */
  constructor(code: FaultCode, message: string, options: FaultOptions = {}) {
    super(message, { cause: options.cause });
    this.name = "Fault";
    this.code = code;
    this.options = options;
  }

  get status(): number {
    return faults[this.code][0];
  }
}
