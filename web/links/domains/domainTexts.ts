import type { Icon } from "../../ui/elements/icons.ts";
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconPlugConnectedX,
  IconTrash,
} from "../../ui/elements/icons.ts";
import type { DomainCheckFragment, DomainState } from "../../core/graphql/generated/graphql.ts";

interface StateTexts {
  readonly label: string;
  readonly color: string;
  readonly icon: Icon;
  /** Consequence of the state for the domain's links. */
  readonly meaning: string;
  /** Advice to the domain's owner. */
  readonly advice: string;
}

export const stateTexts: Readonly<Record<DomainState, StateTexts>> = {
  pending: {
    label: "Pending",
    color: "amber",
    icon: IconClock,
    meaning: "Its links don't work yet: it is not proved that the domain is yours.",
    advice:
      "Set the records below where the DNS of the domain is managed. They are looked up again and again by themselves.",
  },
  verified: {
    label: "Verified",
    color: "hop",
    icon: IconCircleCheck,
    meaning: "Its links work.",
    advice: "Keep the records below as they are. They are looked up daily.",
  },
  misconfigured: {
    label: "Misconfigured",
    color: "amber",
    icon: IconAlertTriangle,
    meaning: "It is proved to be yours, but a record is missing or leads elsewhere, so that its links may not work.",
    advice: "Set the records below that are missing.",
  },
  lost: {
    label: "Lost",
    color: "red",
    icon: IconPlugConnectedX,
    meaning: "Its links don't work any more: for a week it could not be proved that the domain is yours.",
    advice: "Set the TXT record below again, then choose Check now.",
  },
  removed: {
    label: "Removed",
    color: "gray",
    icon: IconTrash,
    meaning: "Its links don't work any more.",
    advice: "Add the domain again, and its links are back once it is verified.",
  },
};

/** Returns whether pages poll the domain's state, because its DNS records are awaited. */
export function isWaiting(state: DomainState): boolean {
  return state === "pending" || state === "misconfigured";
}

/** Returns whether a domain's certificate is pending or being retried. */
export function isCertificateWaiting({ certificate }: DomainCheckFragment): boolean {
  return certificate?.state === "waiting" || certificate?.state === "failed";
}

const timeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

export function formatTime(iso: string): string {
  return timeFormat.format(new Date(iso));
}
