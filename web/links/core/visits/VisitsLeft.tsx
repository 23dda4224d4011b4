import { IconTicket } from "../../../ui/elements/icons.ts";
import { useVisitsLeft } from "./useVisitsLeft.ts";
import classes from "./VisitsLeft.module.css";

/** Live count of the visits that a link with a click limit has left; renders nothing for other links. */
export function VisitsLeft({ linkId }: { linkId: string }) {
  const visits = useVisitsLeft(linkId);
  if (visits === undefined) return null;
  const { max, left } = visits;
  return (
    <p className={classes.visits} data-used-up={left === 0}>
      <IconTicket size={17} aria-hidden />
      {left === 0 && "Used up: "}
      {left.toLocaleString()} of {max.toLocaleString()} {max === 1 ? "visit" : "visits"} left
    </p>
  );
}
