import { useQuery } from "@apollo/client/react";
import { Select, Stack, TextInput } from "@mantine/core";
import { codeHint } from "@hoplog/schema/codes/rules.js";
import type { LinkCardFragment } from "../graphql/generated/graphql.ts";
import { GroupNamesDocument } from "../graphql/generated/graphql.ts";
import classes from "./LinkForm.module.css";
import { displayUrl } from "./linkTexts.ts";
import type { OptionsForm } from "./options/optionsForm.ts";

interface FirstFieldsProps {
  form: OptionsForm;
  link: LinkCardFragment | null;
  /** What short URLs begin with, where it is known. */
  shortBase: string | null;
}

/** What every link has. */
export function FirstFields({ form, link, shortBase }: FirstFieldsProps) {
  const groups = useQuery(GroupNamesDocument, { fetchPolicy: "cache-and-network" });
  const base = shortBase === null ? "" : displayUrl(shortBase);
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
        {...(base !== "" && {
          leftSection: <span className={classes.base}>{base}</span>,
          leftSectionWidth: `min(50%, ${base.length * 8 + 20}px)`,
          leftSectionPointerEvents: "none",
        })}
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
    </Stack>
  );
}
