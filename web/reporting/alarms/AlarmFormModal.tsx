import { useApolloClient, useMutation } from "@apollo/client/react";
import { limits } from "@hoplog/schema/limits.js";
import { Group, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { linkIdOf } from "../../analytics/account/findLink.ts";
import { FormDialog } from "../../ui/elements/FormDialog.tsx";
import { ErrorBanner } from "../../core/errors/ErrorBanner.tsx";
import type { Failure } from "../../core/errors/failure.ts";
import { placeError } from "../../core/errors/placement.ts";
import { toastSuccess } from "../../core/errors/toasts.tsx";
import {
  type AlarmCardFragment,
  AlarmsDocument,
  CreateAlarmDocument,
  UpdateAlarmDocument,
} from "../../core/graphql/generated/graphql.ts";
import { type AlarmValues, changesIn, fieldOf, firstValues, isCounted, isOfOneLink } from "./alarmForm.ts";
import { fewTexts, kindTexts, manyTexts, upper } from "./alarmTexts.ts";

interface AlarmFormModalProps {
  /** The alarm to edit; null to create one. */
  alarm: AlarmCardFragment | null;
  onClose: () => void;
}

const choices = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([value, label]) => ({ value, label }));

/** Dialog to create or edit an alarm. Loaded in its own chunk. */
export default function AlarmFormModal({ alarm, onClose }: AlarmFormModalProps) {
  const client = useApolloClient();
  const listed = { refetchQueries: [AlarmsDocument], awaitRefetchQueries: true };
  const [create, creating] = useMutation(CreateAlarmDocument, listed);
  const [update, updating] = useMutation(UpdateAlarmDocument, listed);
  const [failure, setFailure] = useState<Pick<Failure, "type" | "message"> | null>(null);
  const form = useForm<AlarmValues>({
    initialValues: firstValues(alarm),
    clearInputErrorOnChange: true,
    onValuesChange: () => setFailure(null),
  });
  const { kind, about } = form.values;
  const counts = isCounted(kind);

  const submit = async (values: AlarmValues) => {
    setFailure(null);
    try {
      const changes = changesIn(values);
      if (alarm) {
        await update({ variables: { id: alarm.id, input: changes } });
        toastSuccess("The alarm is changed.");
      } else {
        const linkId = isOfOneLink(values) ? await linkIdOf(client, values.link) : null;
        const per = counts ? values.per : null;
        await create({ variables: { input: { ...changes, kind, linkId, per } } });
        toastSuccess("The alarm is made.");
      }
      onClose();
    } catch (error) {
      if (error instanceof RangeError) form.setErrors({ link: error.message });
      else setFailure(placeError(form, error, fieldOf, "Failed to save the alarm"));
    }
  };

  return (
    <FormDialog
      title={alarm ? "Edit Alarm" : "New Alarm"}
      action={alarm ? "Save" : "Create Alarm"}
      busy={creating.loading || updating.loading}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => void submit(values))}
    >
      {failure && <ErrorBanner {...failure} onDismiss={() => setFailure(null)} />}
      <NativeSelect
        size="md"
        label="When"
        data-autofocus
        disabled={alarm !== null}
        data={choices(kindTexts)}
        {...form.getInputProps("kind")}
      />
      {(kind === "spike" || kind === "drop") && (
        <NativeSelect
          size="md"
          label="Of"
          disabled={alarm !== null}
          data={choices({ account: "All URLs", link: "One URL" })}
          {...form.getInputProps("about")}
        />
      )}
      {isOfOneLink({ ...form.values, about }) && (
        <TextInput
          label="URL"
          description="Its name or short URL"
          required
          disabled={alarm !== null}
          {...form.getInputProps("link")}
        />
      )}
      {counts && (
        <>
          <NativeSelect
            size="md"
            label="Compared"
            disabled={alarm !== null}
            data={choices({ hour: "Each hour", day: "Each day" })}
            {...form.getInputProps("per")}
          />
          <NativeSelect
            size="md"
            label="How unusual"
            description="Usual is the median at this time of the week, over four weeks"
            data={choices(kind === "drop" ? fewTexts : manyTexts).map(({ value, label }) => ({
              value,
              label: upper(label),
            }))}
            {...form.getInputProps("sensitivity")}
          />
          <TextInput
            label={kind === "drop" ? "Where usually at least" : "And at least"}
            type="number"
            min={1}
            max={limits.alarmMinimumMax}
            {...form.getInputProps("minimum")}
          />
        </>
      )}
      {kind === "expiring" && (
        <TextInput
          label="Days before"
          description="Domains too whose DNS is wrong"
          type="number"
          min={1}
          max={limits.alarmDaysBeforeMax}
          {...form.getInputProps("daysBefore")}
        />
      )}
      <Textarea
        size="md"
        label="Email addresses"
        description={`One on each line, at most ${limits.alarmEmailsMax}. New ones get a link, and nothing more before it is opened`}
        required
        autosize
        minRows={1}
        {...form.getInputProps("emails")}
      />
      <TextInput label="Time zone" {...form.getInputProps("tz")} />
      <Group grow align="flex-start">
        <TextInput label="Quiet from" type="time" {...form.getInputProps("quietFrom")} />
        <TextInput label="Quiet to" type="time" {...form.getInputProps("quietTo")} />
      </Group>
    </FormDialog>
  );
}
