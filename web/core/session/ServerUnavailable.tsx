import { Button, Group, Paper, Text } from "@mantine/core";
import { useSyncExternalStore } from "react";
import { reach } from "./reach.ts";
import classes from "./ServerUnavailable.module.css";

/** Shows that calls are waiting for the server. They continue automatically, so the page stays mounted. */
export function ServerUnavailable() {
  const isUnreachable = useSyncExternalStore(reach.subscribe, reach.isUnreachable, () => false);
  if (!isUnreachable) return null;
  return (
    <Paper className={classes.notice} role="status" withBorder shadow="md" px="md" py="xs">
      <Group gap="md" wrap="nowrap">
        <Text size="sm">Can't reach the server. Retrying…</Text>
        <Button size="compact-sm" variant="light" onClick={reach.retry}>
          Retry
        </Button>
      </Group>
    </Paper>
  );
}
