import { useMutation } from "@apollo/client/react";
import { toastError, toastSuccess } from "../../core/errors/toasts.tsx";
import {
  DeleteWebhookDocument,
  RotateWebhookSecretDocument,
  TestWebhookDocument,
  UpdateWebhookDocument,
  type WebhookCardFragment,
  WebhooksDocument,
} from "../../core/graphql/generated/graphql.ts";

/** Actions on listed webhooks. */
export function useWebhookActions() {
  const [update] = useMutation(UpdateWebhookDocument);
  const [test] = useMutation(TestWebhookDocument);
  const [rotate] = useMutation(RotateWebhookSecretDocument);
  const [end] = useMutation(DeleteWebhookDocument, {
    refetchQueries: [WebhooksDocument],
    awaitRefetchQueries: true,
  });
  return {
    async switchOver({ id, name, state }: WebhookCardFragment) {
      const paused = state === "active";
      try {
        await update({ variables: { id, input: { paused } } });
        toastSuccess(`“${name}” ${paused ? "is paused: messages wait." : "goes on."}`);
      } catch (error) {
        toastError(error, "Failed to change the webhook");
      }
    },
    /** Resolves with whether the test was queued. */
    async sendTest({ id }: WebhookCardFragment) {
      try {
        await test({ variables: { id } });
        toastSuccess("A test is on its way.");
        return true;
      } catch (error) {
        toastError(error, "Failed to send a test");
        return false;
      }
    },
    /** Resolves with the new secret; null if rotation failed. */
    async rotateSecret({ id }: WebhookCardFragment) {
      try {
        const { data } = await rotate({ variables: { id } });
        return data?.rotateWebhookSecret ?? null;
      } catch (error) {
        toastError(error, "Failed to replace the secret");
        return null;
      }
    },
    /** Resolves with whether the webhook was deleted. */
    async remove({ id }: WebhookCardFragment) {
      try {
        await end({ variables: { id } });
        toastSuccess("The webhook has ended.");
        return true;
      } catch (error) {
        toastError(error, "Failed to end the webhook");
        return false;
      }
    },
  };
}
