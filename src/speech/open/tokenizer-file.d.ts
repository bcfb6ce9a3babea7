// Types of the tokenizer's file: with { type: "text" } an import is the text of the file, which travels inside the
// executable.

declare module "llama-tokenizer-js/llama-tokenizer.js" {
  const text: string;
  export default text;
}
