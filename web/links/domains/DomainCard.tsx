import { Anchor, Badge, Button } from "@mantine/core";
import { IconListCheck, IconSettings, IconStar, IconStarOff, IconTrash } from "../../ui/elements/icons.ts";
import { Link } from "react-router-dom";
import { IconButton } from "../../ui/elements/IconButton.tsx";
import type { DomainCardFragment } from "../../core/graphql/generated/graphql.ts";
import { formatCount } from "../core/linkTexts.ts";
import classes from "./DomainCard.module.css";
import { stateTexts } from "./domainTexts.ts";
import { StateBadge } from "./StateBadge.tsx";

interface DomainCardProps {
  domain: DomainCardFragment;
  onDetails: (domain: DomainCardFragment) => void;
  onSettings: (domain: DomainCardFragment) => void;
  onDefault: (domain: DomainCardFragment) => void;
  onRemove: (domain: DomainCardFragment) => void;
}

export function DomainCard({ domain, onDetails, onSettings, onDefault, onRemove }: DomainCardProps) {
  const { name, displayName, state, isDefault, ignoresCase, links } = domain;
  return (
    <article className={`sheet ${classes.card}`} aria-label={displayName}>
      <h2 className={classes.name}>{displayName}</h2>
      <div className={classes.badges}>
        <StateBadge state={state} />
        {isDefault && (
          <Badge variant="default" tt="none" size="lg" leftSection={<IconStar size={15} aria-hidden />}>
            Default
          </Badge>
        )}
      </div>
      <p className={classes.meaning}>{stateTexts[state].meaning}</p>
      <p className={classes.facts}>
        <Anchor component={Link} to={`/urls?domain=${encodeURIComponent(name)}`} inherit>
          {links === 1 ? "1 URL" : `${formatCount(links)} URLs`}
        </Anchor>
        {ignoresCase && <span>Upper and lower case are the same</span>}
      </p>
      <div className={classes.actions}>
        <Button
          variant="light"
          size="compact-md"
          leftSection={<IconListCheck size={17} aria-hidden />}
          aria-label={`DNS records of ${displayName}`}
          onClick={() => onDetails(domain)}
        >
          DNS records
        </Button>
        <span className={classes.spring} />
        <IconButton icon={IconSettings} label="Settings" of={`of ${displayName}`} onClick={() => onSettings(domain)} />
        <IconButton
          icon={isDefault ? IconStarOff : IconStar}
          label={isDefault ? "No longer the default" : "Make default"}
          of={displayName}
          onClick={() => onDefault(domain)}
        />
        <IconButton icon={IconTrash} label="Remove" of={displayName} color="red" onClick={() => onRemove(domain)} />
      </div>
    </article>
  );
}
