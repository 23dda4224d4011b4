import { IconTicket } from "../../../ui/elements/icons.ts";
import { useVisitsRefreshed } from "./useVisitsLeft.ts";

interface VisitsMarkProps {
  linkId: string;
  max: number;
  left: number;
  className: string | undefined;
}

/** Of a link in a list: how many visits it has left. */
export function VisitsMark({ linkId, max, left, className }: VisitsMarkProps) {
  useVisitsRefreshed(linkId);
  return (
    <span className={className}>
      <IconTicket size={14} aria-hidden />
      {left.toLocaleString()} of {max.toLocaleString()} left
    </span>
  );
}
