// Page of unknown addresses: what a person sees who opened an address at which there is nothing, with the ways on.

import { html, referencePage } from "./reference-page.ts";
import { sitePages } from "./site-pages.ts";

/** What each page is good for, to somebody who knows none of them. */
const purposes: Readonly<Record<(typeof sitePages)[number][0], string>> = {
  "/console": "See every call, and reach every setting of an account.",
  "/test": "Talk to the agent, with a microphone or by typing.",
  "/flow-editor": "See a flow as a picture, change it and try it.",
  "/flow-language": "Everything that a flow may say, with examples.",
  "/wire-protocol": "How an app of yours carries a call over a socket.",
  "/swagger": "The API, to read and to try.",
};

const heading = "There is nothing at this address";

/** For customers of an account: the other pages are none of theirs. */
const talkPage = referencePage({
  title: "Unknown address",
  heading,
  subtitle:
    "The agent that was here has been taken away, or the address is mistyped. Ask the person who gave it to you.",
  sections: [],
  body: html``,
});

const page = referencePage({
  title: "Voice Flow – unknown address",
  heading,
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

/** `path` of the address that was opened. Status 404. No cache keeps it: the same address answers an API client with a problem document. */
export async function unknownAddressPage(path: string): Promise<Response> {
  const { headers, bytes } = path.startsWith("/talk/") ? talkPage : page;
  return new Response(await bytes(), { status: 404, headers: { ...headers, "cache-control": "no-store" } });
}
