/** Maximum number of failed files for which a busy machine can be the cause. */
const mostFiles = 3;

/** Tests that are never repeated: a lost or duplicated click is never caused by a busy machine. */
const neverAgain = /faults[\\/]exactlyOnce/;

/** Returns the test file that a worker ran when it died by itself; null for any other error between tests. */
export function fileOfDeadWorker({ cause }) {
  const [, file = null] =
    /^Worker exited unexpectedly .*while running test file (.+)$/.exec(cause?.message ?? "") ?? [];
  return file;
}

/**
 * Returns the files to rerun one at a time with nothing else running; none if that could hide a bug. The caller must
 * report files that passed only then.
 */
export function filesToRunAgain({ files, errors }) {
  const suits = errors === 0 && files.length <= mostFiles && !files.some((file) => neverAgain.test(file));
  return suits ? files : [];
}
