/** What mail programs make a link of, without anybody having written one. */
const linkLike = /:\/\/|@|\bwww\.|\.\p{L}{2,}/iu;
/** Signs that turn the direction of what stands behind them. */
const directions = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/**
 * A person's name as it may stand in a mail to somebody who has agreed to none; null where it carries an address. Anybody
 * can sign up with one, and have mails sent anywhere.
 */
export function harmlessName(name: string): string | null {
  const shown = name.replace(directions, "").trim();
  return shown === "" || linkLike.test(shown) ? null : shown;
}

/** Whom such a mail names as the one who wants something. */
export function strangersName(name: string): string {
  return harmlessName(name) ?? "Somebody";
}
