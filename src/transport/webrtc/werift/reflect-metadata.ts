// What a library of werift wants before all else. Imported from a module of ours, because in the executable the bundler
// begins what it converts from CommonJS after everything else that the importing module names.

import "reflect-metadata";
