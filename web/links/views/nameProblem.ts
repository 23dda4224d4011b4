/** Returns an error message if the name is blank, otherwise null. */
export function nameProblem(name: string): string | null {
  return name.trim() === "" ? "A name is required" : null;
}
