export function filesToRunAgain(outcome: { files: readonly string[]; errors: number }): readonly string[];
