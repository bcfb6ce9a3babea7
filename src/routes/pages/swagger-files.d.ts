// Types of Swagger UI files: with { type: "file" } an import is the path of the file, for those that swagger-page.ts
// embeds.

declare module "swagger-ui-dist/swagger-ui.css" {
  const path: string;
  export default path;
}

declare module "swagger-ui-dist/swagger-ui-bundle.js" {
  const path: string;
  export default path;
}
