import { IconTicket } from "../../../ui/elements/icons.ts";
import { useVisitsRefreshed } from "./useVisitsLeft.ts";

interface VisitsMarkProps {
  linkId: string;
  max: number;
  left: number;
  className: string | undefined;
}

/** Badge with the visits that a listed link has left. */
export function VisitsMark({ linkId, max, left, className }: VisitsMarkProps) {
  useVisitsRefreshed(linkId);
  return (
    <span className={className}>
      <IconTicket size={14} aria-hidden />
      {left.toLocaleString()} of {max.toLocaleString()} left
    </span>
  );
}
