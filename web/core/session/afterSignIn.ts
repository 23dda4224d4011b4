import { signedInHome } from "../navigation/paths.ts";

const key = "afterSignIn";
/** Lifetime of the stored address in milliseconds. */
const keptMs = 30 * 60 * 1000;

/** Stores the page's address in this tab while the user signs in or registers. */
export function saveAddress({ pathname, search, hash }: Pick<Location, "pathname" | "search" | "hash">): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ to: pathname + search + hash, at: Date.now() }));
  } catch {
    // The error is ignored: if storage is blocked, signing in is impossible anyway.
  }
}

/**
 * Returns the path to open after signing in: the stored address if it is recent and on this site, otherwise the
 * dashboard.
 */
export function homeAfterSignIn(): string {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null");
    if (typeof kept !== "object" || kept === null || !("to" in kept) || !("at" in kept)) return signedInHome;
    const { to, at } = kept;
    const isFresh = typeof at === "number" && Date.now() - at < keptMs;
    return isFresh && typeof to === "string" && isOwn(to) ? to : signedInHome;
  } catch {
    return signedInHome;
  }
}

/** Returns whether a path belongs to this site, to prevent redirects to other sites. */
function isOwn(to: string): boolean {
  const { origin } = window.location;
  return /^\/(?![/\\])/.test(to) && new URL(to, origin).origin === origin;
}

/** Clears the stored address once its page is open. */
export function forgetAddress(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // The error is ignored: if storage is blocked, no address is stored.
  }
}
