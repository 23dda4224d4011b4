import { Button, Center, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Component } from "react";

interface State {
  error: unknown;
  crashed: boolean;
}

/** Replaces a blank page when a screen throws, or when its chunk no longer exists after a deployment. */
export class CrashBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null, crashed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, crashed: true };
  }

  override render() {
    return this.state.crashed ? <Crash error={this.state.error} /> : this.props.children;
  }
}

function Crash({ error }: { error: unknown }) {
  return (
    <Center mih="100dvh" p="lg">
      <Stack align="center" gap="sm" maw={440} ta="center" role="alert">
        <Title order={1} size="h2">
          Something went wrong
        </Title>
        <Text c="dimmed">{error instanceof Error ? error.message : "An unexpected error occurred."}</Text>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </Stack>
    </Center>
  );
}
