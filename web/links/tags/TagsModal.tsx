import { useMutation, useQuery } from "@apollo/client/react";
import { tagNameProblem } from "@hoplog/schema/tags/tags.js";
import { limits } from "@hoplog/schema/limits.js";
import { Button, NativeSelect, Skeleton, TextInput } from "@mantine/core";
import { type SyntheticEvent, useState } from "react";
import { Dialog } from "../../ui/elements/Dialog.tsx";
import classes from "../../ui/elements/namedRows.module.css";
import { QueryFailure } from "../../core/errors/ErrorBanner.tsx";
import { failureOf } from "../../core/errors/failure.ts";
import { CreateTagDocument, OwnTagsDocument, type TagColour } from "../../core/graphql/generated/graphql.ts";
import { linkLists } from "../../core/graphql/linkLists.ts";
import { isTagColour, tagColours } from "./colours.ts";
import { TagRow } from "./TagRow.tsx";

const byItself = "";

/** Creates, renames, colours and deletes the workspace's tags. */
export default function TagsModal({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(OwnTagsDocument, { fetchPolicy: "cache-and-network" });
  const [create, { loading }] = useMutation(CreateTagDocument, { refetchQueries: [OwnTagsDocument] });
  const [name, setName] = useState("");
  const [colour, setColour] = useState<TagColour | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const add = async (event: SyntheticEvent) => {
    event.preventDefault();
    const wrong = tagNameProblem(name);
    setProblem(wrong);
    if (wrong !== null) return;
    try {
      await create({ variables: { input: { name, ...(colour && { colour }) } } });
      setName("");
    } catch (failure) {
      setProblem(failureOf(failure).message);
    }
  };

  return (
    <Dialog title="Tags" onClose={onClose} size={560}>
      <form className={classes.add} noValidate onSubmit={(event) => void add(event)}>
        <TextInput
          size="sm"
          className={classes.name ?? ""}
          label="New tag"
          maxLength={limits.tagNameMax}
          value={name}
          error={problem}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem(null);
          }}
        />
        <NativeSelect
          label="Colour"
          data={[{ value: byItself, label: "By its name" }, ...colourOptions]}
          value={colour ?? byItself}
          onChange={({ currentTarget: { value } }) => setColour(isTagColour(value) ? value : null)}
        />
        <Button type="submit" size="sm" loading={loading}>
          Add
        </Button>
      </form>
      {error && !data && <QueryFailure error={error} refetch={refetch} />}
      {!data && !error && <Skeleton height={160} radius="md" />}
      {data?.tags.length === 0 && (
        <p className={classes.note}>No tag yet. A tag that is typed in a URL's form is made too.</p>
      )}
      {data && data.tags.length > 0 && (
        <ul className={classes.list} aria-label="Tags of the workspace">
          {data.tags.map((tag) => (
            <TagRow key={tag.id} tag={tag} colours={colourOptions} listsToRefetch={linkLists} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

const colourOptions = Object.entries(tagColours).map(([value, { label }]) => ({ value, label }));
