// Route of leaving: deletes an account with everything that it owns (POST /v1/account/deletion).

import { Elysia } from "elysia";
import { Type } from "typebox";
import { assert } from "../../base/assert.ts";
import { leaveDeployment } from "../../cloud/accounts.ts";
import { operation } from "../http/route-operation.ts";
import { requestBody, standard } from "../http/route-schema.ts";
import type { OwnAccountOptions } from "./own-account-routes.ts";

interface LeavingOptions extends Pick<OwnAccountOptions, "store" | "clock" | "gate" | "checkLogin"> {
  /** Called after a deletion: the account's calls end, and its data is erased. */
  readonly left: (accountId: string) => void;
}

const sure = requestBody(
  { password: Type.String({ maxLength: 256, description: "Password of the account" }) },
  { examples: [{ password: "correct horse battery" }] },
);
const leaving = Type.Object(
  { account_id: Type.String({ description: "Id under which the ledger and the audit log are kept" }) },
  { examples: [{ account_id: "acc_01JDZ0M4V7Q3X9K2T5B8N6R1CA" }] },
);

export function leavingRoutes({ store, clock, gate, checkLogin, left }: LeavingOptions) {
  return new Elysia({ name: "leaving" }).post(
    "/v1/account/deletion",
    async ({ request, body: { password }, set }) => {
      const account = await store.accounts.byId(gate.accountOf(request));
      assert(account !== undefined, "the gate has found it");
      const { id } = await checkLogin(request, { email: account.email, password });
      await leaveDeployment(store.accounts, id, { by: gate.authorOf(request), at: clock.wall() });
      left(id);
      set.status = 202;
      return { account_id: id };
    },
    {
      body: standard(sure),
      response: { 202: standard(leaving) },
      detail: operation({
        summary: "Delete the account",
        description:
          "This cannot be undone. Logins and calls end and keys are revoked at once. Within some minutes " +
          "sessions, recordings, flows, hooks, embeds, knowledge, secrets and settings are deleted, also from files. " +
          "The ledger and the audit log stay, with the account's id but without its email. Export your data first " +
          "(GET /v1/account/export). The owner must first make another account the owner.",
        tag: "accounts",
        access: "login",
        limit: "auth",
        problems: ["auth/invalid-credentials", "auth/too-many-failures", "auth/busy", "account/not-of-owner"],
      }),
    },
  );
}
