// Runs first, with whatever Node there is: so it is CommonJS, in the language of the oldest ones.
"use strict";

var oldest = 20;

/** What is wrong with that version of Node, or nothing. */
function complaint(version) {
  var major = parseInt(version.split(".")[0], 10);
  if (major >= oldest) return undefined;
  return (
    "hoplog needs Node " +
    oldest +
    " or newer; this is Node " +
    version +
    ".\nGet one from https://nodejs.org/ and try again."
  );
}

module.exports = { complaint: complaint };

if (require.main === module) {
  var message = complaint(process.versions.node);
  if (message !== undefined) {
    console.error(message);
    process.exit(1);
  }
}
