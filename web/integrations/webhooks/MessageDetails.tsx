import { useMutation, useQuery } from "@apollo/client/react";
import { Button, Code, Skeleton, Stack, Text } from "@mantine/core";
import { failureOf } from "../../core/errors/failure.ts";
import { toastError, toastSuccess } from "../../core/errors/toasts.tsx";
import { ResendWebhookMessageDocument, WebhookMessageDocument } from "../../core/graphql/generated/graphql.ts";
import { timeText } from "../../ui/timeText.ts";

interface MessageDetailsProps {
  webhookId: string;
  messageId: string;
  onResent: () => void;
}

const wrapped = { whiteSpace: "pre-wrap", overflowWrap: "anywhere" } as const;

/** A message, with the logged attempts to deliver it and the start of each response. */
export function MessageDetails({ webhookId, messageId, onResent }: MessageDetailsProps) {
  const { data, error } = useQuery(WebhookMessageDocument, {
    variables: { id: webhookId, messageId },
    fetchPolicy: "network-only",
    pollInterval: 3000,
  });
  const [resend, { loading }] = useMutation(ResendWebhookMessageDocument);
  if (!data) return error ? <Text>{failureOf(error).message}</Text> : <Skeleton height={80} radius="md" />;
  const { body, attemptLog } = data.webhookMessage;
  const again = async () => {
    try {
      await resend({ variables: { id: webhookId, messageId } });
      toastSuccess("The message will be sent again.");
      onResent();
    } catch (problem) {
      toastError(problem, "Failed to send the message again");
    }
  };
  return (
    <Stack gap="xs">
      <Code block tabIndex={0} aria-label="Body" style={{ ...wrapped, maxHeight: 260, overflow: "auto" }}>
        {indented(body)}
      </Code>
      {attemptLog.map(({ at, milliseconds, status, error: problem, response }) => (
        <div key={at}>
          <Text size="sm">
            {timeText(at)}: {problem ?? `The answer was ${status ?? ""}`}, after {milliseconds} ms
          </Text>
          {response && (
            <Code block style={wrapped}>
              {response}
            </Code>
          )}
        </div>
      ))}
      <Button
        variant="light"
        size="compact-md"
        loading={loading}
        style={{ alignSelf: "flex-start" }}
        onClick={() => void again()}
      >
        Send Again
      </Button>
    </Stack>
  );
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
