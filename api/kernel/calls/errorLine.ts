import type { HoplogError } from "@hoplog/schema/errors.js";

/** As Postgres keeps it of one row of many. */
const lineMax = 500;

/** An error in one line, for people. Of several fields the first one's: a row has room for one. */
export function errorLine({ message, details }: HoplogError): string {
  return (details.fields?.[0]?.message ?? message).slice(0, lineMax);
}
