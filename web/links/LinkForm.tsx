import { useMutation, useQuery } from "@apollo/client/react";
import { Select, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { codeHint } from "@hoplog/schema/codes/rules.js";
import { useState } from "react";
import { FormButtons } from "../elements/FormDialog.tsx";
import { ErrorBanner } from "../errors/ErrorBanner.tsx";
import type { FailureType } from "../errors/failure.ts";
import { placeError } from "../errors/placement.ts";
import { toastError, toastSuccess } from "../errors/toasts.tsx";
import type { LinkCardFragment } from "../graphql/generated/graphql.ts";
import {
  CreateLinkDocument,
  GroupNamesDocument,
  LinksDocument,
  UpdateLinkDocument,
} from "../graphql/generated/graphql.ts";
import type { LinkFormValues } from "./linkForm.ts";
import { linkChecks, linkFields, linkFormValues, linkInput } from "./linkForm.ts";

export function LinkForm({ link, onClose }: { link: LinkCardFragment | null; onClose: () => void }) {
  const groups = useQuery(GroupNamesDocument, { fetchPolicy: "cache-and-network" });
  const [create, creating] = useMutation(CreateLinkDocument, {
    refetchQueries: [LinksDocument],
    awaitRefetchQueries: true,
  });
  const [update, updating] = useMutation(UpdateLinkDocument);
  const [failure, setFailure] = useState<{ type: FailureType; message: string } | null>(null);

  const form = useForm<LinkFormValues>({
    initialValues: linkFormValues(link),
    validate: linkChecks(link?.shortUrl ?? null),
    validateInputOnBlur: ["originalUrl", "shortUrl"],
    clearInputErrorOnChange: true,
    onValuesChange: () => setFailure(null),
  });

  const submit = async (values: LinkFormValues) => {
    const input = linkInput(values);
    setFailure(null);
    try {
      if (link === null) await create({ variables: { input } });
      else await update({ variables: { id: link.id, input } });
      toastSuccess(link === null ? "URL created successfully!" : "URL updated successfully!");
      onClose();
    } catch (error) {
      const fallback = link === null ? "Failed to create URL" : "Failed to update URL";
      setFailure(placeError(form, error, linkFields, fallback));
      toastError(error, fallback);
    }
  };

  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) => void submit(values))}
      aria-label={link ? "Edit URL" : "Create New URL"}
    >
      <Stack gap="md">
        {failure && <ErrorBanner {...failure} onDismiss={() => setFailure(null)} />}
        <TextInput
          label="URL Name"
          required
          data-autofocus
          autoComplete="off"
          placeholder="Spring newsletter"
          {...form.getInputProps("name")}
        />
        <TextInput
          label="Original URL"
          type="url"
          required
          autoComplete="off"
          placeholder="https://example.com/a/long/path"
          {...form.getInputProps("originalUrl")}
        />
        <TextInput
          label="Custom Short URL"
          description={link ? codeHint : `${codeHint}. Leave blank to generate one.`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="spring-news"
          {...form.getInputProps("shortUrl")}
        />
        <Select
          label="Group"
          placeholder="No Group"
          allowDeselect={false}
          comboboxProps={{ withinPortal: true }}
          data={[
            { value: "", label: "No Group" },
            ...(groups.data?.groups ?? (link?.group ? [link.group] : [])).map(({ id, name }) => ({
              value: id,
              label: name,
            })),
          ]}
          {...form.getInputProps("groupId")}
        />
        <FormButtons
          action={link === null ? "Create URL" : "Save Changes"}
          busy={creating.loading || updating.loading}
          onClose={onClose}
          mt="xs"
        />
      </Stack>
    </form>
  );
}
