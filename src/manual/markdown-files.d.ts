// Types of Markdown files: with { type: "text" } an import is the text of the file, which is included in the
// executable.

declare module "*.md" {
  const text: string;
  export default text;
}
