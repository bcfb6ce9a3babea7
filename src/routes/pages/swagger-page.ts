// Swagger page: the page that shows the API document, with the ways to the other pages, and the script that starts it.

import { siteIcon, sitePages } from "./site-pages.ts";

/** Scripts and styles of our own origin only; Swagger UI styles elements in place and draws `data:` icons. */
export const swaggerPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const siteLinks = sitePages
  .map(
    ([address, name]) =>
      `<a href="${address}"${address === "/swagger" ? ' aria-current="page"' : ""}>${name}</a>`,
  )
  .join("\n");

export const swaggerPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Voice Flow API</title>
${siteIcon}
<link rel="stylesheet" href="/swagger/swagger-ui.css">
<style>
:root { color-scheme: light dark; }
body { margin: 0; }
.dark-mode body { background: #1c2022; }
.site { display: flex; flex-wrap: wrap; gap: .3rem 1rem; max-width: 1420px; margin: 0 auto; padding: 1rem 20px 0; font: 16px/1.55 system-ui, sans-serif; }
.site a { color: light-dark(#0b6b5d, #5ccdb5); }
.samples { padding: 0 20px 20px; font: 14px/1.5 system-ui, sans-serif; color: light-dark(#1c2022, #e4e6e6); }
.samples summary { cursor: pointer; padding: .2rem 0; }
.samples pre { margin: 0; padding: 10px; border: 1px solid #8888; border-radius: 4px; overflow: auto; }
.site [aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
</style>
</head>
<body>
<nav class="site" aria-label="Pages">${siteLinks}</nav>
<div id="ui"></div>
<script src="/swagger/swagger-ui-bundle.js"></script>
<script src="/swagger/start.js"></script>
</body>
</html>
`;

/** Swagger UI has a dark face and leaves it to the page when to show it; of code samples it knows nothing. */
export const swaggerStart = `const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", paint);
paint();
const samplesOf = ({ specSelectors, path, method }) =>
  specSelectors.specJson().getIn(["paths", path, method, "x-codeSamples"])?.toJS() ?? [];
const codeSamples = () => ({
  wrapComponents: {
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
SwaggerUIBundle({ url: "/swagger/json", dom_id: "#ui", deepLinking: true, validatorUrl: null, plugins: [codeSamples] });
`;
