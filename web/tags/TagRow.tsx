import type { DocumentNode } from "@apollo/client";
import { useMutation } from "@apollo/client/react";
import { tagNameProblem } from "@hoplog/schema/tags/tags.js";
import { limits } from "@hoplog/schema/limits.js";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { failureOf } from "../errors/failure.ts";
import { toastError } from "../errors/toasts.tsx";
import {
  DeleteTagDocument,
  type OwnTagFragment,
  OwnTagsDocument,
  type TagColour,
  UpdateTagDocument,
} from "../graphql/generated/graphql.ts";
import { formatCount } from "../links/view/formatCount.ts";
import { isTagColour } from "./colours.ts";
import { TagDot } from "./TagPills.tsx";
import classes from "./TagsModal.module.css";

interface TagRowProps {
  tag: OwnTagFragment;
  colours: { value: string; label: string }[];
  /** What shows tags of links. */
  listsToRefetch: DocumentNode[];
}

/** A tag: its name is saved when the field is left, its colour at once, and a deletion asks first. */
export function TagRow({ tag, colours, listsToRefetch }: TagRowProps) {
  const [update] = useMutation(UpdateTagDocument);
  const [remove, removing] = useMutation(DeleteTagDocument, { refetchQueries: [OwnTagsDocument, ...listsToRefetch] });
  const [name, setName] = useState(tag.name);
  const [problem, setProblem] = useState<string | null>(null);
  const [asks, setAsks] = useState(false);

  const save = async (changes: { name?: string; colour?: TagColour }) => {
    try {
      await update({ variables: { id: tag.id, input: changes } });
    } catch (failure) {
      setProblem(failureOf(failure).message);
    }
  };
  const rename = () => {
    const wrong = tagNameProblem(name);
    setProblem(wrong);
    if (wrong === null && name.trim() !== tag.name) void save({ name });
  };
  const confirmed = () => {
    remove({ variables: { id: tag.id } }).catch((failure: unknown) => toastError(failure, "Failed to delete the tag"));
  };

  return (
    <li>
      <TagDot colour={tag.colour} />
      <TextInput
        size="sm"
        className={classes.name ?? ""}
        aria-label={`Name of ${tag.name}`}
        maxLength={limits.tagNameMax}
        value={name}
        error={problem}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setProblem(null);
        }}
        onBlur={rename}
        onKeyDown={(event) => event.key === "Enter" && rename()}
      />
      <NativeSelect
        aria-label={`Colour of ${tag.name}`}
        data={colours}
        value={tag.colour}
        onChange={({ currentTarget: { value } }) => isTagColour(value) && void save({ colour: value })}
      />
      <span className={classes.count}>{tag.urlCount === 1 ? "1 URL" : `${formatCount(tag.urlCount)} URLs`}</span>
      {asks ? (
        <>
          <Button size="compact-sm" color="red" loading={removing.loading} onClick={confirmed}>
            Delete {tag.name}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setAsks(false)}>
            Keep
          </Button>
        </>
      ) : (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          aria-label={`Delete the tag ${tag.name}`}
          onClick={() => setAsks(true)}
        >
          Delete
        </Button>
      )}
    </li>
  );
}
