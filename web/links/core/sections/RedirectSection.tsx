import { NativeSelect, Stack } from "@mantine/core";
import { errorAt, type OptionsForm } from "../options/optionsForm.ts";
import { OptionSwitch } from "../options/OptionSwitch.tsx";
import { Changeable, useSeveral } from "../changeable/changeable.tsx";

const statuses = [
  { value: "302", label: "302 Found (usual)" },
  { value: "301", label: "301 Moved permanently" },
  { value: "307", label: "307 Temporary, the method stays" },
  { value: "308", label: "308 Permanent, the method stays" },
];

const modes = [
  { value: "theirsWin", label: "The visitor's value" },
  { value: "keepMine", label: "The destination's own value" },
];

/** Redirect options of a link. */
export default function RedirectSection({ form }: { form: OptionsForm }) {
  const several = useSeveral();
  return (
    <Stack gap="md">
      <Changeable field="redirectStatus" label="Status">
        <NativeSelect
          size="sm"
          label="Status"
          description="Every answer says no-store, so browsers ask again each time: visits through permanent redirects are counted, too."
          data={statuses}
          {...form.getInputProps("redirectStatus")}
        />
      </Changeable>
      <Changeable field="forwardQuery" label="Forward the visitor's query">
        <OptionSwitch
          label="Forward the visitor's query"
          description="What stands behind ? in the short URL is added to the destination"
          {...form.getInputProps("forwardQuery", { type: "checkbox" })}
        />
      </Changeable>
      {(several || form.values.forwardQuery) && (
        <Changeable field="forwardQueryMode" label="If both have a parameter">
          <NativeSelect
            size="sm"
            label="If both have a parameter"
            data={modes}
            {...form.getInputProps("forwardQueryMode")}
          />
        </Changeable>
      )}
      <Changeable field="appendPath" label="Append the path">
        <OptionSwitch
          label="Append the path"
          description="What stands behind the code is added to the destination's path"
          {...form.getInputProps("appendPath", { type: "checkbox" })}
        />
      </Changeable>
      <Changeable field="hideDestination" label="Show where it leads with a +">
        <OptionSwitch
          label="Show where it leads with a +"
          description="The short URL with + behind it shows the destination instead of leading there"
          data-path="hideDestination"
          error={errorAt(form, "hideDestination")}
          checked={!form.values.hideDestination}
          onChange={(event) => form.setFieldValue("hideDestination", !event.currentTarget.checked)}
        />
      </Changeable>
      <Changeable field="passClickId" label="Pass the click's id">
        <OptionSwitch
          label="Pass the click's id"
          description="The destination gets it as hop_id: with it, leads and sales are counted for this link"
          {...form.getInputProps("passClickId", { type: "checkbox" })}
        />
      </Changeable>
    </Stack>
  );
}
