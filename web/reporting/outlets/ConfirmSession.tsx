import { lazy, Suspense, useSyncExternalStore } from "react";
import { confirmation } from "../../core/session/confirmation.ts";

const ConfirmSessionModal = lazy(() => import("./ConfirmSessionModal.tsx"));

/** Asks for the password or an emailed code if a call needs a recent sign-in; the call is then retried. */
export function ConfirmSession() {
  const isPending = useSyncExternalStore(confirmation.subscribe, confirmation.isPending);
  return <Suspense fallback={null}>{isPending && <ConfirmSessionModal onEnd={confirmation.answer} />}</Suspense>;
}
