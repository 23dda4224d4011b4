import { useMutation } from "@apollo/client/react";
import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { limits } from "@hoplog/schema/limits.js";
import { useState } from "react";
import { FormDialog } from "../../../ui/elements/FormDialog.tsx";
import { ErrorBanner } from "../../../core/errors/ErrorBanner.tsx";
import type { Failure } from "../../../core/errors/failure.ts";
import { placeError } from "../../../core/errors/placement.ts";
import { toastSuccess } from "../../../core/errors/toasts.tsx";
import type { SavedQueryFieldsFragment } from "../../../core/graphql/generated/graphql.ts";
import { SavedQueriesDocument, SaveQueryDocument } from "../../../core/graphql/generated/graphql.ts";

interface SaveQueryModalProps {
  text: string;
  onClose: () => void;
  onSaved: (query: SavedQueryFieldsFragment) => void;
}

/** Dialog to save a query under a name. Loaded in its own chunk. */
export default function SaveQueryModal({ text, onClose, onSaved }: SaveQueryModalProps) {
  const [save, { loading }] = useMutation(SaveQueryDocument, {
    refetchQueries: [SavedQueriesDocument],
    awaitRefetchQueries: true,
  });
  const [failure, setFailure] = useState<Pick<Failure, "type" | "message"> | null>(null);
  const form = useForm({
    initialValues: { name: "" },
    validate: { name: (name) => (name.trim() === "" ? "A name is required" : null) },
    clearInputErrorOnChange: true,
    onValuesChange: () => setFailure(null),
  });
  const submit = async ({ name }: { name: string }) => {
    try {
      const { data } = await save({ variables: { name, text } });
      toastSuccess("Query saved.");
      if (data) onSaved(data.createSavedQuery);
      onClose();
    } catch (error) {
      setFailure(placeError(form, error, ["name"], "Failed to save the query"));
    }
  };
  return (
    <FormDialog
      title="Save Query"
      action="Save"
      busy={loading}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => void submit(values))}
    >
      {failure && <ErrorBanner {...failure} onDismiss={() => setFailure(null)} />}
      <TextInput
        label="Name"
        required
        data-autofocus
        maxLength={limits.savedQueryNameMax}
        {...form.getInputProps("name")}
      />
    </FormDialog>
  );
}
