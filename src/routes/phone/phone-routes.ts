// Routes of the telephone: numbers, and the calls that are asked for.

import { Elysia } from "elysia";
import { numberRoutes, type NumberRouteOptions } from "./number-routes.ts";
import { asteriskRoutes, type AsteriskRouteOptions } from "./asterisk-routes.ts";
import { phoneCallRoutes, type PhoneCallRouteOptions } from "./phone-call-routes.ts";

export function phoneRoutes(options: NumberRouteOptions & PhoneCallRouteOptions & AsteriskRouteOptions) {
  return new Elysia({ name: "phone" })
    .use(numberRoutes(options))
    .use(phoneCallRoutes(options))
    .use(asteriskRoutes(options));
}
