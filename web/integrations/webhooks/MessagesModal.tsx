import { useMutation, useQuery } from "@apollo/client/react";
import { Button, Group, NativeSelect, Skeleton, Stack, Table, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "../../ui/elements/Dialog.tsx";
import { ErrorBanner } from "../../core/errors/ErrorBanner.tsx";
import { failureOf } from "../../core/errors/failure.ts";
import { toastError, toastSuccess } from "../../core/errors/toasts.tsx";
import {
  ResendFailedWebhookMessagesDocument,
  type WebhookCardFragment,
  type WebhookMessageRowFragment,
  WebhookMessagesDocument,
  type WebhookMessageState,
} from "../../core/graphql/generated/graphql.ts";
import { timeText } from "../../ui/timeText.ts";
import { counted } from "../../links/core/view/formatCount.ts";
import { MessageDetails } from "./MessageDetails.tsx";

const states: Readonly<Record<WebhookMessageState, string>> = {
  pending: "Waits",
  delivered: "Delivered",
  failed: "Failed",
};
const filters = [{ value: "", label: "All" }, ...Object.entries(states).map(([value, label]) => ({ value, label }))];
const pageSize = 50;
const isState = (text: string): text is WebhookMessageState => Object.hasOwn(states, text);

/** Messages sent to a webhook, and their delivery state. Loaded in its own chunk. */
export default function MessagesModal({ of, onClose }: { of: WebhookCardFragment; onClose: () => void }) {
  const [filter, setFilter] = useState("");
  const [isExtended, setIsExtended] = useState(false);
  const [isAll, setIsAll] = useState(false);
  const [shown, setShown] = useState<string | null>(null);
  const [since, setSince] = useState(() => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10));
  const [resendFailed, { loading }] = useMutation(ResendFailedWebhookMessagesDocument);
  const { data, error, refetch, fetchMore } = useQuery(WebhookMessagesDocument, {
    variables: { id: of.id, state: isState(filter) ? filter : null, before: null },
    fetchPolicy: "network-only",
    // Polling stops once more pages are loaded, because each poll would reset the list to its first page.
    pollInterval: isExtended ? 0 : 3000,
  });
  const messages = data?.webhookMessages;
  const again = async () => {
    setIsExtended(false);
    setIsAll(false);
    await refetch().catch(() => undefined);
  };
  const more = async () => {
    setIsExtended(true);
    await fetchMore({
      variables: { before: messages?.at(-1)?.id },
      updateQuery: (previous, { fetchMoreResult }) => {
        setIsAll(fetchMoreResult.webhookMessages.length < pageSize);
        return { webhookMessages: [...previous.webhookMessages, ...fetchMoreResult.webhookMessages] };
      },
    }).catch(() => undefined);
  };
  const sendFailed = async () => {
    const from = Date.parse(since);
    if (Number.isNaN(from)) return;
    try {
      const { data: done } = await resendFailed({ variables: { id: of.id, since: new Date(from).toISOString() } });
      toastSuccess(`${counted(done?.resendFailedWebhookMessages ?? 0, "message")} will be sent again.`);
      await again();
    } catch (problem) {
      toastError(problem, "Failed to send messages again");
    }
  };
  return (
    <Dialog onClose={onClose} title={`Deliveries of ${of.name}`} size="xl">
      <Stack gap="md">
        <Group align="flex-end" gap="sm">
          <NativeSelect
            size="md"
            label="Show"
            data={filters}
            value={filter}
            onChange={({ currentTarget }) => {
              setFilter(currentTarget.value);
              setIsExtended(false);
              setIsAll(false);
            }}
          />
          <TextInput
            label="Failed, written since"
            type="date"
            value={since}
            onChange={({ currentTarget }) => setSince(currentTarget.value)}
          />
          <Button variant="light" loading={loading} onClick={() => void sendFailed()}>
            Send Them Again
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          Messages are kept for seven days. One that fails is tried again after 5 seconds, 5 and 30 minutes, 2, 5, 10
          and 10 hours.
        </Text>
        {!messages && !error && <Skeleton height={120} radius="md" />}
        {!messages && error && (
          <ErrorBanner
            type={failureOf(error).type}
            message={failureOf(error).message}
            onRetry={() => void refetch().catch(() => undefined)}
          />
        )}
        {messages?.length === 0 && <Text>No message.</Text>}
        {messages && messages.length > 0 && (
          <Table.ScrollContainer
            minWidth={300}
            scrollAreaProps={{ viewportProps: { tabIndex: 0, "aria-label": "Messages" } }}
          >
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Message</Table.Th>
                  <Table.Th>State</Table.Th>
                  <Table.Th visibleFrom="sm">Attempts</Table.Th>
                  <Table.Th>Details</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {messages.map((message) => (
                  <MessageRow
                    key={message.id}
                    of={message}
                    isShown={shown === message.id}
                    onShow={() => setShown(shown === message.id ? null : message.id)}
                    details={<MessageDetails webhookId={of.id} messageId={message.id} onResent={() => void again()} />}
                  />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
        {messages && messages.length >= pageSize && messages.length % pageSize === 0 && !isAll && (
          <Button variant="default" onClick={() => void more()}>
            Show More
          </Button>
        )}
      </Stack>
    </Dialog>
  );
}

interface MessageRowProps {
  of: WebhookMessageRowFragment;
  isShown: boolean;
  onShow: () => void;
  details: React.ReactNode;
}

function MessageRow({ of, isShown, onShow, details }: MessageRowProps) {
  const { type, state, createdAt, attempts, nextAttemptAt, status, error } = of;
  return (
    <>
      <Table.Tr>
        <Table.Td>
          <Text fw={600}>{type}</Text>
          <Text size="sm">{timeText(createdAt)}</Text>
        </Table.Td>
        <Table.Td>
          {states[state]}
          {state === "delivered" && status && ` (${status})`}
          {state !== "delivered" && error && <Text size="sm">{error}</Text>}
          {nextAttemptAt && <Text size="sm">Next {timeText(nextAttemptAt)}</Text>}
        </Table.Td>
        <Table.Td visibleFrom="sm">{attempts}</Table.Td>
        <Table.Td>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={isShown}
            aria-label={`${isShown ? "Hide" : "Show"} ${type} of ${timeText(createdAt)}`}
            onClick={onShow}
          >
            {isShown ? "Hide" : "Show"}
          </Button>
        </Table.Td>
      </Table.Tr>
      {isShown && (
        <Table.Tr>
          <Table.Td colSpan={4}>{details}</Table.Td>
        </Table.Tr>
      )}
    </>
  );
}
