import { ErrorBanner } from "./ErrorBanner.tsx";
import { failureOf } from "./failure.ts";

/** Why what a dialog shows could not be fetched. */
export function QueryFailure({ error, refetch }: { error: unknown; refetch?: () => Promise<unknown> }) {
  const { type, message } = failureOf(error);
  return (
    <ErrorBanner type={type} message={message} onRetry={refetch && (() => void refetch().catch(() => undefined))} />
  );
}
