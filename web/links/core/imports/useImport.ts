import { useApolloClient, useMutation, useQuery, useSubscription } from "@apollo/client/react";
import { importLimits } from "@hoplog/schema/imports/limits.js";
import { useEffect, useState } from "react";
import { type Failure, failureOf } from "../../../core/errors/failure.ts";
import {
  AddLinkImportDocument,
  CancelLinkImportDocument,
  CompleteLinkImportDocument,
  type LinkImportFieldsFragment,
  LinkImportProgressDocument,
  LinkImportsDocument,
  StartLinkImportDocument,
  UpdateLinkImportDocument,
  type UpdateLinkImportInput,
} from "../../../core/graphql/generated/graphql.ts";
import { signedFetch } from "../../../core/session/signedFetch.ts";
import { isOver, isSettled } from "./importTexts.ts";

type Source = LinkImportFieldsFragment["source"];

/** The import that was created here, or else an unfinished one of the workspace, wherever it was created. */
export function useImport() {
  const client = useApolloClient();
  const listed = useQuery(LinkImportsDocument, { fetchPolicy: "network-only" });
  const [chosen, setChosen] = useState<string | null>(null);
  const [uploading, setUploading] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [add] = useMutation(AddLinkImportDocument);
  const [complete] = useMutation(CompleteLinkImportDocument);
  const [start] = useMutation(StartLinkImportDocument);
  const [change] = useMutation(UpdateLinkImportDocument);
  const [cancel] = useMutation(CancelLinkImportDocument);
  const imports = listed.data?.linkImports ?? [];
  const id = chosen ?? imports.find((one) => !isSettled(one))?.id ?? null;
  const job = imports.find((one) => one.id === id) ?? null;
  const over = job !== null && isOver(job);
  // Pushed progress updates the same cache object.
  useSubscription(LinkImportProgressDocument, { variables: { id: id ?? "" }, skip: job === null || isSettled(job) });
  const hasCreated = over && job.done > 0;
  useEffect(() => {
    if (hasCreated) {
      void client.refetchQueries({ include: ["Links"], updateCache: (cache) => cache.evict({ fieldName: "links" }) });
    }
  }, [client, hasCreated]);

  const attempt = async (work: () => Promise<unknown>) => {
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(failureOf(error));
    }
  };

  return {
    job,
    loading: listed.loading && !listed.data,
    uploading,
    failure,
    /** Creates an import and uploads its file in parts; cancels the import if the upload fails. */
    read: (source: Source, file: File) =>
      attempt(async () => {
        setUploading(true);
        try {
          const { data } = await add({ variables: { input: { source, fileName: file.name } } });
          const added = data?.createLinkImport;
          if (!added) return;
          const parts = Math.max(1, Math.ceil(file.size / importLimits.partBytes));
          try {
            for (let part = 1; part <= parts; part++) await sendPart(added.id, part, file);
            await complete({ variables: { id: added.id, parts } });
          } catch (error) {
            await cancel({ variables: { id: added.id } });
            throw error;
          }
          await listed.refetch();
          setChosen(added.id);
        } finally {
          setUploading(false);
        }
      }),
    /** Creates an import that the server reads page by page from the source's API. */
    ask: (source: Source, api: { address: string | null; key: string }) =>
      attempt(async () => {
        setUploading(true);
        try {
          const { data } = await add({ variables: { input: { source, api } } });
          await listed.refetch();
          setChosen(data?.createLinkImport.id ?? null);
        } finally {
          setUploading(false);
        }
      }),
    /** Reads the uploaded file again with changed settings. */
    change: (input: UpdateLinkImportInput) => attempt(() => change({ variables: { id: id ?? "", input } })),
    start: () => attempt(() => start({ variables: { id: id ?? "" } })),
    cancel: () => attempt(() => cancel({ variables: { id: id ?? "" } })),
    /** Leaves this import, so that another file can be chosen. */
    leave: () => setChosen(""),
  };
}

async function sendPart(id: string, part: number, file: File): Promise<void> {
  const size = importLimits.partBytes;
  await signedFetch(`/api/imports/${id}/file?part=${part}`, {
    method: "PUT",
    headers: { "content-type": "application/octet-stream" },
    body: file.slice((part - 1) * size, part * size),
  });
}
