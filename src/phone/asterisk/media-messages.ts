// Media messages: the control messages of Asterisk's chan_websocket, as JSON (since 20.18, 22.8 and 23.2) or as plain
// words (before). Answers use the form of the received messages.

export type MediaForm = "json" | "words";

export type MediaEvent =
  | { readonly type: "started"; readonly format: string; readonly frameBytes: number | undefined }
  | { readonly type: "key"; readonly key: string }
  /** Asterisk's queue is full, or has room again. */
  | { readonly type: "full" | "room" }
  | { readonly type: "error" }
  /** Ignored messages: marks, state, messages of a later version. */
  | { readonly type: "other" };

export type MediaCommand = "ANSWER" | "HANGUP" | "FLUSH_MEDIA";

/** Undefined: not a message of Asterisk. */
export function readMediaMessage(
  text: string,
): { readonly event: MediaEvent; readonly form: MediaForm } | undefined {
  if (text.length > textCharsMax) return undefined;
  const form = text.startsWith("{") ? "json" : "words";
  const fields = form === "json" ? jsonFields(text) : wordFields(text);
  const name = fields?.get("event");
  return fields === undefined || name === undefined ? undefined : { event: eventOf(name, fields), form };
}

/** The first message contains the channel's variables. */
const textCharsMax = 65_536;

function eventOf(name: string, fields: ReadonlyMap<string, string>): MediaEvent {
  switch (name) {
    case "MEDIA_START": {
      const bytes = Number(fields.get("optimal_frame_size"));
      const isWhole = Number.isInteger(bytes) && bytes > 0 && bytes <= 8_192;
      return {
        type: "started",
        format: fields.get("format") ?? "",
        frameBytes: isWhole ? bytes : undefined,
      };
    }
    case "DTMF_END": {
      const key = fields.get("digit") ?? "";
      return /^[\d*#]$/.test(key) ? { type: "key", key } : { type: "other" };
    }
    case "MEDIA_XOFF":
      return { type: "full" };
    case "MEDIA_XON":
      return { type: "room" };
    case "ERROR":
      return { type: "error" };
    default:
      return { type: "other" };
  }
}

function jsonFields(text: string): ReadonlyMap<string, string> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    const plain = Object.entries(value).filter(
      ([, one]) => typeof one === "string" || typeof one === "number",
    );
    return new Map(plain.map(([name, one]) => [name, String(one)]));
  } catch {
    return undefined;
  }
}

/** `MEDIA_START connection_id:x format:ulaw optimal_frame_size:160`; `DTMF_END digit:5`. */
function wordFields(text: string): ReadonlyMap<string, string> | undefined {
  const [name = "", ...rest] = text.trim().split(/\s+/);
  if (!/^[A-Z_]{3,40}$/.test(name)) return undefined;
  const pairs = rest.flatMap((word) => {
    const colon = word.indexOf(":");
    return colon < 1 ? [] : [[word.slice(0, colon), word.slice(colon + 1)] as const];
  });
  return new Map([...pairs, ["event", name]]);
}

export const mediaCommand = (command: MediaCommand, form: MediaForm): string =>
  form === "json" ? JSON.stringify({ command }) : command;
