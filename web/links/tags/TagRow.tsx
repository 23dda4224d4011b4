import { useMutation } from "@apollo/client/react";
import { tagNameProblem } from "@hoplog/schema/tags/tags.js";
import { limits } from "@hoplog/schema/limits.js";
import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { DeleteButton } from "../../ui/elements/DeleteButton.tsx";
import { NameField } from "../../ui/elements/NameField.tsx";
import rows from "../../ui/elements/namedRows.module.css";
import { failureOf } from "../../core/errors/failure.ts";
import { toastError } from "../../core/errors/toasts.tsx";
import {
  DeleteTagDocument,
  type OwnTagFragment,
  OwnTagsDocument,
  type TagColour,
  UpdateTagDocument,
} from "../../core/graphql/generated/graphql.ts";
import { formatCount } from "../core/view/formatCount.ts";
import { isTagColour } from "./colours.ts";
import { TagDot } from "./TagPills.tsx";
import classes from "./TagRow.module.css";

interface TagRowProps {
  tag: OwnTagFragment;
  colours: { value: string; label: string }[];
  /** Names of the queries that return tags of links. */
  listsToRefetch: readonly string[];
}

/** Edits a tag: saves the name on blur and the colour immediately, and asks for confirmation before deletion. */
export function TagRow({ tag, colours, listsToRefetch }: TagRowProps) {
  const [update] = useMutation(UpdateTagDocument);
  const [remove, removing] = useMutation(DeleteTagDocument, { refetchQueries: [OwnTagsDocument, ...listsToRefetch] });
  const [problem, setProblem] = useState<string | null>(null);

  const save = async (changes: { name?: string; colour?: TagColour }): Promise<string | null> => {
    try {
      await update({ variables: { id: tag.id, input: changes } });
      return null;
    } catch (failure) {
      return failureOf(failure).message;
    }
  };
  const confirmed = () => {
    remove({ variables: { id: tag.id } }).catch((failure: unknown) => toastError(failure, "Failed to delete the tag"));
  };

  return (
    <li>
      <TagDot colour={tag.colour} />
      <NameField
        name={tag.name}
        maxLength={limits.tagNameMax}
        className={rows.name}
        problemOf={tagNameProblem}
        onRename={(name) => save({ name })}
        problem={problem}
        onProblem={setProblem}
      />
      <NativeSelect
        aria-label={`Colour of ${tag.name}`}
        data={colours}
        value={tag.colour}
        onChange={({ currentTarget: { value } }) => isTagColour(value) && void save({ colour: value }).then(setProblem)}
      />
      <span className={classes.count}>{tag.urlCount === 1 ? "1 URL" : `${formatCount(tag.urlCount)} URLs`}</span>
      <DeleteButton name={tag.name} label={`Delete the tag ${tag.name}`} busy={removing.loading} onDelete={confirmed} />
    </li>
  );
}
