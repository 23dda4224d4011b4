import { useMutation } from "@apollo/client/react";
import { NativeSelect, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { emailProblem } from "@hoplog/schema/validation/identity.js";
import { useState } from "react";
import { FormDialog } from "../../ui/elements/FormDialog.tsx";
import { ErrorBanner } from "../../core/errors/ErrorBanner.tsx";
import type { Failure } from "../../core/errors/failure.ts";
import { placeError } from "../../core/errors/placement.ts";
import { toastSuccess } from "../../core/errors/toasts.tsx";
import { CreateReportDocument, type ReportCadence, ReportsDocument } from "../../core/graphql/generated/graphql.ts";

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

const cadences = [
  { value: "weekly", label: "Weekly, on Mondays" },
  { value: "monthly", label: "Monthly, on the first" },
];

/** Dialog to create a report. Loaded in its own chunk. */
export default function NewReportModal({ email, onClose }: { email: string; onClose: () => void }) {
  const [create, { loading }] = useMutation(CreateReportDocument, {
    refetchQueries: [ReportsDocument],
    awaitRefetchQueries: true,
  });
  const [failure, setFailure] = useState<Pick<Failure, "type" | "message"> | null>(null);
  const initialValues: { email: string; cadence: ReportCadence } = { email, cadence: "weekly" };
  const form = useForm({
    initialValues,
    validate: { email: emailProblem },
    clearInputErrorOnChange: true,
    onValuesChange: () => setFailure(null),
  });

  const submit = async (values: typeof initialValues) => {
    setFailure(null);
    try {
      await create({ variables: { input: { ...values, email: values.email.trim(), tz: timeZone } } });
      toastSuccess("Confirmation email sent.");
      onClose();
    } catch (error) {
      setFailure(placeError(form, error, ["email", "cadence"], "Failed to create report"));
    }
  };

  return (
    <FormDialog
      title="New Report"
      action="Send Confirmation Mail"
      busy={loading}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => void submit(values))}
    >
      {failure && <ErrorBanner {...failure} onDismiss={() => setFailure(null)} />}
      <TextInput
        label="Email address"
        type="email"
        required
        data-autofocus
        autoComplete="email"
        {...form.getInputProps("email")}
      />
      <NativeSelect label="How often" data={cadences} {...form.getInputProps("cadence")} />
      <Text size="sm" c="dimmed">
        Weeks and months are those of {timeZone}. Nothing is sent before somebody has opened the link that we mail to
        this address, and each report has a link that stops it.
      </Text>
    </FormDialog>
  );
}
