// Swagger page: the API document to read and to try, with everything it loads from this server.

import { Elysia } from "elysia";
import swaggerCss from "swagger-ui-dist/swagger-ui.css" with { type: "file" };
import swaggerJs from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "file" };
import { operation } from "../http/route-operation.ts";
import { embedded, page, serve, text } from "./page-asset.ts";
import { siteBar, siteLook } from "./reference-page.ts";

/** Scripts and styles of our own origin only; Swagger UI styles elements in place and draws `data:` icons. */
const swaggerPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const swaggerPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Voice Flow API</title>
<link rel="stylesheet" href="/swagger/swagger-ui.css">
${siteLook}
</head>
<body>
${siteBar("/swagger")}
<div id="ui"></div>
<script src="/swagger/swagger-ui-bundle.js"></script>
<script src="/swagger/start.js"></script>
</body>
</html>
`;

/**
 * Swagger UI has a dark look and lets the page decide when to show it; it knows no code samples. Its choices have no
 * names, each of its buttons contains a link, and its headings skip a level.
 */
const swaggerStart = `const dark = matchMedia("(prefers-color-scheme: dark)");
const { classList, dataset } = document.documentElement;
const paint = () => {
  const isDark = dataset.theme === "dark" || (dataset.theme !== "light" && dark.matches);
  classList.toggle("dark-mode", isDark);
};
dark.addEventListener("change", paint);
new MutationObserver(paint).observe(document.documentElement, { attributeFilter: ["data-theme"] });
paint();
const samplesOf = ({ specSelectors, path, method }) =>
  specSelectors.specJson().getIn(["paths", path, method, "x-codeSamples"])?.toJS() ?? [];
const names = { servers: "Server", "examples-select-element": "Example", "content-type": "Media type" };
const attributes = [
  ["h3.opblock-tag", "aria-level", "2"],
  ["h4", "aria-level", "3"],
  [".information-container", "aria-label", "About the API"],
  [".information-container", "role", "region"],
  [".schemes-server-container", "aria-label", "Server"],
  [".schemes-server-container", "role", "region"],
];
const nameChoices = () => {
  for (const choice of document.querySelectorAll("#ui select:not([aria-label])"))
    choice.setAttribute("aria-label", names[choice.id] ?? names[choice.className] ?? "Choice");
  for (const [selector, name, value] of attributes)
    for (const each of document.querySelectorAll("#ui " + selector + ":not([" + name + "])"))
      each.setAttribute(name, value);
};
new MutationObserver(nameChoices).observe(document.getElementById("ui"), { childList: true, subtree: true });
const codeSamples = () => ({
  wrapComponents: {
    DeepLink: (Link, { React: { createElement: make } }) => ({ text }) => make("span", null, text),
    responses: (Responses, { React: { createElement: make, Fragment } }) => (props) => {
      const samples = samplesOf(props).map(({ label, source }) =>
        make("details", { key: label, name: props.method + props.path },
          make("summary", null, label), make("pre", { tabIndex: 0 }, make("code", null, source))));
      const section = samples.length === 0 ? null
        : make("section", { className: "samples" }, make("h4", null, "Code samples"), samples);
      return make(Fragment, null, section, make(Responses, props));
    },
  },
});
SwaggerUIBundle({ url: "/swagger/json", dom_id: "#ui", deepLinking: true, syntaxHighlight: false, validatorUrl: null, plugins: [codeSamples] });
`;

const file = (summary: string, type: string) => ({
  detail: operation({
    summary,
    description: "File of the API page.",
    tag: "pages",
    cached: true,
    answer: { says: "The file", types: [type] },
  }),
});

/** The API page, and its files. */
export function swaggerRoutes() {
  const swagger = text(swaggerPage, { type: "text/html; charset=utf-8", policy: swaggerPolicy });
  const start = text(swaggerStart, { type: "text/javascript; charset=utf-8" });
  const script = embedded(swaggerJs, "text/javascript; charset=utf-8");
  const style = embedded(swaggerCss, "text/css; charset=utf-8");
  return new Elysia({ name: "swagger-page" })
    .get(
      "/swagger",
      ({ request }) => serve(swagger, request),
      page(
        "API page",
        "API documentation in which you can send requests. All files are loaded from this server.",
      ),
    )
    .get(
      "/swagger/start.js",
      ({ request }) => serve(start, request),
      file("API page: start", "text/javascript"),
    )
    .get(
      "/swagger/swagger-ui-bundle.js",
      ({ request }) => serve(script, request),
      file("API page: script", "text/javascript"),
    )
    .get(
      "/swagger/swagger-ui.css",
      ({ request }) => serve(style, request),
      file("API page: style", "text/css"),
    );
}
