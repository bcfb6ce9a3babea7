// Drawn wire protocol: a page made from the schemas, limits and close codes that the server runs on. It is readable
// without a script, and loads nothing from other places. Loaded with the first request.

import { closings, socketCloses } from "../../transport/close-codes.ts";
import {
  burstLeadMs,
  inRate,
  knownFeatures,
  leadMs,
  limits,
  outRates,
  subprotocol,
} from "../../transport/connection-limits.ts";
import { replayLimits } from "../../base/replay-ring.ts";
import { graceMs } from "../../session/session-waits.ts";
import { label, rtviVersion } from "../../transport/message-envelope.ts";
import { refusedNames } from "../../transport/message-client.ts";
import { fromClientRows, type MessageRow, ownRows, rtviRows } from "../../transport/schema-rows.ts";
import { once } from "../../base/once.ts";
import type { Asset } from "./page-asset.ts";
import { html, type Html, referencePage, table } from "./reference-page.ts";

export const protocolPage = once(render);

function render(): Asset {
  return referencePage({
    path: "/wire-protocol",
    title: "Voice Flow wire protocol",
    heading: "Wire protocol",
    subtitle: `RTVI ${rtviVersion} over one WebSocket, with the extensions of Voice Flow.`,
    sections: [
      ["connect", "Connect"],
      ["return", "Come back"],
      ["audio", "Audio"],
      ["client", "From the client"],
      ["rtvi", "From the server"],
      ["own", "Beyond RTVI"],
      ["close", "Close codes"],
      ["limits", "Limits"],
    ],
    body: [connecting(), comingBack(), audio(), messages(), closeCodes(), limitTable()],
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
        ["pacing", "realtime; burst, which needs the feature clear", "realtime"],
        ["last_seq", "for reconnecting clients: the highest seq received", "nothing is sent again"],
      ],
    )}
    <p>
      Binary messages are audio. Text messages are JSON objects:
      <code>{"label":"${label}","type":…,"id":…,"data":…}</code>. The server always sends the label; a client
      may leave it out. A message with an <code>id</code> that is answered is answered with the same
      <code>id</code>. What the server says is numbered by <code>seq</code>, from 1 on, over all connections
      of a session. Receivers ignore keys that they do not know.
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

function comingBack(): Html {
  return html` <h2 id="return">Come back</h2>
    <p>
      A client that lost its connection has ${graceMs / 1000} s to come back to its session, at
      <code>/v1/ws/{session_token}</code> or by an offer with that token. Calls that begin at
      <code>/ws</code> end with their connection, unless they ask for the feature <code>resume</code>: their
      <code>session</code> message then brings such a token. With <code>last_seq</code> it gets every message
      with a higher <code>seq</code> once more, in their order and before anything else: also what happened
      while no client was connected. Of long absences the last ${replayLimits.eventsMax} messages are kept, of
      ${replayLimits.bytesMax} bytes in all, and the last <code>flow_state</code>, <code>expecting</code> and
      <code>muted</code> of any age. <code>session</code> then says how many were <code>replayed</code>, and
      how many are <code>lost</code>: 0 unless more was missed than is kept. A WebRTC client that restarts its
      connection adds <code>last_seq</code> to the query of that offer.
    </p>
    <p>
      A page that is loaded anew comes back in the same way, with <code>last_seq=0</code>: it receives all
      that was said, as far as it is kept. So a WebSocket that closes with a code other than 1000 and 1005 is
      lost, not hung up; and so is the connection of a WebRTC client that asks for <code>resume</code>, which
      hangs up by <code>DELETE /offer/{pc_id}</code>.
    </p>
    <p>
      Audio is never sent again: what the agent was saying was cut when the connection broke, and
      <code>truncated</code> says how much of it was heard. Messages without <code>seq</code> belong to one
      connection and not to the session: marks, and the end of a connection that another one has replaced.
    </p>
    <p>
      Where several servers share their data, a session can continue at another one: because its own is gone,
      or stops, or was asked to hand it over. The last message is then <code>moved</code>, and the close code
      ${closings.moved.code}, with the address of the other server as its reason where that is known. A client
      comes back there with the same token; one whose connection broke without a word tries the address that
      it came by. The agent says again what was not heard, or asks its last question again.
    </p>
    ${goingAway()}`;
}

function goingAway(): Html {
  return html`<p>
    A server that stops tells every session so by <code>going_away</code>, with the time left, and once more
    each client that comes back meanwhile. It takes no new ones: sessions and calls are refused with status
    503, <code>calls/draining</code>. Before the time is up the agent says goodbye; then come
    <code>session_end</code> and close code ${closings.shutdown.code}.
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
      the feature <code>clear</code> and receives the moment. With <code>pacing=burst</code>, which needs that
      feature, audio comes as fast as it is made and the client reads, at most ${burstLeadMs / 1000} s ahead:
      a network that stalls is not heard then.
    </p>
    <p>
      <strong>Marks.</strong> A client that asks for the feature <code>marks</code> gets a
      <code>mark</code> behind every ${limits.markEveryMs} ms of audio and behind the end of each answer. When
      it has played everything before it, it sends <code>mark</code> with the same name. So the agent knows
      what was really heard, however much the client holds back: <code>truncated</code> is exact then and not
      <code>estimated</code>, and <code>bot-stopped-speaking</code> comes when the last sound was heard. Marks
      whose audio was dropped need no answer. A client that plays more than ${limits.markLagMaxMs} ms late, or
      does not answer, is not waited for. Marks have no <code>seq</code>: like the audio they are not sent
      again.
    </p>
    <p>
      A sound over the agent makes it pause: <code>audio_clear</code> if asked for, and
      <code>agent_paused</code>. If it was not meant, such as a cough, the agent continues with what was not
      heard yet, and says so; it does not stop speaking in between. A client that cuts in gets, in this order:
      <code>bot-interrupted</code>, <code>audio_clear</code> if asked for, <code>bot-stopped-speaking</code>,
      <code>truncated</code>.
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
  const bare = socketCloses.map(({ code, meaning }) => [String(code), "", "", meaning, "correct the client"]);
  const rows = [...ours, ...bare].sort(([a = ""], [b = ""]) => a.localeCompare(b));
  return html` <h2 id="close">Close codes</h2>
    <p>
      <code>session_end</code> is the last message; before a code from 4000 on comes an
      <code>error</code> that is fatal, but for ${closings.moved.code}, which ends no session.
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
        [
          "Audio that begins like a file, such as WebM, Ogg or WAV",
          "none",
          "its first message is dropped, warning audio_encoded",
        ],
        ["Audio that is heard as noise, such as 32 bits or a lost byte", "1 s", "warning audio_noise, once"],
        ["Audio dropped in all", `${l.uplinkDroppedMaxMs / 1000} s`, "close 4429"],
        ["Text message", `${l.textBytesMax} bytes`, "error-response message_too_large"],
        [
          "Text messages",
          `${l.textsPerSecond} a second, ${l.textsBurst} at once; each begun ${l.textShareBytes} bytes count as one`,
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
