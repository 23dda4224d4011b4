import type { FilterFieldName } from "@hoplog/schema/clicks/filters.js";
import { Anchor, Button, NativeSelect, Skeleton, Stack } from "@mantine/core";
import { IconLink, IconShare } from "../../ui/elements/icons.ts";
import { lazy, Suspense } from "react";
import { Link } from "react-router-dom";
import { useConvertedLists } from "../../links/conversions/useConverted.ts";
import { PageHead } from "../../ui/elements/PageHead.tsx";
import { ClicksSince } from "../retention/ClicksSince.tsx";
import { QueryFailure } from "../../core/errors/ErrorBanner.tsx";
import { copyToClipboard } from "../../core/files/clipboard.ts";
import { ViewControls } from "../link/ViewControls.tsx";
import classes from "./AnalyticsPage.module.css";
import { intervals, narrowedLinks, withValue } from "./address.ts";
import { FilteredControls } from "./FilteredControls.tsx";
import { firstFields } from "./firstFields.ts";
import { FigureTiles } from "./FigureTiles.tsx";
import { useAccountFigures, useAccountView } from "./useAccountAnalytics.ts";
import { listedValues, useTops } from "./useTops.ts";

const Charts = lazy(() => import("./Charts.tsx"));
const Lists = lazy(() => import("./Lists.tsx"));
const AccountConversions = lazy(() => import("./AccountConversions.tsx"));

const intervalTexts = { hour: "By hour", day: "By day", week: "By week", month: "By month" } as const;

/** Analytics of the whole account, with filters on any field of a click. */
export function AnalyticsPage() {
  const { view, change } = useAccountView();
  const { interval, question, questionBefore, now, before, error, refetch } = useAccountFigures(view);
  const tops = useTops(question, firstFields);
  const firstConverted = useConvertedLists(question, listedValues(...firstFields.map((field) => tops.of(field))));
  const { filters } = view;
  const linkIds = narrowedLinks(filters);
  const pick = (field: FilterFieldName, value: string) =>
    change({ filters: withValue(filters, { field, op: "is", value }) });
  return (
    <Stack gap={14}>
      <PageHead title="Analytics" subtitle="The clicks of all links, live. Click a value to see it alone.">
        <Button
          component={Link}
          to="/settings/shares"
          variant="default"
          leftSection={<IconShare size={17} aria-hidden />}
        >
          Share
        </Button>
      </PageHead>
      <FilteredControls question={question} filters={filters} onChange={(changed) => change({ filters: changed })}>
        <ViewControls view={{ ...view, filter: {} }} onChange={change} onFilter={() => undefined} />
        <NativeSelect
          aria-label="Interval"
          data={intervals.map((value) => ({ value, label: intervalTexts[value] }))}
          value={interval}
          onChange={(event) =>
            change({ interval: intervals.find((known) => known === event.currentTarget.value) ?? null })
          }
        />
      </FilteredControls>
      <ClicksSince from={question.range?.from} />
      {error ? (
        <QueryFailure error={error} refetch={refetch} />
      ) : (
        <>
          <FigureTiles figures={now?.figures} before={before?.figures} />
          <Suspense fallback={<Skeleton height={680} radius="md" />}>
            <Charts
              points={now?.chart}
              before={before?.chart}
              interval={interval}
              linkIds={linkIds}
              question={question}
              questionBefore={questionBefore}
              first={tops}
              firstConverted={firstConverted}
              onCountry={(code) => pick("country", code)}
            />
          </Suspense>
          <Suspense fallback={<Skeleton height={380} radius="md" />}>
            <Lists
              question={question}
              first={tops}
              firstConverted={firstConverted}
              total={now?.figures.clicks}
              onPick={pick}
            />
          </Suspense>
        </>
      )}
      <Suspense>
        <AccountConversions question={question} before={questionBefore} />
      </Suspense>
      <div className={classes.foot}>
        <p className={classes.notes}>
          {view.bots ? "People and bots are counted." : "People are counted."} A visitor may want several languages, and
          counts for each. Groups and domains are those that links are in now.{" "}
          <Anchor href="https://db-ip.com" target="_blank" rel="noreferrer" inherit>
            IP Geolocation by DB-IP
          </Anchor>
        </p>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconLink size={15} aria-hidden />}
          onClick={() => void copyToClipboard(window.location.href)}
        >
          Copy link to this view
        </Button>
      </div>
    </Stack>
  );
}
