// Number fields: the fields of a number, in the forms that connect and change it, with the names that its PBX uses.

import type { ApiAnswer } from "../../page/api-request.ts";
import type { AgentChoices } from "../agent-choices.ts";
import { words } from "../console-words.ts";
import { type EntryField, formList, formSecret, formText } from "../settings/entry-form.tsx";

export type PhoneNumber = ApiAnswer<"GET /v1/phone/numbers">[number];

/** `number`: the changed number; undefined: a new one. */
export function numberFields(kind: string, flows: AgentChoices, number?: PhoneNumber): readonly EntryField[] {
  const text = words.phone;
  const pbx = text.pbxes[kind] ?? text.pbxes["other"];
  const isNew = number === undefined;
  if (pbx === undefined) return [];
  return [
    {
      name: "registrar",
      label: pbx.registrar,
      isNeeded: true,
      value: number?.registrar ?? "",
      hint: text.registrarHint,
    },
    { name: "user", label: pbx.user, isNeeded: true, value: number?.user ?? "", hint: pbx.where },
    {
      name: "login",
      label: pbx.login,
      pointer: "/login_name",
      value: number?.login_name ?? "",
      hint: text.loginHint,
    },
    {
      name: "password",
      label: pbx.password,
      isNeeded: isNew,
      isHidden: true,
      ...(!isNew && { hint: text.passwordKept }),
    },
    {
      name: "flow",
      label: text.flow,
      pointer: "/flow_id",
      value: number?.flow_id ?? "",
      choices: [["", text.assistant], ...flows],
    },
    { name: "label", label: text.label, value: number?.label ?? "" },
    {
      name: "dials",
      label: text.dials,
      hint: text.dialsHint,
      value: number?.dials.join(", ") ?? "",
    },
    {
      name: "calls",
      label: text.callsMax,
      pointer: "/calls_max",
      value: String(number?.calls_max ?? 2),
    },
  ];
}

/** The typed values in the API's form. An empty password keeps the present one. */
export function numberIn(form: HTMLFormElement, kind: string) {
  const password = formSecret(form, "password");
  const calls = formText(form, "calls");
  const label = formText(form, "label");
  return {
    kind,
    registrar: formText(form, "registrar"),
    user: formText(form, "user"),
    ...(password !== "" && { password }),
    login_name: formText(form, "login"),
    flow_id: formText(form, "flow") || null,
    ...(label !== "" && { label }),
    dials: formList(form, "dials"),
    calls_max: /^\d+$/.test(calls) ? Number(calls) : calls,
  };
}
