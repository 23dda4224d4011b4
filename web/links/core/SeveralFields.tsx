import { NativeSelect, Stack } from "@mantine/core";
import { UrlInput } from "../../ui/elements/UrlInput.tsx";
import { domainChoices } from "./codePlaces.ts";
import { displayUrl } from "./linkTexts.ts";
import { OptionSwitch } from "./options/OptionSwitch.tsx";
import type { OptionsForm } from "./options/optionsForm.ts";
import { useOwnDomains } from "./useOwnDomains.ts";
import { Changeable } from "./changeable/changeable.tsx";

interface SeveralFieldsProps {
  form: OptionsForm;
  /** The default domain's base URL; null if unknown. */
  defaultBase: string | null;
  isFavourite: boolean;
  onFavourite: (isFavourite: boolean) => void;
}

/**
 * The fields above the sections that can be edited in bulk; groups, tags and the archive have their own controls in the
 * bulk bar.
 */
export function SeveralFields({ form, defaultBase, isFavourite, onFavourite }: SeveralFieldsProps) {
  const domains = useOwnDomains();
  const base = defaultBase === null ? "Default domain" : displayUrl(defaultBase);
  return (
    <Stack gap="sm">
      <Changeable field="originalUrl" label="Original URL">
        <UrlInput
          label="Original URL"
          required
          placeholder="https://example.com/a/long/path"
          {...form.getInputProps("originalUrl")}
        />
      </Changeable>
      {domains.length > 0 && (
        <Changeable field="domain" label="Domain">
          <NativeSelect
            label="Domain"
            description="Each URL keeps its code; one whose code is taken there stays where it is"
            data={[{ value: "", label: base }, ...domainChoices(domains)]}
            {...form.getInputProps("domain")}
          />
        </Changeable>
      )}
      <Changeable field="isFavourite" label="Favourite">
        <OptionSwitch
          label="Favourite"
          description="Yours alone: others of the workspace have their own"
          checked={isFavourite}
          onChange={(event) => onFavourite(event.currentTarget.checked)}
        />
      </Changeable>
    </Stack>
  );
}
