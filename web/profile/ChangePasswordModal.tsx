import { useMutation, useQuery } from "@apollo/client/react";
import { Button, Checkbox, Group, Modal, PasswordInput, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { changedPasswordProblem, currentPasswordProblem } from "@hoplog/schema/validation/identity.js";
import { failureOf } from "../errors/failure.ts";
import { placeFailure } from "../errors/placement.ts";
import { toastError, toastSuccess } from "../errors/toasts.tsx";
import { ChangePasswordDocument, SqlAccessDocument } from "../graphql/generated/graphql.ts";
import { showPasswordToggle } from "../identity/passwordToggle.ts";

const fields = ["currentPassword", "newPassword", "confirmPassword"] as const;

export default function ChangePasswordModal({ onClose }: { onClose: () => void }) {
  const [change, { loading }] = useMutation(ChangePasswordDocument);
  const { data: sql } = useQuery(SqlAccessDocument);
  const hasSqlAccess = typeof sql?.sqlAccess.grantedAt === "string";
  const form = useForm({
    initialValues: { currentPassword: "", newPassword: "", confirmPassword: "", revokeSqlAccess: false },
    validate: {
      currentPassword: currentPasswordProblem,
      newPassword: changedPasswordProblem,
      confirmPassword: (value, all) => (value === all.newPassword ? null : "New passwords do not match"),
    },
    clearInputErrorOnChange: true,
  });

  const submit = async ({ currentPassword, newPassword, revokeSqlAccess }: typeof form.values) => {
    const revoking = hasSqlAccess && revokeSqlAccess;
    try {
      await change({
        variables: { currentPassword, newPassword, ...(revoking && { revokeSqlAccess }) },
        refetchQueries: revoking ? [SqlAccessDocument] : [],
      });
      toastSuccess("Password changed successfully!");
      onClose();
    } catch (error) {
      form.setErrors(placeFailure(failureOf(error), fields, "Password change failed").fields);
      toastError(error, "Password change failed");
    }
  };

  return (
    <Modal opened onClose={onClose} title="Change Password" closeButtonProps={{ "aria-label": "Close" }}>
      <form noValidate onSubmit={form.onSubmit((values) => void submit(values))} aria-label="Change Password">
        <Stack gap="md">
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            data-autofocus
            {...showPasswordToggle("current password")}
            {...form.getInputProps("currentPassword")}
          />
          <PasswordInput
            label="New password"
            autoComplete="new-password"
            required
            withAsterisk={false}
            {...showPasswordToggle("new password")}
            {...form.getInputProps("newPassword")}
          />
          <PasswordInput
            label="Confirm new password"
            autoComplete="new-password"
            required
            withAsterisk={false}
            {...showPasswordToggle("password confirmation")}
            {...form.getInputProps("confirmPassword")}
          />
          {hasSqlAccess && (
            <Checkbox
              label="Revoke SQL access too"
              description="Its password is another one and goes on working otherwise."
              {...form.getInputProps("revokeSqlAccess", { type: "checkbox" })}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={loading}>
              Change Password
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
