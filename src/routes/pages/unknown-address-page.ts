// Page of unknown addresses: a page for people at an unknown address, with links to the known ones.

import type { FaultCode } from "../../base/fault.ts";
import { html, referencePage } from "./reference-page.ts";
import { sitePages } from "./site-pages.ts";

/** Purpose of each page, for a newcomer. */
const purposes: Readonly<Record<(typeof sitePages)[number][0], string>> = {
  "/console": "See every call, and reach every setting of an account.",
  "/test": "Talk to the agent, with a microphone or by typing.",
  "/flow-editor": "See a flow as a picture, change it and try it.",
  "/docs": "How to begin, write flows, connect and run it.",
  "/wire-protocol": "How an app of yours carries a call over a socket.",
  "/swagger": "The API, to read and to try.",
};

const unknown = referencePage({
  title: "Voice Flow – unknown address",
  heading: "There is nothing at this address",
  subtitle: "It may be mistyped, or from another version. These pages are here:",
  sections: [],
  body: html`<dl>
    ${sitePages.map(
      ([address, name]) =>
        html`<dt><a href="${address}">${name}</a></dt>
          <dd>${purposes[address]}</dd>`,
    )}
  </dl>`,
});

/** For a visitor, to whom the pages of this server mean nothing. */
const noAgent = referencePage({
  title: "No agent here",
  heading: "This agent is not available",
  subtitle: "The link may be mistyped, or no longer in use. Please ask for a new one where you found it.",
  sections: [],
  body: html``,
});

/** Status 404. No cache keeps it: the same address answers an API client with a problem document. */
export async function unknownAddressPage(code: FaultCode): Promise<Response> {
  const page = code === "embed/not-found" ? noAgent : unknown;
  const headers = { ...page.headers, "cache-control": "no-store" };
  return new Response(await page.bytes(), { status: 404, headers });
}
