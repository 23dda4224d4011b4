import { signedInHome } from "../navigation/paths.ts";

const key = "afterSignIn";
/** Who takes longer to sign in has forgotten where to. */
const keptMs = 30 * 60 * 1000;

/** Keeps the address of the page while its reader signs in or registers, in this tab. */
export function keepAddress({ pathname, search, hash }: Pick<Location, "pathname" | "search" | "hash">): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ to: pathname + search + hash, at: Date.now() }));
  } catch {
    // Storage may be closed to us: then nobody can sign in.
  }
}

/** Where somebody who has just signed in goes. */
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

/** A path of this site: what was stored leads nowhere else. */
function isOwn(to: string): boolean {
  const { origin } = window.location;
  return /^\/(?![/\\])/.test(to) && new URL(to, origin).origin === origin;
}

/** The page is there. */
export function forgetAddress(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // As above.
  }
}
