// Example service of a carrier: its parcels. The last digit of a number says how far one is: 0 is unknown, 1 to 3 were
// delivered, and from 4 on it is on its way and can still be left somewhere else.

import { dateOf, dayNumber } from "../../value/gregorian.ts";
import { type ExampleService, noSuchRoute, refused, textIn } from "./example-service.ts";

const onItsWayFrom = 4;
const [deliveredDays, onItsWayDays] = [-1, 1];

/** State: the places for parcels. */
export const parcelService: ExampleService<ReadonlyMap<string, string>> = {
  first: new Map(),
  answer(places, { method, path: [version, parcels, parcel = "", ...rest], body, today }) {
    const isKnown = version === "v1" && parcels === "parcels" && rest.length === 0;
    if (!isKnown || (method !== "GET" && method !== "PATCH")) return [places, noSuchRoute];
    const last = /^[A-Z]{2}\d{4}$/.test(parcel) ? Number(parcel.at(-1)) : 0;
    if (last === 0) return [places, refused(404, "There is no such parcel.")];
    const isOnItsWay = last >= onItsWayFrom;
    if (method === "PATCH") {
      if (!isOnItsWay) return [places, refused(409, "It has been delivered.")];
      return [new Map(places).set(parcel, textIn(body, "place")), { body: { parcel } }];
    }
    const day = dateOf((dayNumber(today) ?? 0) + (isOnItsWay ? onItsWayDays : deliveredDays));
    const place = places.get(parcel) ?? null;
    return [places, { body: { state: isOnItsWay ? "on_the_way" : "delivered", day, place } }];
  },
};
