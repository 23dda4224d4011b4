import { useQuery } from "@apollo/client/react";
import { useComputedColorScheme } from "@mantine/core";
import { useId, useMemo } from "react";
import { ImportedVisitsDocument, type ImportedVisitsQuery } from "../../core/graphql/generated/graphql.ts";
import { formatCount } from "../../links/core/linkTexts.ts";
import { ChartCard } from "./ChartCard.tsx";
import { chartColours } from "./colours.ts";
import { lineFigure } from "./lineFigure.ts";
import { importedText, monthRows } from "./importedTexts.ts";
import classes from "./ImportedVisits.module.css";
import section from "./Section.module.css";

type Visits = ImportedVisitsQuery["importedVisits"][number];

const chartHeight = 180;

/**
 * Clicks of a link counted by another service, separate from hoplog's own counts; renders nothing if there are none.
 */
export function ImportedVisits({ linkId, fileName }: { linkId: string; fileName: string }) {
  const { data } = useQuery(ImportedVisitsDocument, { variables: { linkId } });
  return data?.importedVisits.map((visits) => <Section key={visits.source} visits={visits} fileName={fileName} />);
}

function Section({ visits, fileName }: { visits: Visits; fileName: string }) {
  const colours = chartColours[useComputedColorScheme("light", { getInitialValueInEffect: false })];
  const id = useId();
  const rows = useMemo(() => monthRows(visits), [visits]);
  const figure = useMemo(() => lineFigure(rows, colours), [rows, colours]);
  const lists = [
    { title: "Countries", counts: visits.countries },
    { title: "Referrers", counts: visits.referrers },
    { title: "Browsers", counts: visits.browsers },
    { title: "Devices", counts: visits.devices },
  ].filter(({ counts }) => counts.length > 0);
  return (
    <section className={section.section} data-foreign aria-labelledby={id}>
      <h3 id={id} className={section.title}>
        Imported clicks
      </h3>
      <p className={section.text}>{importedText(visits)}. No other figure counts them.</p>
      {rows.length > 1 && (
        <ChartCard
          title="Imported Clicks by Month"
          unit="Month from"
          rows={rows}
          figure={figure}
          height={chartHeight}
          fileName={fileName}
        />
      )}
      {lists.length > 0 && (
        <div className={classes.lists}>
          {lists.map(({ title, counts }) => (
            <List key={title} title={title} counts={counts} />
          ))}
        </div>
      )}
    </section>
  );
}

const shownValues = 5;

function List({ title, counts }: { title: string; counts: Visits["countries"] }) {
  return (
    <div>
      <h4 className={classes.heading}>{title}</h4>
      <dl className={classes.list}>
        {counts.slice(0, shownValues).map(({ value, visits }) => (
          <div key={value} className={classes.row}>
            <dt className={classes.value}>{value}</dt>
            <dd className={classes.count}>{formatCount(visits)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
