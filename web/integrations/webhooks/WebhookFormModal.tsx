import { useMutation } from "@apollo/client/react";
import { defaultClickCounts, webhookEventNames, webhookEvents, webhookLimits } from "@hoplog/schema/webhooks.js";
import { Checkbox, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { FormDialog } from "../../ui/elements/FormDialog.tsx";
import { ErrorBanner } from "../../core/errors/ErrorBanner.tsx";
import type { Failure } from "../../core/errors/failure.ts";
import { placeError } from "../../core/errors/placement.ts";
import { toastSuccess } from "../../core/errors/toasts.tsx";
import {
  CreateWebhookDocument,
  type CreateWebhookMutation,
  UpdateWebhookDocument,
  type WebhookCardFragment,
  WebhooksDocument,
} from "../../core/graphql/generated/graphql.ts";
import { NarrowedTo } from "./NarrowedTo.tsx";

export type CreatedWebhook = CreateWebhookMutation["createWebhook"];

interface WebhookFormModalProps {
  /** The webhook to edit; null to create one. */
  of: WebhookCardFragment | null;
  onClose: () => void;
  onMade: (made: CreatedWebhook) => void;
}

interface Values {
  url: string;
  name: string;
  events: string[];
  linkIds: string[];
  groupIds: string[];
  clickMilestones: string;
  ordered: boolean;
}

const fields = [...(["url", "name", "events", "linkIds", "groupIds", "clickMilestones"] as const)];
const numbersIn = (text: string) => text.split(/[\s,;]+/).flatMap((each) => (each === "" ? [] : [Number(each)]));

/** Dialog to create or edit a webhook. Loaded in its own chunk. */
export default function WebhookFormModal({ of, onClose, onMade }: WebhookFormModalProps) {
  const [create, creating] = useMutation(CreateWebhookDocument, {
    refetchQueries: [WebhooksDocument],
    awaitRefetchQueries: true,
  });
  const [update, updating] = useMutation(UpdateWebhookDocument);
  const [failure, setFailure] = useState<Pick<Failure, "type" | "message"> | null>(null);
  const form = useForm<Values>({
    initialValues: {
      url: of?.url ?? "https://",
      name: of?.name ?? "",
      events: of?.events ?? ["link.created", "link.updated", "link.deleted"],
      linkIds: of?.linkIds ?? [],
      groupIds: of?.groupIds ?? [],
      clickMilestones: (of?.clickMilestones ?? defaultClickCounts).join(", "),
      ordered: of?.ordered ?? false,
    },
    clearInputErrorOnChange: true,
    onValuesChange: () => setFailure(null),
  });

  const submit = async ({ clickMilestones: counts, ...values }: Values) => {
    setFailure(null);
    const clickMilestones = numbersIn(counts);
    if (clickMilestones.some((each) => !Number.isSafeInteger(each) || each > webhookLimits.clickCountMax)) {
      form.setErrors({ clickMilestones: `Whole numbers from 1 to ${webhookLimits.clickCountMax}` });
      return;
    }
    const input = { ...values, clickMilestones };
    try {
      if (of) {
        await update({ variables: { id: of.id, input } });
        toastSuccess("The webhook is changed.");
        onClose();
        return;
      }
      const { data } = await create({ variables: { input } });
      if (data) onMade(data.createWebhook);
    } catch (error) {
      setFailure(placeError(form, error, fields, "Failed to save the webhook"));
    }
  };

  return (
    <FormDialog
      title={of ? "Edit Webhook" : "New Webhook"}
      action={of ? "Save" : "Create Webhook"}
      busy={creating.loading || updating.loading}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => void submit(values))}
    >
      {failure && <ErrorBanner {...failure} onDismiss={() => setFailure(null)} />}
      <TextInput
        label="URL"
        description="Of your server; what happens is sent there by POST"
        required
        data-autofocus
        inputMode="url"
        maxLength={webhookLimits.urlMax}
        {...form.getInputProps("url")}
      />
      <TextInput
        label="Name"
        description="The server's name unless you give one"
        maxLength={webhookLimits.nameMax}
        {...form.getInputProps("name")}
      />
      <Checkbox.Group label="Events" required {...form.getInputProps("events")}>
        <Stack gap="xs" mt="xs">
          {webhookEventNames.map((name) => (
            <Checkbox key={name} value={name} label={name} description={webhookEvents[name]} />
          ))}
        </Stack>
      </Checkbox.Group>
      {form.values.events.includes("link.clicks") && (
        <TextInput
          label="Clicks"
          description="link.clicks is sent once at each of these numbers"
          {...form.getInputProps("clickMilestones")}
        />
      )}
      <NarrowedTo
        links={{ ...form.getInputProps("linkIds"), value: form.values.linkIds }}
        groups={{ ...form.getInputProps("groupIds"), value: form.values.groupIds }}
      />
      <Checkbox
        label="In order"
        description="A message of a URL waits until the one before is delivered"
        {...form.getInputProps("ordered", { type: "checkbox" })}
      />
    </FormDialog>
  );
}
