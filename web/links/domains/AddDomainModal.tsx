import { useMutation } from "@apollo/client/react";
import { Checkbox, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { FormDialog } from "../../ui/elements/FormDialog.tsx";
import { ErrorBanner } from "../../core/errors/ErrorBanner.tsx";
import type { Failure } from "../../core/errors/failure.ts";
import { placeError } from "../../core/errors/placement.ts";
import { toastError, toastSuccess } from "../../core/errors/toasts.tsx";
import type { DomainCardFragment } from "../../core/graphql/generated/graphql.ts";
import { AddDomainDocument, DomainsDocument } from "../../core/graphql/generated/graphql.ts";

interface AddDomainModalProps {
  onClose: () => void;
  onAdded: (domain: DomainCardFragment) => void;
}

/** Dialog to add a domain. Loaded in its own chunk. */
export default function AddDomainModal({ onClose, onAdded }: AddDomainModalProps) {
  const [add, { loading }] = useMutation(AddDomainDocument, {
    refetchQueries: [DomainsDocument],
    awaitRefetchQueries: true,
  });
  const [failure, setFailure] = useState<Pick<Failure, "type" | "message"> | null>(null);
  const form = useForm({
    initialValues: { name: "", ignoresCase: false },
    validate: { name: (name) => (name.trim() === "" ? "The name of the domain is required" : null) },
    clearInputErrorOnChange: true,
    onValuesChange: () => setFailure(null),
  });

  const submit = async ({ name, ignoresCase }: { name: string; ignoresCase: boolean }) => {
    setFailure(null);
    try {
      const { data } = await add({ variables: { name: name.trim(), ignoresCase } });
      toastSuccess("Domain added.");
      if (data) onAdded(data.createDomain);
    } catch (error) {
      setFailure(placeError(form, error, ["name", "ignoresCase"], "Failed to add domain"));
      toastError(error, "Failed to add domain");
    }
  };

  return (
    <FormDialog
      title="Add Domain"
      action="Add Domain"
      busy={loading}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => void submit(values))}
    >
      {failure && <ErrorBanner {...failure} onDismiss={() => setFailure(null)} />}
      <TextInput
        label="Domain"
        description="A name of its own for short URLs, such as go.example.com"
        required
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
        placeholder="go.example.com"
        {...form.getInputProps("name")}
      />
      <Checkbox
        label="Ignore upper and lower case in short URLs"
        description="Spring and spring are then the same. This can't be changed later."
        {...form.getInputProps("ignoresCase", { type: "checkbox" })}
      />
      <Text size="sm" c="dimmed">
        Next you see which DNS records to set.
      </Text>
    </FormDialog>
  );
}
