import { useMutation } from "@apollo/client/react";
import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { groupNameProblem } from "@hoplog/schema/validation/links.js";
import { FormDialog } from "../../ui/elements/FormDialog.tsx";
import { failureOf } from "../../core/errors/failure.ts";
import { placeFailure } from "../../core/errors/placement.ts";
import { toastError, toastSuccess } from "../../core/errors/toasts.tsx";
import type { GroupCardFragment } from "../../core/graphql/generated/graphql.ts";
import { CreateGroupDocument, GroupsDocument, RenameGroupDocument } from "../../core/graphql/generated/graphql.ts";

interface GroupFormModalProps {
  /** The group to rename; null to create one. */
  group: GroupCardFragment | null;
  onClose: () => void;
}

export default function GroupFormModal({ group, onClose }: GroupFormModalProps) {
  const [create, creating] = useMutation(CreateGroupDocument, {
    refetchQueries: [GroupsDocument],
    awaitRefetchQueries: true,
  });
  const [rename, renaming] = useMutation(RenameGroupDocument);
  const form = useForm({
    initialValues: { name: group?.name ?? "" },
    validate: { name: groupNameProblem },
    clearInputErrorOnChange: true,
  });

  const submit = async ({ name: typed }: { name: string }) => {
    const name = typed.trim();
    try {
      if (group === null) await create({ variables: { name } });
      else await rename({ variables: { id: group.id, name } });
      toastSuccess(group === null ? "Group created successfully!" : "Group updated successfully!");
      onClose();
    } catch (error) {
      const fallback = group === null ? "Failed to create group" : "Failed to update group";
      const placed = placeFailure(failureOf(error), ["name"], fallback);
      form.setErrors({ name: placed.fields.name ?? placed.general });
      toastError(error, fallback);
    }
  };

  return (
    <FormDialog
      title={group === null ? "Create New Group" : "Edit Group"}
      action={group === null ? "Create Group" : "Save Changes"}
      busy={creating.loading || renaming.loading}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => void submit(values))}
    >
      <TextInput
        label="Group Name"
        required
        data-autofocus
        autoComplete="off"
        placeholder="Spring campaign"
        {...form.getInputProps("name")}
      />
    </FormDialog>
  );
}
