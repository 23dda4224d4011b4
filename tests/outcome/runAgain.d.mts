export function filesToRunAgain(outcome: { files: readonly string[]; errors: number }): readonly string[];
export function fileOfDeadWorker(error: { readonly cause?: unknown }): string | null;
