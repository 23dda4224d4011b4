const name = "hoplog_arm";
const maxAgeSeconds = 90 * 24 * 60 * 60;

/** Returns the arm that a visitor was assigned at an earlier visit, from the Cookie header; 0 for none. */
export function armIn(cookies: string): number {
  if (!cookies.includes(name)) return 0;
  const value = /(?:^|;\s*)hoplog_arm=(\d{1,10})(?:;|$)/.exec(cookies)?.[1];
  return value === undefined ? 0 : Number(value);
}

/** Returns the Set-Cookie value for an arm: it contains only the arm's number and is sent only to this link. */
export function armCookie(path: string, arm: number): string {
  return `${name}=${arm}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax`;
}
