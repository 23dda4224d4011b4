import { type ReactNode, useId } from "react";
import { growthText } from "./growth.ts";
import section from "./Section.module.css";
import { changeOf } from "./spans.ts";
import type { ConvertedFiguresQuery } from "../../core/graphql/generated/graphql.ts";
import { formatCount } from "../../links/core/linkTexts.ts";
import { amountOf } from "../conversions/columns.ts";
import classes from "./ConversionSection.module.css";
import { moneyText } from "@hoplog/schema/conversions/money.js";
import { rateText, revenueText } from "../../links/conversions/texts.ts";

type Figures = ConvertedFiguresQuery["conversionStats"]["figures"];

interface ConversionSectionProps {
  figures: Figures;
  /** The previous period's figures, for comparison. */
  before: Figures | null;
  /** Content that is shown below the figures. */
  children?: ReactNode;
}

/** Leads, sales and revenue, compared with the previous period. */
export function ConversionSection({ figures, before, children }: ConversionSectionProps) {
  const id = useId();
  const counted = (label: string, of: "leads" | "sales") => ({
    label,
    value: formatCount(figures[of]),
    changes: before ? [changeText(figures[of], before[of], formatCount)] : [],
  });
  const tiles = [
    counted("Leads", "leads"),
    counted("Sales", "sales"),
    {
      label: "Revenue",
      value: revenueText(figures.revenue),
      changes: before ? revenueChanges(figures, before) : [],
    },
    {
      label: "Conversion rate",
      value: rateText(figures.rate),
      changes: before ? [`vs. ${rateText(before.rate)} before`] : [],
    },
  ];
  return (
    <section className={section.section} aria-labelledby={id}>
      <h3 id={id} className={section.title}>
        Conversions
      </h3>
      <p className={section.text}>
        Leads and sales of the clicks of this time, whenever they were. The rate is for each click of a person.
      </p>
      <dl className={classes.tiles}>
        {tiles.map(({ label, value, changes }) => (
          <div key={label}>
            <dt className={classes.label}>{label}</dt>
            <dd className={classes.value}>{value}</dd>
            {changes.map((change) => (
              <dd key={change} className={classes.change}>
                {change}
              </dd>
            ))}
          </div>
        ))}
      </dl>
      {children}
    </section>
  );
}

function changeText(now: number, before: number, textOf: (value: number) => string): string {
  return `${growthText(changeOf(now, before), "percent").text} vs. ${textOf(before)} before`;
}

/** Returns the change of revenue in each currency. */
function revenueChanges(figures: Figures, before: Figures): string[] {
  const currencies = new Set([...figures.revenue, ...before.revenue].map(({ currency }) => currency));
  return Array.from(currencies, (currency) =>
    changeText(amountOf(figures, currency), amountOf(before, currency), (amount) => moneyText({ currency, amount })),
  );
}
