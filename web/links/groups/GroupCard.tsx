import { Button } from "@mantine/core";
import { IconEdit, IconFolder, IconFolderOpen, IconTrash } from "../../ui/elements/icons.ts";
import type { GroupCardFragment } from "../../core/graphql/generated/graphql.ts";
import { formatCount, formatDate, shownUrl } from "../core/linkTexts.ts";
import classes from "./GroupCard.module.css";
import { IconButton } from "../../ui/elements/IconButton.tsx";

interface GroupCardProps {
  group: GroupCardFragment;
  onDetails: (group: GroupCardFragment) => void;
  onEdit: (group: GroupCardFragment) => void;
  onDelete: (group: GroupCardFragment) => void;
}

export function GroupCard({ group, onDetails, onEdit, onDelete }: GroupCardProps) {
  return (
    <article className={`sheet ${classes.card}`} aria-label={group.name}>
      <div className={classes.top}>
        <span className={classes.icon}>
          <IconFolder size={20} aria-hidden />
        </span>
        <div className={classes.what}>
          <h2 className={classes.name} title={group.name}>
            {group.name}
          </h2>
          <span className={classes.created}>Created {formatDate(group.createdAt)}</span>
        </div>
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>URLs</dt>
          <dd>{formatCount(group.urlCount)}</dd>
        </div>
        <div>
          <dt>Total clicks</dt>
          <dd>{typeof group.clicks === "number" ? formatCount(group.clicks) : "–"}</dd>
        </div>
      </dl>
      <div className={classes.recent}>
        {group.recentLinks.length === 0 && <p className={classes.none}>No URLs in this group</p>}
        <ul>
          {group.recentLinks.slice(0, 3).map((link) => (
            <li key={link.id}>
              <span className={classes.linkName}>{link.name}</span>
              <span className={classes.code}>{shownUrl(link)}</span>
            </li>
          ))}
        </ul>
      </div>
      <div className={classes.actions}>
        <Button
          variant="light"
          size="compact-md"
          leftSection={<IconFolderOpen size={17} aria-hidden />}
          aria-label={`View details of ${group.name}`}
          onClick={() => onDetails(group)}
        >
          View details
        </Button>
        <span className={classes.spring} />
        <IconButton icon={IconEdit} label="Edit" of={group.name} onClick={() => onEdit(group)} />
        <IconButton icon={IconTrash} label="Delete" of={group.name} color="red" onClick={() => onDelete(group)} />
      </div>
    </article>
  );
}
