import { dictionary } from "@zxcvbn-ts/language-common";

/** The package lists more, in lower case, the most frequent first: this many are refused. */
const refused = 10_000;
const common: ReadonlySet<string> = new Set(dictionary["passwords-common"].slice(0, refused));

/** Whether a password, in whatever case, is one of the 10,000 most common: those are tried first wherever they can be. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.normalize("NFKC").toLowerCase());
}
