import { Stack, Text, Textarea, TextInput } from "@mantine/core";
import { UrlInput } from "../../../ui/elements/UrlInput.tsx";
import { optionLimits } from "../options/values.ts";
import type { OptionsForm } from "../options/optionsForm.ts";
import { OptionSwitch } from "../options/OptionSwitch.tsx";
import { Changeable } from "../changeable/changeable.tsx";

/** The link's preview in messengers and social networks, and whether search engines may index the link. */
export default function PreviewSection({ form }: { form: OptionsForm }) {
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        What messengers and social networks show: what is given here and nothing else, or what the destination says of
        itself where all of it is blank.
      </Text>
      <Changeable field="preview" label="Title, description and image">
        <Stack gap="sm">
          <TextInput
            size="sm"
            label="Title"
            autoComplete="off"
            maxLength={optionLimits.titleMax}
            {...form.getInputProps("preview.title")}
          />
          <Textarea
            size="sm"
            label="Description"
            rows={3}
            maxLength={optionLimits.descriptionMax}
            {...form.getInputProps("preview.description")}
          />
          <UrlInput
            size="sm"
            label="Image URL"
            placeholder="https://example.com/card.png"
            {...form.getInputProps("preview.imageUrl")}
          />
        </Stack>
      </Changeable>
      <Changeable field="allowIndexing" label="Allow indexing">
        <OptionSwitch
          label="Allow indexing"
          description="Search engines may keep the preview"
          {...form.getInputProps("allowIndexing", { type: "checkbox" })}
        />
      </Changeable>
    </Stack>
  );
}
