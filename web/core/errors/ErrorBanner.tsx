import { Alert, Button, Group, Text } from "@mantine/core";
import {
  IconAlertTriangle,
  IconCircleX,
  IconClockExclamation,
  IconLock,
  IconPlugConnectedX,
  IconUsers,
} from "../../ui/elements/icons.ts";
import type { FailureType } from "./failure.ts";
import { failureOf } from "./failure.ts";

interface ErrorBannerProps {
  type: FailureType;
  message: string;
  details?: string | undefined;
  /** Number of retries of the same submission; shown if it is above 0. */
  attempt?: number;
  maxAttempts?: number;
  onRetry?: (() => void) | undefined;
  onDismiss?: () => void;
}

const styles: Readonly<Partial<Record<FailureType, { color: string; icon: typeof IconLock }>>> = {
  VALIDATION_ERROR: { color: "yellow", icon: IconAlertTriangle },
  AUTHENTICATION_ERROR: { color: "red", icon: IconLock },
  CONFLICT_ERROR: { color: "orange", icon: IconUsers },
  RATE_LIMIT_ERROR: { color: "blue", icon: IconClockExclamation },
  NETWORK_ERROR: { color: "red", icon: IconPlugConnectedX },
};

export function ErrorBanner({
  type,
  message,
  details,
  attempt = 0,
  maxAttempts,
  onRetry,
  onDismiss,
}: ErrorBannerProps) {
  const { color, icon: Icon } = styles[type] ?? { color: "red", icon: IconCircleX };
  return (
    <Alert
      role="alert"
      color={color}
      variant="light"
      icon={<Icon aria-hidden />}
      withCloseButton={onDismiss !== undefined}
      closeButtonLabel="Dismiss"
      {...(onDismiss ? { onClose: onDismiss } : {})}
    >
      <Text size="sm" fw={600} c="inherit">
        {message}
      </Text>
      {details && <Text size="sm">{details}</Text>}
      {(onRetry || attempt > 0) && (
        <Group gap="sm" mt="xs">
          {onRetry && (
            <Button size="compact-sm" variant="default" onClick={onRetry}>
              Retry
            </Button>
          )}
          {attempt > 0 && maxAttempts !== undefined && (
            <Text size="xs" c="dimmed">
              Attempt {attempt} of {maxAttempts}
            </Text>
          )}
        </Group>
      )}
    </Alert>
  );
}

/** Shows why a query failed, with a button to retry if that may help. */
export function QueryFailure({ error, refetch }: { error: unknown; refetch?: () => Promise<unknown> }) {
  const { type, message, details } = failureOf(error);
  // A query with invalid input would be rejected again.
  const isWorthRetrying = refetch !== undefined && type !== "VALIDATION_ERROR";
  const retry = isWorthRetrying ? () => void refetch().catch(() => undefined) : undefined;
  // Operators can look up the failure in the log by this ID.
  const reference = details.requestId && `Reference: ${details.requestId}`;
  return <ErrorBanner type={type} message={message} details={reference} onRetry={retry} />;
}
