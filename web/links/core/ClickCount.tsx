import { usePrevious } from "@mantine/hooks";
import classes from "./ClickCount.module.css";
import { formatCount } from "./linkTexts.ts";
import { Tip } from "../../ui/elements/Tip.tsx";

/** A card's click count, highlighted for a moment when it rises. Null means that analytics is unavailable. */
export function ClickCount({ clicks }: { clicks: number | null }) {
  const before = usePrevious(clicks);
  const rose = typeof before === "number" && clicks !== null && clicks > before;
  if (clicks === null) {
    return (
      <Tip label="Click counts are unavailable at the moment">
        <span className={classes.count}>
          <span className={classes.number}>–</span> clicks
        </span>
      </Tip>
    );
  }
  return (
    <span className={classes.count}>
      {/* A new key restarts the animation. */}
      <span key={clicks} className={classes.number} data-rose={rose} data-testid="clicks">
        {formatCount(clicks)}
      </span>{" "}
      {clicks === 1 ? "click" : "clicks"}
    </span>
  );
}
