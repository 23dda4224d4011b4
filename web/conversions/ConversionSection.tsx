import { type ReactNode, useId } from "react";
import type { ConversionPartsFragment } from "../graphql/generated/graphql.ts";
import { formatCount } from "../links/linkTexts.ts";
import classes from "./ConversionSection.module.css";
import { ConversionTable } from "./ConversionTable.tsx";
import { rateText, revenueText } from "./texts.ts";

const lists = [
  { key: "countries", caption: "Country" },
  { key: "referrers", caption: "Referrer" },
  { key: "campaigns", caption: "UTM campaign" },
] as const;

interface ConversionSectionProps {
  stats: ConversionPartsFragment;
  /** What is told between the figures and the lists. */
  children?: ReactNode;
}

/** What clicks became: figures and, where there are any, by country, referrer and campaign. */
export function ConversionSection({ stats, children }: ConversionSectionProps) {
  const id = useId();
  const { figures } = stats;
  const tiles = [
    { label: "Leads", value: formatCount(figures.leads) },
    { label: "Sales", value: formatCount(figures.sales) },
    { label: "Revenue", value: revenueText(figures.revenue) },
    { label: "Conversion rate", value: rateText(figures.rate) },
  ];
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        Conversions
      </h3>
      <p className={classes.text}>
        Leads and sales of the clicks of this time, whenever they were. The rate is for each click of a person.
      </p>
      <dl className={classes.tiles}>
        {tiles.map(({ label, value }) => (
          <div key={label}>
            <dt className={classes.label}>{label}</dt>
            <dd className={classes.value}>{value}</dd>
          </div>
        ))}
      </dl>
      {children}
      {lists.map(({ key, caption }) => {
        const rows = stats[key].filter(({ value }) => value !== "").map((row) => ({ ...row, name: row.value }));
        return rows.length > 0 && <ConversionTable key={key} caption={caption} rows={rows} />;
      })}
    </section>
  );
}
