// Types of style sheets as text, for a shadow root: `src/bundle-pages.ts` reads them.

declare module "style-text:*" {
  const text: string;
  export default text;
}
