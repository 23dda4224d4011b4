/** Returns the code of a system or database error, such as ENOENT or 28P01; undefined if it has none. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
