// Version: that of this program, from the one place that states it.

import { version as stated } from "../../package.json";

export const version: string = stated;
