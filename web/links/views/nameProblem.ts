/** What is wrong with a name before the server is asked. */
export function nameProblem(name: string): string | null {
  return name.trim() === "" ? "A name is required" : null;
}
