// Import order fix: loads reflect-metadata before werift, whose dependency tsyringe throws without it.
//
// The fault: werift 0.25.2 → @peculiar/x509 → tsyringe, which looks for `Reflect.getMetadata` when it is loaded,
// and relies on @peculiar/x509 to have loaded the polyfill. In the executable the bundler runs modules that it
// converts from CommonJS after all other imports of the importing module, so the polyfill comes too late; as a module
// of ours it is in time. Reproduce: build the executable without this import and run its `doctor`: "tsyringe requires
// a reflect polyfill". From source all is well, so only the tests of the executable (test/binary) fail without this.

import "reflect-metadata";
