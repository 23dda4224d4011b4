import { useQuery } from "@apollo/client/react";
import { Select, Stack, TextInput } from "@mantine/core";
import { UrlInput } from "../../ui/elements/UrlInput.tsx";
import type { LinkCardFragment } from "../../core/graphql/generated/graphql.ts";
import { GroupNamesDocument } from "../../core/graphql/generated/graphql.ts";
import { CodeField } from "./CodeField.tsx";
import type { OwnDomain } from "./codePlaces.ts";
import { TagsField } from "../tags/TagsField.tsx";
import type { OptionsForm } from "./options/optionsForm.ts";

interface FirstFieldsProps {
  form: OptionsForm;
  link: LinkCardFragment | null;
  /** The default domain's base URL; null if unknown. */
  defaultBase: string | null;
  domains: readonly OwnDomain[];
}

/** The fields that every link has. */
export function FirstFields({ form, link, defaultBase, domains }: FirstFieldsProps) {
  const groups = useQuery(GroupNamesDocument, { fetchPolicy: "cache-and-network" });
  return (
    <Stack gap="md">
      <TextInput
        label="URL Name"
        required
        data-autofocus
        autoComplete="off"
        placeholder="Spring newsletter"
        {...form.getInputProps("name")}
      />
      <UrlInput
        label="Original URL"
        required
        placeholder="https://example.com/a/long/path"
        {...form.getInputProps("originalUrl")}
      />
      <CodeField form={form} link={link} defaultBase={defaultBase} domains={domains} />
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
      <TagsField
        value={form.values.tags}
        onChange={(names) => form.setFieldValue("tags", names)}
        error={form.errors["tags"]}
      />
    </Stack>
  );
}
