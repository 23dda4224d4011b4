import { Select, Stack, TextInput } from "@mantine/core";
import { useMemo } from "react";
import type { OptionsForm } from "../options/optionsForm.ts";
import { shownTime, timeZones } from "../options/zonedTime.ts";
import { VisitsLeft } from "../visits/VisitsLeft.tsx";
import classes from "./sections.module.css";

/** When and for how many the link works, and where it leads afterwards. */
export default function ScheduleSection({ form, linkId }: { form: OptionsForm; linkId: string | null }) {
  const { timeZone } = form.values;
  const zones = useMemo(() => timeZones(timeZone), [timeZone]);
  const time = (name: "notBefore" | "expiresAt") => ({
    ...form.getInputProps(name),
    value: shownTime(form.values[name], timeZone),
  });
  return (
    <Stack gap="sm">
      <div className={classes.pairs}>
        <TextInput
          type="datetime-local"
          size="sm"
          label="Works from"
          description="Before it, visitors are told to wait"
          {...time("notBefore")}
        />
        <TextInput
          type="datetime-local"
          size="sm"
          label="Expires at"
          description="From then on it no longer works"
          {...time("expiresAt")}
        />
      </div>
      <Select
        size="sm"
        label="Time zone"
        description="Of these times, and of weekdays and hours in rules"
        searchable
        selectFirstOptionOnChange
        allowDeselect={false}
        limit={100}
        nothingFoundMessage="No such time zone"
        data={zones}
        {...form.getInputProps("timeZone")}
      />
      <TextInput
        size="sm"
        type="url"
        label="Then leads to"
        description="Once it has expired. Blank: to a page that says so."
        placeholder="https://example.com/over"
        autoComplete="off"
        {...form.getInputProps("expiredUrl")}
      />
      <TextInput
        size="sm"
        label="Used up after"
        description="So many people are redirected; bots and previews don't count. Blank: never."
        inputMode="numeric"
        placeholder="100"
        autoComplete="off"
        rightSection={<span className={classes.unit}>people</span>}
        rightSectionWidth={70}
        {...form.getInputProps("maxClicks")}
      />
      {linkId !== null && <VisitsLeft linkId={linkId} />}
      <TextInput
        size="sm"
        type="url"
        label="Once used up, leads to"
        description="Blank: to a page that says so"
        placeholder="https://example.com/sold-out"
        autoComplete="off"
        {...form.getInputProps("maxClicksUrl")}
      />
    </Stack>
  );
}
