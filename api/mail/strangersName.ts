/** What mail programs make a link of, without anybody having written one. */
const linkLike = /:\/\/|@|\bwww\.|\.\p{L}{2,}/iu;
/** Signs that turn the direction of what stands behind them. */
const directions = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/**
 * Whom a mail names to somebody who has agreed to none: the person's own name, unless it carries an address. Anybody can
 * sign up with one and have the question sent anywhere.
 */
export function strangersName(name: string): string {
  const shown = name.replace(directions, "").trim();
  return shown === "" || linkLike.test(shown) ? "Somebody" : shown;
}
