import { useMutation, useQuery } from "@apollo/client/react";
import { Button, Skeleton, UnstyledButton } from "@mantine/core";
import { IconDeviceFloppy, IconTrash } from "../../../ui/elements/icons.ts";
import { lazy, Suspense, useState } from "react";
import { IconButton } from "../../../ui/elements/IconButton.tsx";
import { QueryFailure } from "../../../core/errors/ErrorBanner.tsx";
import { toastError, toastSuccess } from "../../../core/errors/toasts.tsx";
import type { SavedQueryFieldsFragment } from "../../../core/graphql/generated/graphql.ts";
import {
  DeleteSavedQueryDocument,
  SavedQueriesDocument,
  UpdateSavedQueryDocument,
} from "../../../core/graphql/generated/graphql.ts";
import classes from "./SqlPage.module.css";

const SaveQueryModal = lazy(() => import("./SaveQueryModal.tsx"));
const ConfirmModal = lazy(() => import("../../../ui/elements/ConfirmModal.tsx"));

interface SavedQueriesProps {
  /** The editor's text. */
  text: string;
  onOpen: (text: string) => void;
}

/** The workspace's saved queries, which users can open, save, overwrite and delete. */
export function SavedQueries({ text, onOpen }: SavedQueriesProps) {
  const { data, error, refetch } = useQuery(SavedQueriesDocument, { fetchPolicy: "cache-and-network" });
  const listed = { refetchQueries: [SavedQueriesDocument], awaitRefetchQueries: true };
  const [update, { loading: updating }] = useMutation(UpdateSavedQueryDocument, listed);
  const [remove] = useMutation(DeleteSavedQueryDocument, listed);
  const [openId, setOpenId] = useState<string>();
  const [dialog, setDialog] = useState<"save" | SavedQueryFieldsFragment | null>(null);
  const opened = data?.savedQueries.find(({ id }) => id === openId);
  const close = () => setDialog(null);

  const open = (query: SavedQueryFieldsFragment) => {
    setOpenId(query.id);
    onOpen(query.text);
  };
  const saveAgain = async ({ id, name }: SavedQueryFieldsFragment) => {
    try {
      await update({ variables: { id, input: { text } } });
      toastSuccess(`${name} is saved.`);
    } catch (failed) {
      toastError(failed, "Failed to save the query");
    }
  };
  const confirmRemoval = async ({ id }: SavedQueryFieldsFragment) => {
    try {
      await remove({ variables: { id } });
      return true;
    } catch (failed) {
      toastError(failed, "Failed to delete the query");
      return false;
    }
  };

  return (
    <section className={`sheet ${classes.side}`} aria-labelledby="saved-queries">
      <div className={classes.sideHead}>
        <h2 id="saved-queries">Saved queries</h2>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconDeviceFloppy size={15} aria-hidden />}
          disabled={text.trim() === ""}
          onClick={() => setDialog("save")}
        >
          Save as…
        </Button>
      </div>
      {!data && !error && <Skeleton height={60} radius="md" />}
      {!data && error && <QueryFailure error={error} refetch={refetch} />}
      {data?.savedQueries.length === 0 && <p className={classes.note}>None yet.</p>}
      <ul className={classes.queries}>
        {data?.savedQueries.map((query) => (
          <li key={query.id}>
            <UnstyledButton
              className={classes.query ?? ""}
              aria-current={query.id === openId}
              onClick={() => open(query)}
            >
              {query.name}
            </UnstyledButton>
            <IconButton
              label="Delete"
              aria-label={`Delete ${query.name}`}
              size="md"
              icon={IconTrash}
              onClick={() => setDialog(query)}
            />
          </li>
        ))}
      </ul>
      {opened && opened.text !== text && text.trim() !== "" && (
        <Button size="compact-sm" variant="light" loading={updating} onClick={() => void saveAgain(opened)}>
          Save changes
        </Button>
      )}
      <Suspense fallback={null}>
        {dialog === "save" && <SaveQueryModal text={text} onClose={close} onSaved={({ id }) => setOpenId(id)} />}
        {dialog !== null && dialog !== "save" && (
          <ConfirmModal
            title="Delete Query"
            question={`Delete ${dialog.name} for good?`}
            onClose={close}
            onConfirm={() => confirmRemoval(dialog)}
          />
        )}
      </Suspense>
    </section>
  );
}
