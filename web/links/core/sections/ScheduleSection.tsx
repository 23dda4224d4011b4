import { Select, Stack, Text, TextInput } from "@mantine/core";
import { foldedFilter } from "../../../ui/elements/foldedFilter.ts";
import { UrlInput } from "../../../ui/elements/UrlInput.tsx";
import { useMemo } from "react";
import type { OptionsForm } from "../options/optionsForm.ts";
import { shownTime, timeZones } from "../options/zonedTime.ts";
import { Changeable, useSeveral } from "../changeable/changeable.tsx";
import { VisitsLeft } from "../visits/VisitsLeft.tsx";
import classes from "./sections.module.css";

/** Period and number of clicks for which the link works, and destinations after that. */
export default function ScheduleSection({ form, linkId }: { form: OptionsForm; linkId: string | null }) {
  const { timeZone } = form.values;
  const several = useSeveral();
  const zones = useMemo(() => timeZones(timeZone), [timeZone]);
  const time = (name: "notBefore" | "expiresAt") => ({
    ...form.getInputProps(name),
    value: shownTime(form.values[name], timeZone),
  });
  return (
    <Stack gap="sm">
      {several && (
        <Text size="sm" c="dimmed">
          Times are those of {timeZone}, as long as no other time zone is chosen here.
        </Text>
      )}
      <div className={classes.pairs}>
        <Changeable field="notBefore" label="Works from">
          <TextInput
            type="datetime-local"
            size="sm"
            label="Works from"
            description="Before it, visitors are told to wait"
            {...time("notBefore")}
          />
        </Changeable>
        <Changeable field="expiresAt" label="Expires at">
          <TextInput
            type="datetime-local"
            size="sm"
            label="Expires at"
            description="From then on it no longer works"
            {...time("expiresAt")}
          />
        </Changeable>
      </div>
      <Changeable field="timeZone" label="Time zone">
        <Select
          size="sm"
          label="Time zone"
          description="Of these times, and of weekdays and hours in rules"
          searchable
          filter={foldedFilter}
          selectFirstOptionOnChange
          allowDeselect={false}
          limit={100}
          nothingFoundMessage="No such time zone"
          data={zones}
          {...form.getInputProps("timeZone")}
        />
      </Changeable>
      <Changeable field="expiredUrl" label="Then leads to">
        <UrlInput
          size="sm"
          label="Then leads to"
          description="Once it has expired. Blank: to a page that says so."
          placeholder="https://example.com/over"
          {...form.getInputProps("expiredUrl")}
        />
      </Changeable>
      <Changeable field="maxClicks" label="Used up after">
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
      </Changeable>
      {linkId !== null && <VisitsLeft linkId={linkId} />}
      <Changeable field="maxClicksUrl" label="Once used up, leads to">
        <UrlInput
          size="sm"
          label="Once used up, leads to"
          description="Blank: to a page that says so"
          placeholder="https://example.com/sold-out"
          {...form.getInputProps("maxClicksUrl")}
        />
      </Changeable>
    </Stack>
  );
}
