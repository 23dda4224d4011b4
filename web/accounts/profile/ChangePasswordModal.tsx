import { useMutation, useQuery } from "@apollo/client/react";
import { Checkbox } from "@mantine/core";
import { useForm } from "@mantine/form";
import { changedPasswordProblem, currentPasswordProblem } from "@hoplog/schema/validation/identity.js";
import { FormDialog } from "../../ui/elements/FormDialog.tsx";
import { placeError } from "../../core/errors/placement.ts";
import { toastError, toastSuccess } from "../../core/errors/toasts.tsx";
import { ChangePasswordDocument, SqlAccessDocument } from "../../core/graphql/generated/graphql.ts";
import { PasswordField } from "../identity/PasswordField.tsx";

const fields = ["currentPassword", "newPassword", "confirmPassword"] as const;

export default function ChangePasswordModal({ onClose }: { onClose: () => void }) {
  const [change, { loading }] = useMutation(ChangePasswordDocument);
  const { data: sql } = useQuery(SqlAccessDocument);
  const hasSqlAccess = typeof sql?.sqlAccess.grantedAt === "string";
  const form = useForm({
    initialValues: {
      currentPassword: "",
      newPassword: "",
      confirmPassword: "",
      revokeSqlAccess: false,
      revokeKeys: false,
    },
    validate: {
      currentPassword: currentPasswordProblem,
      newPassword: changedPasswordProblem,
      confirmPassword: (value, all) => (value === all.newPassword ? null : "New passwords do not match"),
    },
    clearInputErrorOnChange: true,
  });

  const submit = async ({ currentPassword, newPassword, revokeSqlAccess, revokeKeys }: typeof form.values) => {
    const revoking = hasSqlAccess && revokeSqlAccess;
    try {
      await change({
        variables: {
          currentPassword,
          newPassword,
          ...(revoking && { revokeSqlAccess }),
          ...(revokeKeys && { revokeKeys }),
        },
        refetchQueries: revoking ? [SqlAccessDocument] : [],
      });
      toastSuccess("Password changed successfully!");
      onClose();
    } catch (error) {
      placeError(form, error, fields, "Password change failed");
      toastError(error, "Password change failed");
    }
  };

  return (
    <FormDialog
      title="Change Password"
      action="Change Password"
      busy={loading}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => void submit(values))}
    >
      <PasswordField
        label="Current password"
        what="current password"
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps("currentPassword")}
      />
      <PasswordField label="New password" what="new password" {...form.getInputProps("newPassword")} />
      <PasswordField
        label="Confirm new password"
        what="password confirmation"
        {...form.getInputProps("confirmPassword")}
      />
      <Checkbox
        label="Revoke API keys too"
        description="Programs that use them are refused at once."
        {...form.getInputProps("revokeKeys", { type: "checkbox" })}
      />
      {hasSqlAccess && (
        <Checkbox
          label="Revoke SQL access too"
          description="Its password is another one and goes on working otherwise."
          {...form.getInputProps("revokeSqlAccess", { type: "checkbox" })}
        />
      )}
    </FormDialog>
  );
}
