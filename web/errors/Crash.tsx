import { Button, Center, Stack, Text, Title } from "@mantine/core";
import { useRouteError } from "react-router-dom";

/** Instead of a blank page when a screen fails, or when its chunk is gone after an update of the site. */
export function Crash() {
  const error = useRouteError();
  return (
    <Center mih="100dvh" p="lg">
      <Stack align="center" gap="sm" maw={440} ta="center">
        <Title order={1} size="h2">
          Something went wrong
        </Title>
        <Text c="dimmed">{error instanceof Error ? error.message : "An unexpected error occurred."}</Text>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </Stack>
    </Center>
  );
}
