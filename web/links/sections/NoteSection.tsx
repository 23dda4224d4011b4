import { limits } from "@hoplog/schema/limits.js";
import { Stack, Textarea, TextInput } from "@mantine/core";
import type { OptionsForm } from "../options/optionsForm.ts";

/** What is kept beside a link for its owner and for programs. Visitors never see it. */
export default function NoteSection({ form }: { form: OptionsForm }) {
  return (
    <Stack gap="sm">
      <Textarea
        label="Note"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={limits.linkNoteMax}
        autoComplete="off"
        {...form.getInputProps("note")}
      />
      <TextInput
        label="External ID"
        description="What a program of yours calls this URL. No other URL of the workspace has the same."
        maxLength={limits.externalIdMax}
        autoComplete="off"
        {...form.getInputProps("externalId")}
      />
    </Stack>
  );
}
