import { useSyncExternalStore } from "react";
import { ErrorBanner } from "../../core/errors/ErrorBanner.tsx";
import { isStorageBlocked } from "../../core/session/tokens.ts";

/** Says so where the browser keeps nothing for this site: whoever signs in would be signed out with the next page. */
export function StorageNote() {
  // The page that is rendered at build knows nothing of the browser.
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
