import { UnstyledButton } from "@mantine/core";
import type { TagPillFragment } from "../../core/graphql/generated/graphql.ts";
import { tagColours } from "./colours.ts";
import classes from "./TagPills.module.css";

interface TagPillsProps {
  tags: readonly TagPillFragment[];
  /** Name of the link that has the tags. */
  of: string;
  oneLine?: boolean;
  onPick: (name: string) => void;
}

/** The tags of a link; pressing one filters the list by it. */
export function TagPills({ tags, of, oneLine = false, onPick }: TagPillsProps) {
  if (tags.length === 0) return null;
  return (
    <ul className={classes.pills} data-one-line={oneLine} aria-label={`Tags of ${of}`}>
      {tags.map(({ id, name, colour }) => (
        <li key={id}>
          <UnstyledButton
            className={classes.pill ?? ""}
            title={name}
            aria-label={`Show URLs with the tag ${name}`}
            onClick={() => onPick(name)}
          >
            <TagDot colour={colour} />
            <span className={classes.name}>{name}</span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

export function TagDot({ colour }: Pick<TagPillFragment, "colour">) {
  return <span className={classes.dot} style={{ background: tagColours[colour].css }} aria-hidden />;
}
