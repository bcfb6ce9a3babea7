// The files of Swagger UI that page-routes.ts embeds: with { type: "file" } an import is the path of the file.

declare module "swagger-ui-dist/swagger-ui.css" {
  const path: string;
  export default path;
}

declare module "swagger-ui-dist/swagger-ui-bundle.js" {
  const path: string;
  export default path;
}
