// Runs first, with any version of Node, and is therefore CommonJS in the syntax of the oldest versions.
"use strict";

var oldest = 20;

/** Returns the problem of a version of Node; undefined if the version is supported. */
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
