// Types of Markdown files: with { type: "text" } an import is the text of the file, which travels inside the executable.

declare module "*.md" {
  const text: string;
  export default text;
}
