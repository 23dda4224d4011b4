import { VisuallyHidden } from "@mantine/core";
import { formatCount } from "../../links/core/view/formatCount.ts";
import classes from "./ConvertedCells.module.css";
import { type Converted, leadsAndSalesText, revenueText } from "../../links/conversions/texts.ts";

/** Column headers of a list; hidden from assistive technology, because each row names its own figures. */
export function ConvertedHead() {
  return (
    <div className={classes.head} aria-hidden>
      <span />
      <span>Clicks</span>
      <span />
      <span>Conv.</span>
      <span>Revenue</span>
    </div>
  );
}

/** Number of leads and sales combined, and revenue, of a row; empty while unknown. */
export function ConvertedCells({ converted }: { converted: Converted | undefined }) {
  if (!converted) {
    return (
      <>
        <span />
        <span />
      </>
    );
  }
  const { leads, sales, revenue } = converted;
  const revenues = revenueText(revenue);
  return (
    <>
      <span className={classes.cell} title={leadsAndSalesText(converted)}>
        <VisuallyHidden>, conversions: </VisuallyHidden>
        {formatCount(leads + sales)}
      </span>
      <span className={classes.cell} title={revenues}>
        <VisuallyHidden>, revenue: </VisuallyHidden>
        {revenues}
      </span>
    </>
  );
}
