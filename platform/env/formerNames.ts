/** Variables under the names that they have now; those set under a former name count where the new one is not set. */
export function withFormerNames(
  env: NodeJS.ProcessEnv,
  formerNames: Readonly<Record<string, readonly string[]>>,
): NodeJS.ProcessEnv {
  const renamed = { ...env };
  for (const [name, former] of Object.entries(formerNames)) {
    renamed[name] ||= former.map((old) => env[old]).find((value) => value !== undefined && value !== "");
  }
  return renamed;
}
