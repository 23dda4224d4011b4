/** More files than this don't fail because the machine was busy. */
const mostFiles = 3;

/** A click lost or counted twice is never an accident of the machine. */
const neverAgain = /faults[\\/]exactlyOnce/;

/**
 * The files of a run to be run once more, one after the other and with nothing beside them; none where that could hide
 * something. Whoever does so has to say which files passed only then.
 */
export function filesToRunAgain({ files, errors }) {
  const suits = errors === 0 && files.length <= mostFiles && !files.some((file) => neverAgain.test(file));
  return suits ? files : [];
}
