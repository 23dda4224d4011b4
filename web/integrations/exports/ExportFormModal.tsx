import { useMutation } from "@apollo/client/react";
import { limits } from "@hoplog/schema/limits.js";
import { Checkbox, NativeSelect, PasswordInput, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { FormDialog } from "../../ui/elements/FormDialog.tsx";
import { ErrorBanner } from "../../core/errors/ErrorBanner.tsx";
import type { Failure } from "../../core/errors/failure.ts";
import { placeError } from "../../core/errors/placement.ts";
import { toastSuccess } from "../../core/errors/toasts.tsx";
import {
  type ClickExportCardFragment,
  type ClickExportCadence,
  ClickExportsDocument,
  CreateClickExportDocument,
  UpdateClickExportDocument,
} from "../../core/graphql/generated/graphql.ts";

interface ExportFormModalProps {
  /** The export to edit; null to create one. */
  of: ClickExportCardFragment | null;
  onClose: () => void;
}

interface Values {
  name: string;
  endpoint: string;
  region: string;
  bucket: string;
  prefix: string;
  pathStyle: boolean;
  accessKeyId: string;
  secret: string;
  cadence: ClickExportCadence;
  from: string;
  bots: boolean;
  conversions: boolean;
}

const cadences = [
  { value: "daily", label: "One each day" },
  { value: "hourly", label: "One each hour" },
];
const fields = [
  ...(["name", "endpoint", "region", "bucket", "prefix", "accessKeyId", "secret", "cadence", "from"] as const),
];

/** Dialog to create or edit an export of clicks. Loaded in its own chunk. */
export default function ExportFormModal({ of, onClose }: ExportFormModalProps) {
  const [create, creating] = useMutation(CreateClickExportDocument, {
    refetchQueries: [ClickExportsDocument],
    awaitRefetchQueries: true,
  });
  const [update, updating] = useMutation(UpdateClickExportDocument);
  const [failure, setFailure] = useState<Pick<Failure, "type" | "message"> | null>(null);
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const initialValues: Values = {
    name: of?.name ?? "",
    endpoint: of?.endpoint ?? "https://s3.eu-central-1.amazonaws.com",
    region: "eu-central-1",
    bucket: of?.bucket ?? "",
    prefix: of?.prefix ?? "hoplog",
    pathStyle: true,
    accessKeyId: of?.accessKeyId ?? "",
    secret: "",
    cadence: of?.cadence ?? "daily",
    from: today,
    bots: of?.bots ?? false,
    conversions: of?.conversions ?? false,
  };
  const form = useForm<Values>({
    initialValues,
    clearInputErrorOnChange: true,
    onValuesChange: () => setFailure(null),
  });

  const submit = async (values: Values) => {
    setFailure(null);
    try {
      if (of) {
        const { name, accessKeyId, secret, conversions } = values;
        const key = { ...(accessKeyId.trim() !== of.accessKeyId && { accessKeyId }), ...(secret !== "" && { secret }) };
        await update({ variables: { id: of.id, input: { name, conversions, ...key } } });
        toastSuccess("The export is changed.");
      } else {
        const from = /^\d{4}-\d\d-\d\d$/.test(values.from) ? `${values.from}T00:00:00.000Z` : null;
        await create({ variables: { input: { ...values, from } } });
        toastSuccess("The export is set up. Try it to see whether files can be written.");
      }
      onClose();
    } catch (error) {
      setFailure(placeError(form, error, fields, "Failed to save the export"));
    }
  };

  return (
    <FormDialog
      title={of ? "Edit Export" : "New Export"}
      action={of ? "Save" : "Export"}
      busy={creating.loading || updating.loading}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => void submit(values))}
    >
      {failure && <ErrorBanner {...failure} onDismiss={() => setFailure(null)} />}
      <TextInput
        label="Name"
        required
        data-autofocus
        maxLength={limits.clickExportNameMax}
        {...form.getInputProps("name")}
      />
      {!of && (
        <>
          <TextInput
            label="Server"
            description="Its address, as for AWS, MinIO, Cloudflare R2 or any other that speaks S3"
            required
            inputMode="url"
            {...form.getInputProps("endpoint")}
          />
          <TextInput label="Region" required {...form.getInputProps("region")} />
          <TextInput label="Bucket" required {...form.getInputProps("bucket")} />
          <TextInput
            label="Folder"
            description="All files lie below it; empty: in the bucket itself"
            {...form.getInputProps("prefix")}
          />
          <Checkbox
            label="The bucket's name stands in the path"
            description="Else it is the first part of the server's name"
            {...form.getInputProps("pathStyle", { type: "checkbox" })}
          />
        </>
      )}
      <TextInput label="Access key id" required autoComplete="off" {...form.getInputProps("accessKeyId")} />
      <PasswordInput
        label="Secret access key"
        description={
          of ? "Empty: it stays as it is. Nobody can read it again" : "Nobody can read it again, not even you"
        }
        required={!of}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ "aria-label": "Show or hide the secret" }}
        {...form.getInputProps("secret")}
      />
      {!of && (
        <>
          <NativeSelect label="Files" data={cadences} {...form.getInputProps("cadence")} />
          <TextInput
            label="From"
            description="The first day of UTC; also one in the past"
            type="date"
            {...form.getInputProps("from")}
          />
          <Checkbox label="Bots too" {...form.getInputProps("bots", { type: "checkbox" })} />
        </>
      )}
      <Checkbox
        label="Conversions too"
        description="In files of their own, by when they were reported"
        {...form.getInputProps("conversions", { type: "checkbox" })}
      />
      {!of && (
        <Text size="sm" c="dimmed">
          Files hold what your clicks page shows of each click: neither addresses nor user agents. They are yours:
          ending the export, or your account, removes none of them. The key needs the rights to put objects and to abort
          uploads.
        </Text>
      )}
    </FormDialog>
  );
}
