// Page of unknown addresses: a page for people at an unknown address, with links to the known ones.

import type { FaultCode } from "../../base/fault.ts";
import { html, referencePage } from "./reference-page.ts";
import { sitePages } from "./site-pages.ts";

/** Purpose of each page, for a newcomer. */
const purposes: Readonly<Record<(typeof sitePages)[number][0], string>> = {
  "/console": "Calls and settings of your account.",
  "/test": "Talk to the agent, with a microphone or by typing.",
  "/flow-editor": "Draw, edit and try a flow.",
  "/docs": "Guides: get started, write flows, connect apps, operate the server.",
  "/wire-protocol": "How your app makes a call over a WebSocket.",
  "/swagger": "API reference in which you can send requests.",
};

const unknown = referencePage({
  path: "",
  title: "Voice Flow – unknown address",
  heading: "Page not found",
  subtitle: "Check the address, or open one of these pages:",
  sections: [],
  body: html`<dl>
    ${sitePages.map(
      ([address, name]) =>
        html`<dt><a href="${address}">${name}</a></dt>
          <dd>${purposes[address]}</dd>`,
    )}
  </dl>`,
});

/** Page for a visitor who cannot use the other pages of this server. */
const noAgent = referencePage({
  title: "No agent at this link",
  heading: "This agent is not available",
  subtitle: "The link is wrong or no longer valid. Please ask for a new link where you found it.",
  sections: [],
  body: html``,
});

/** Status 404. No cache keeps it: the same address answers an API client with a problem document. */
export async function unknownAddressPage(code: FaultCode): Promise<Response> {
  const page = code === "embed/not-found" ? noAgent : unknown;
  const headers = { ...page.headers, "cache-control": "no-store" };
  return new Response(await page.bytes(), { status: 404, headers });
}
