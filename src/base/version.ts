// Version: of this program, from its one place.

import { version as stated } from "../../package.json";

export const version: string = stated;
