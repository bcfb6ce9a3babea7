// Meanings: all meanings that a language's forms may have.

import { days } from "./days.ts";
import { dictation } from "./spelled.ts";
import { numbers } from "./numbers.ts";
import { quantities } from "./quantities.ts";
import { spans } from "./ends.ts";
import { talk } from "./talk.ts";
import { times } from "./times.ts";

export const meanings = { ...numbers, ...quantities, ...dictation, ...days, ...times, ...talk, ...spans };
