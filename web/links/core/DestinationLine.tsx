import { IconUnlink, IconWorld } from "../../ui/elements/icons.ts";
import type { LinkCardFragment } from "../../core/graphql/generated/graphql.ts";
import { deadText } from "./destinations.ts";
import classes from "./DestinationLine.module.css";

interface DestinationLineProps {
  destination: LinkCardFragment["destination"];
}

/** Title of the destination page, and a warning if the page is dead; renders nothing if there is neither. */
export function DestinationLine({ destination }: DestinationLineProps) {
  const dead = deadText(destination);
  if (!destination || (destination.title === null && dead === null)) return null;
  return (
    <>
      {destination.title !== null && (
        <p className={classes.line}>
          <DestinationIcon iconUrl={destination.iconUrl} />
          <bdi className={classes.title} title={destination.title}>
            {destination.title}
          </bdi>
        </p>
      )}
      {dead !== null && (
        <p className={classes.dead} role="note">
          <IconUnlink size={15} aria-hidden />
          {dead}
        </p>
      )}
    </>
  );
}

/**
 * The destination's preview picture, as stored by the api; renders nothing if there is none. The space is reserved
 * before the picture loads, and remains blank if the picture was deleted.
 */
export function DestinationPicture({ destination }: DestinationLineProps) {
  if (!destination || destination.pictureUrl === null) return null;
  return (
    <img
      className={classes.picture}
      src={destination.pictureUrl}
      alt=""
      width={105}
      height={55}
      loading="lazy"
      decoding="async"
    />
  );
}

function DestinationIcon({ iconUrl }: { iconUrl: string | null }) {
  if (iconUrl === null) return <IconWorld className={classes.none ?? ""} size={16} aria-hidden />;
  return <img className={classes.icon} src={iconUrl} alt="" width={16} height={16} loading="lazy" />;
}
