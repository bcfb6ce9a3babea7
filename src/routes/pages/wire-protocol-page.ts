// Reference page of the wire protocol: made from the schemas, limits and close codes that the server runs on. It is
// readable without a script, and loads nothing from other places.

import { Elysia } from "elysia";
import { closings, socketCloses } from "../../transport/close-codes.ts";
import {
  inRate,
  knownFeatures,
  leadMs,
  limits,
  outRates,
  subprotocol,
} from "../../transport/connection-limits.ts";
import { label, rtviVersion } from "../../transport/message-envelope.ts";
import { refusedNames } from "../../transport/message-client.ts";
import { fromClientRows, type MessageRow, ownRows, rtviRows } from "../../transport/schema-rows.ts";
import { operation } from "../http/route-operation.ts";
import { type Asset, serve } from "./page-routes.ts";
import { html, type Html, referencePage, table } from "./reference-page.ts";

export function wireProtocolRoutes() {
  let page: Asset | undefined;
  const made = (): Asset => (page ??= render());
  return new Elysia({ name: "wire-protocol" }).get(
    "/wire-protocol",
    ({ request }) => serve(made(), request),
    {
      detail: operation({
        summary: "Wire protocol",
        description: "Every message, rule, limit and close code of the socket, with examples.",
        tag: "pages",
        cached: true,
        answer: { says: "The page", types: ["text/html"] },
      }),
    },
  );
}

function render(): Asset {
  return referencePage({
    path: "/wire-protocol",
    title: "Voice Flow wire protocol",
    heading: "Wire protocol",
    subtitle: `RTVI ${rtviVersion} over one WebSocket, and what Voice Flow says beyond it.`,
    sections: [
      ["connect", "Connect"],
      ["audio", "Audio"],
      ["client", "From the client"],
      ["rtvi", "From the server"],
      ["own", "Beyond RTVI"],
      ["close", "Close codes"],
      ["limits", "Limits"],
    ],
    body: [connecting(), audio(), messages(), closeCodes(), limitTable()],
  });
}

function connecting(): Html {
  return html` <h2 id="connect">Connect</h2>
    <pre>ws://HOST:PORT/ws?mode=assistant&amp;features=clear</pre>
    ${table(
      ["Query", "Values", "Default"],
      [
        ["mode", "assistant, flow", "assistant"],
        ["program_id", "a flow's id or built-in name; required when mode is flow", ""],
        ["out_rate", outRates.join(", "), String(inRate)],
        ["features", `names separated by commas: ${knownFeatures.join(", ")}; unknown names are ignored`, ""],
        ["pacing", "realtime", "realtime"],
      ],
    )}
    <p>
      Binary messages are audio. Text messages are JSON objects:
      <code>{"label":"${label}","type":…,"id":…,"data":…}</code>. The server always sends the label; a client
      may leave it out. A message with an <code>id</code> that is answered is answered with the same
      <code>id</code>. Receivers ignore keys that they do not know.
    </p>
    <p>
      If subprotocols are offered, <code>${subprotocol}</code> must be among them. Compression is not
      negotiated.
    </p>
    <p>
      The agent begins at <code>client-ready</code>; else at the first audio; else ${limits.startAfterMs} ms
      after the socket opened. Up to ${limits.queuedCommandsMax} commands that come earlier wait for it.
    </p>`;
}

function audio(): Html {
  return html` <h2 id="audio">Audio</h2>
    <p>
      PCM, 16 bit signed little-endian, one channel: ${inRate} samples a second from the client,
      <code>out_rate</code> from the server.
    </p>
    <p>
      <strong>From the client.</strong> Binary messages of any length up to ${limits.binaryBytesMax} bytes
      form one stream; an odd byte belongs to the sample that the next message completes.
      ${limits.uplinkBurstMs / 1000} s may come at once, and ${limits.uplinkRate} times real time from then
      on; what is too much is dropped, oldest first, with a warning. After ${limits.starvationMs} ms without
      audio, silence takes its place. Of audio from before the agent began, the last ${limits.earlyAudioMs} ms
      are kept.
    </p>
    <p>
      <strong>From the server.</strong> Messages of ${limits.chunkMs} ms; the last one of an answer may be
      shorter. Audio is sent at most ${leadMs} ms ahead of real time, and none between answers. A client that
      cannot drop what it has queued therefore hears at most that much after cutting in; one that can asks for
      the feature <code>clear</code> and is told when.
    </p>
    <p>
      A client that cuts in gets, in this order: <code>bot-interrupted</code>, <code>audio_clear</code> if
      asked for, <code>bot-stopped-speaking</code>, <code>truncated</code>.
    </p>`;
}

