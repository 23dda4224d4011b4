export function generatedFiles(root: string): Map<string, string>;
