/** Validates a name on the client. */
export function nameProblem(name: string): string | null {
  return name.trim() === "" ? "A name is required" : null;
}
