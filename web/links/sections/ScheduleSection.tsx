import { Select, Stack, TextInput } from "@mantine/core";
import { useMemo } from "react";
import type { OptionsForm } from "../options/optionsForm.ts";
import { shownTime, timeZones } from "../options/zonedTime.ts";
import classes from "./sections.module.css";

/** When the link works, and where it leads afterwards. */
export default function ScheduleSection({ form }: { form: OptionsForm }) {
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
    </Stack>
  );
}