function messages(): Html {
  const refused = refusedNames.map((name) => html`<li><code>${name}</code></li>`);
  return html` <h2 id="client">From the client</h2>
    ${fromClientRows.map(message)}
    <p>
      Any other type or command is refused with <code>error-response</code>, code
      <code>unsupported_type</code>. So are, in this version:
    </p>
    <ul>
      ${refused}
    </ul>
    <h2 id="rtvi">From the server</h2>
    ${rtviRows.map(message)}
    <h2 id="own">Beyond RTVI</h2>
    ${ownRows.map(message)}`;
}

function message({ name, description, fields, example }: MessageRow): Html {
  const rows = fields.map((field) => [
    field.name,
    `${field.type}${field.required ? "" : ", optional"}`,
    field.description,
  ]);
  return html`<h3>${name}</h3>
    <p>${description}</p>
    ${rows.length === 0 ? "" : table(["data", "Type", ""], rows)}
    <pre>${JSON.stringify(example)}</pre> `;
}

function closeCodes(): Html {
  const ours = Object.entries(closings).map(([reason, { code, slug, meaning, advice }]) => [
    String(code),
    slug,
    reason,
    meaning,
    advice,
  ]);
  const bare = socketCloses.map(({ code, meaning }) => [String(code), "", "", meaning, "mend the client"]);
  const rows = [...ours, ...bare].sort(([a = ""], [b = ""]) => a.localeCompare(b));
  return html` <h2 id="close">Close codes</h2>
    <p>
      <code>session_end</code> is the last message; before a code from 4000 on comes an
      <code>error</code> that is fatal.
    </p>
    ${table(["Code", "Reason", "session_end", "Meaning", "The client should"], rows)}`;
}

function limitTable(): Html {
  const l = limits;
  return html` <h2 id="limits">Limits</h2>
    ${table(
      ["What", "Limit", "Beyond it"],
      [
        ["Any message", `${l.messageBytesMax} bytes`, "close 1009"],
        ["Binary message", `${l.binaryBytesMax} bytes`, "dropped, warning frame_too_large"],
        ["Binary messages that were too large", `${l.binaryTooLargeMax - 1}`, "close 4400"],
        ["Audio dropped in all", `${l.uplinkDroppedMaxMs / 1000} s`, "close 4429"],
        ["Text message", `${l.textBytesMax} bytes`, "error-response message_too_large"],
        [
          "Text messages",
          `${l.textsPerSecond} a second, ${l.textsBurst} at once`,
          `dropped, warning message_overrun; after ${l.textsDroppedMax} close 4429`,
        ],
        [
          "Nesting, keys, bytes of a string",
          `${l.nestingMax}, ${l.keysMax}, ${l.stringBytesMax}`,
          "error-response invalid_message",
        ],
        ["Text of send-text and say", `${l.sendTextBytesMax} bytes`, "error-response invalid_message"],
        [
          "Texts that are not JSON objects",
          `${l.invalidJsonMax} in ${l.invalidJsonWindowMs / 1000} s`,
          "each an error invalid_json; then close 4400",
        ],
        ["Commands before the agent began", `${l.queuedCommandsMax}`, "error-response not_ready"],
        ["Neither audio nor messages", `${l.idleMs / 1000} s unless set otherwise`, "close 4408"],
        [
          "Audio that the client does not read",
          `${l.bufferedBytesMax} bytes for ${l.stuckMs / 1000} s`,
          "close 4499",
        ],
        ["Warnings", `one of a code in ${l.warningEveryMs / 1000} s`, "counted"],
      ],
    )}`;
}
