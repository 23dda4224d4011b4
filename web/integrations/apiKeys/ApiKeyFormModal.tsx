import { useMutation, useQuery } from "@apollo/client/react";
import { isBoundScope, keyScopes } from "@hoplog/schema/apiKeys/scopes.js";
import { limits } from "@hoplog/schema/limits.js";
import { Checkbox, NativeSelect, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { FormDialog } from "../../ui/elements/FormDialog.tsx";
import { ErrorBanner } from "../../core/errors/ErrorBanner.tsx";
import type { Failure } from "../../core/errors/failure.ts";
import { placeError } from "../../core/errors/placement.ts";
import {
  ApiKeysDocument,
  CreateApiKeyDocument,
  GroupNamesDocument,
  OwnTagsDocument,
} from "../../core/graphql/generated/graphql.ts";
import { useOwnDomains } from "../../links/core/useOwnDomains.ts";
import { type ApiKeyValues, emptyKey, fieldOf, inputOf, lifetimes } from "./apiKeyForm.ts";
import { scopeTexts } from "./keyTexts.ts";

interface ApiKeyFormModalProps {
  onClose: () => void;
  onMade: (name: string, key: string) => void;
}

const reaches = [
  { value: "all", label: "All" },
  { value: "domain", label: "Those of one domain" },
  { value: "group", label: "Those in one group" },
  { value: "tag", label: "Those with one tag" },
];

/** Dialog to create an API key. Loaded in its own chunk. */
export default function ApiKeyFormModal({ onClose, onMade }: ApiKeyFormModalProps) {
  const [create, { loading }] = useMutation(CreateApiKeyDocument, {
    refetchQueries: [ApiKeysDocument],
    awaitRefetchQueries: true,
  });
  const [failure, setFailure] = useState<Pick<Failure, "type" | "message"> | null>(null);
  const form = useForm<ApiKeyValues>({
    initialValues: emptyKey,
    clearInputErrorOnChange: true,
    onValuesChange: () => setFailure(null),
  });
  const { reach } = form.values;
  const domains = useOwnDomains();
  const { data: groups } = useQuery(GroupNamesDocument);
  const { data: tags } = useQuery(OwnTagsDocument);
  const groupNames = (groups?.groups ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const tagNames = (tags?.tags ?? []).map(({ name }) => name);
  const hosts = [
    { value: "", label: "The default domain" },
    ...domains.map(({ name }) => ({ value: name, label: name })),
  ];

  const submit = async (values: ApiKeyValues) => {
    setFailure(null);
    // Without a selection, the first option applies, because the select displays it.
    const groupId = values.groupId || (groupNames[0]?.value ?? "");
    const tag = values.tag || (tagNames[0] ?? "");
    if (values.reach === "group" && groupId === "") return form.setErrors({ groupId: "There is no group yet" });
    if (values.reach === "tag" && tag === "") return form.setErrors({ tag: "There is no tag yet" });
    try {
      const { data } = await create({ variables: { input: inputOf({ ...values, groupId, tag }) } });
      onClose();
      if (data) onMade(data.createApiKey.apiKey.name, data.createApiKey.key);
    } catch (error) {
      setFailure(placeError(form, error, fieldOf, "Failed to make the API key"));
    }
  };

  return (
    <FormDialog
      title="New API Key"
      action="Make"
      busy={loading}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => void submit(values))}
    >
      {failure && <ErrorBanner {...failure} onDismiss={() => setFailure(null)} />}
      <TextInput
        label="Name"
        description="Of the program that uses it"
        required
        data-autofocus
        maxLength={limits.apiKeyNameMax}
        {...form.getInputProps("name")}
      />
      <NativeSelect label="Valid for" data={lifetimes} {...form.getInputProps("days")} />
      <NativeSelect label="URLs that it reaches" data={reaches} {...form.getInputProps("reach")} />
      {reach === "domain" && <NativeSelect label="Domain" data={hosts} {...form.getInputProps("domain")} />}
      {reach === "group" && <NativeSelect label="Group" data={groupNames} {...form.getInputProps("groupId")} />}
      {reach === "tag" && <NativeSelect label="Tag" data={tagNames} {...form.getInputProps("tag")} />}
      <Checkbox.Group
        size="md"
        label="It may"
        description="Never more than you may, and never change your account or its API keys"
        {...form.getInputProps("scopes")}
      >
        <Stack gap={6} mt={8}>
          {keyScopes
            .filter((scope) => reach === "all" || isBoundScope(scope))
            .map((scope) => (
              <Checkbox key={scope} value={scope} label={scopeTexts[scope]} description={scope} />
            ))}
        </Stack>
      </Checkbox.Group>
      <Textarea
        size="md"
        label="Only from"
        description="Addresses and networks such as 203.0.113.0/24; empty: from anywhere"
        autosize
        minRows={1}
        {...form.getInputProps("addresses")}
      />
      <TextInput
        label="Requests a minute"
        description="Empty: as many as your account may make"
        inputMode="numeric"
        {...form.getInputProps("requestsPerMinute")}
      />
    </FormDialog>
  );
}
