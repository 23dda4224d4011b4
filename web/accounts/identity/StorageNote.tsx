import { useSyncExternalStore } from "react";
import { ErrorBanner } from "../../core/errors/ErrorBanner.tsx";
import { isStorageBlocked } from "../../core/session/tokens.ts";

/** Warns if the browser stores nothing for this site: a session would end with the next page. */
export function StorageNote() {
  // A prerendered page doesn't know the browser's settings.
  const isBlocked = useSyncExternalStore(
    () => () => undefined,
    () => isStorageBlocked,
    () => false,
  );
  if (!isBlocked) return null;
  return (
    <ErrorBanner
      type="AUTHENTICATION_ERROR"
      message="Your browser blocks storage for this site, so it can't keep you signed in. Allow cookies and site data for this site in the browser's settings, or leave its private mode, and load this page again."
    />
  );
}
