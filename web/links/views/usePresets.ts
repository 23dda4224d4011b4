import { useMutation, useQuery } from "@apollo/client/react";
import { failureOf } from "../../core/errors/failure.ts";
import { toastError } from "../../core/errors/toasts.tsx";
import {
  DeletePresetDocument,
  type PresetFieldsFragment,
  type PresetInput,
  type PresetKind,
  PresetsDocument,
  CreatePresetDocument,
  UpdatePresetDocument,
} from "../../core/graphql/generated/graphql.ts";
import { nameProblem } from "./nameProblem.ts";

/** The workspace's presets of one kind, and actions on them. */
export function usePresets(kind: PresetKind) {
  const { data, error, refetch } = useQuery(PresetsDocument, { variables: { kind }, fetchPolicy: "cache-and-network" });
  const listed = { refetchQueries: [PresetsDocument], awaitRefetchQueries: true };
  const [save, saving] = useMutation(CreatePresetDocument, listed);
  const [update] = useMutation(UpdatePresetDocument, listed);
  const [remove] = useMutation(DeletePresetDocument, listed);

  return {
    presets: data?.presets,
    error,
    refetch,
    saving: saving.loading,
    /** Resolves with the error message, or null on success. */
    async save(name: string, query: string): Promise<string | null> {
      return nameProblem(name) ?? problemOf(() => save({ variables: { kind, name, query } }));
    },
    /** Resolves with the error message, or null on success. */
    change: ({ id }: PresetFieldsFragment, input: PresetInput): Promise<string | null> =>
      problemOf(() => update({ variables: { kind, id, input } })),
    async remove({ id, name }: PresetFieldsFragment): Promise<void> {
      try {
        await remove({ variables: { kind, id } });
      } catch (failed) {
        toastError(failed, `Failed to delete ${name}`);
      }
    },
  };
}

async function problemOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (failed) {
    return failureOf(failed).message;
  }
}
