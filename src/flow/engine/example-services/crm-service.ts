// Example service of a customer register: the plan of an account. The last digit of its number decides: 0 is unknown, 1
// to 5 have the plan `basic`, from 6 on it is `enterprise`.

import { type ExampleService, noSuchRoute, refused } from "./example-service.ts";

const enterpriseFrom = 6;

export const crmService: ExampleService<null> = {
  first: null,
  answer(nothing, { method, path: [accounts, account = "", ...rest] }) {
    if (method !== "GET" || accounts !== "accounts" || rest.length > 0) return [nothing, noSuchRoute];
    const last = /^\d{6}$/.test(account) ? Number(account.at(-1)) : 0;
    if (last === 0) return [nothing, refused(404, "There is no such account.")];
    return [nothing, { body: { plan: last >= enterpriseFrom ? "enterprise" : "basic" } }];
  },
};
