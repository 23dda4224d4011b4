import { limits } from "@hoplog/schema/limits.js";
import { Stack, Textarea, TextInput } from "@mantine/core";
import type { OptionsForm } from "../options/optionsForm.ts";
import { Changeable, OfOneLink } from "../changeable/changeable.tsx";

/** A link's note and external id, invisible to visitors. */
export default function NoteSection({ form }: { form: OptionsForm }) {
  return (
    <Stack gap="sm">
      <Changeable field="note" label="Note">
        <Textarea
          label="Note"
          autosize
          minRows={2}
          maxRows={10}
          maxLength={limits.linkNoteMax}
          autoComplete="off"
          {...form.getInputProps("note")}
        />
      </Changeable>
      <OfOneLink>
        <TextInput
          label="External ID"
          description="What a program of yours calls this URL. No other URL of the workspace has the same."
          maxLength={limits.externalIdMax}
          autoComplete="off"
          {...form.getInputProps("externalId")}
        />
      </OfOneLink>
    </Stack>
  );
}
