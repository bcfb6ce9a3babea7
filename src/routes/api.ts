// API: the requests and answers of the routes that pages use, as types that the routes themselves declare. It holds no
// code: a page that imports it gets none of the server.

import type { Static } from "typebox";
import type { accountRoutes } from "./account/account-routes.ts";
import type { keyRoutes } from "./account/api-key-routes.ts";
import type { assistantRoutes } from "./account/assistant-routes.ts";
import type { auditRoutes } from "./account/audit-routes.ts";
import type { budgetRoutes } from "./account/budget-routes.ts";
import type { confirmationRoutes } from "./account/confirmation-routes.ts";
import type { creditRoutes } from "./account/credit-routes.ts";
import type { embedRoutes } from "./account/embed-routes.ts";
import type { standingRoutes } from "./account/engine-standing.ts";
import type { forgottenPasswordRoutes } from "./account/forgotten-password-routes.ts";
import type { hookRoutes } from "./account/hook-routes.ts";
import type { knowledgeRoutes } from "./account/knowledge-routes.ts";
import type { leavingRoutes } from "./account/leaving-routes.ts";
import type { loginRoutes } from "./account/login-routes.ts";
import type { ownAccountRoutes } from "./account/own-account-routes.ts";
import type { pageSessionRoutes } from "./account/page-session-routes.ts";
import type { invitationRoutes } from "./account/people/invitation-routes.ts";
import type { peopleRoutes } from "./account/people/people-routes.ts";
import type { providerRoutes } from "./account/provider-routes.ts";
import type { secretRoutes } from "./account/secret-routes.ts";
import type { soundRoutes } from "./account/sound-routes.ts";
import type { exchangeRoutes } from "./account/token-exchange.ts";
import type { backupRoutes } from "./backup-routes.ts";
import type { embedSessionRoutes } from "./call/embed-session-routes.ts";
import type { recordingJson, recordingRoutes } from "./call/recording-routes.ts";
import type { sessionRoutes } from "./call/session-routes.ts";
import type { supervisionRoutes } from "./call/supervision-routes.ts";
import type { callRoutes } from "./calls/call-routes.ts";
import type { engineRoutes } from "./engine-routes.ts";
import type { contractRoutes } from "./flow/contract-routes.ts";
import type { flowDiagramRoutes } from "./flow/flow-diagram.ts";
import type { flowGraphRoutes } from "./flow/flow-graph-routes.ts";
import type { flowRoutes } from "./flow/flows-routes.ts";
import type { flowRunRoutes } from "./flow/flow-run.ts";
import type { singleFlowRoutes } from "./flow/flow-routes.ts";
import type { flowTrialRoutes } from "./flow/flow-trial-routes.ts";
import type { revisionRoutes } from "./flow/revision-routes.ts";
import type { phoneRoutes } from "./phone/phone-routes.ts";
import type { accountExportRoutes } from "./privacy/account-export-routes.ts";
import type { erasureRoutes } from "./privacy/erasure-routes.ts";
import type { readyRoutes } from "./ready-routes.ts";
import type { systemRoutes } from "./system-routes.ts";
import type { systemSessionRoutes } from "./system-session-routes.ts";
import type { voiceRoutes } from "./voice-routes.ts";

type Apps = ReturnType<
  | typeof accountExportRoutes
  | typeof accountRoutes
  | typeof assistantRoutes
  | typeof auditRoutes
  | typeof backupRoutes
  | typeof budgetRoutes
  | typeof callRoutes
  | typeof confirmationRoutes
  | typeof contractRoutes
  | typeof creditRoutes
  | typeof embedRoutes
  | typeof embedSessionRoutes
  | typeof engineRoutes
  | typeof erasureRoutes
  | typeof exchangeRoutes
  | typeof flowDiagramRoutes
  | typeof flowGraphRoutes
  | typeof flowRoutes
  | typeof flowRunRoutes
  | typeof flowTrialRoutes
  | typeof forgottenPasswordRoutes
  | typeof hookRoutes
  | typeof invitationRoutes
  | typeof keyRoutes
  | typeof knowledgeRoutes
  | typeof leavingRoutes
  | typeof loginRoutes
  | typeof ownAccountRoutes
  | typeof pageSessionRoutes
  | typeof peopleRoutes
  | typeof phoneRoutes
  | typeof providerRoutes
  | typeof readyRoutes
  | typeof recordingRoutes
  | typeof revisionRoutes
  | typeof secretRoutes
  | typeof sessionRoutes
  | typeof singleFlowRoutes
  | typeof soundRoutes
  | typeof standingRoutes
  | typeof supervisionRoutes
  | typeof systemRoutes
  | typeof systemSessionRoutes
  | typeof voiceRoutes
>;

type Verb = "get" | "post" | "put" | "patch" | "delete";

/** Elysia nests the routes by the parts of their paths; each becomes a record of its own: `GET /v1/flows/:flow_id`. */
type Flat<Tree, Path extends string = ""> = {
  [Part in keyof Tree & string]: Part extends Verb
    ? { readonly [Route in `${Uppercase<Part>} ${Path}`]: Tree[Part] }
    : Flat<Tree[Part], `${Path}/${Part}`>;
}[keyof Tree & string];

type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (each: infer Each) => void
  ? Each
  : never;

type Api = All<Apps extends infer App ? (App extends { "~Routes": infer Tree } ? Flat<Tree> : never) : never>;

/** A request by its method and path, such as `GET /v1/flows/:flow_id`. */
export type Route = keyof Api;

type Good<Responses> = Responses[keyof Responses & (200 | 201 | 202)];

/** Answers that are written as streams, of which Elysia knows no type. */
interface Streamed {
  readonly "GET /v1/sessions/:session_id/recording": Static<typeof recordingJson.schema>;
}

/** The body of an answer that is a good one. */
export type ApiAnswer<R extends Route> = R extends keyof Streamed
  ? Streamed[R]
  : Api[R] extends { response: infer Responses }
    ? Exclude<Good<Responses>, Response>
    : never;

/** Names in the body of a request. Values are what people type: the server judges them. */
type Body<R extends Route> = Api[R] extends { body: infer Given }
  ? { readonly [Name in keyof Given]?: unknown }
  : never;

type Query<R extends Route> = Api[R] extends { query: infer Given }
  ? { readonly [Name in keyof Given]?: string | number | boolean | undefined }
  : never;

type Params<R extends string> = R extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | Params<`/${Rest}`>
  : R extends `${string}/:${infer Name}`
    ? Name
    : never;

/** Parameters in the path and the query of a request. */
export type ApiFields<R extends Route> = Query<R> & { readonly [Name in Params<R>]: string };

export type ApiBody<R extends Route> = Body<R>;
