import { Button, Group, Text } from "@mantine/core";

/** Shown if the options can't be loaded; the fields above can still be edited. */
export function OptionsFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <Group gap="sm" role="status">
      <Text size="sm" c="dimmed">
        The other options of this URL could not be loaded; they stay as they are.
      </Text>
      <Button variant="light" size="compact-sm" onClick={onRetry}>
        Retry
      </Button>
    </Group>
  );
}
