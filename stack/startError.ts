/** A start that can't work for a reason that the user can mend; the message says how, and no stack trace is shown. */
export class StartError extends Error {
  override name = "StartError";
}
