import { useMutation } from "@apollo/client/react";
import { Button, Group, Modal, PasswordInput, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { loginPasswordProblem } from "@hoplog/schema/validation/identity.js";
import { useNavigate } from "react-router-dom";
import { failureOf } from "../errors/failure.ts";
import { placeFailure } from "../errors/placement.ts";
import { toastError, toastSuccess } from "../errors/toasts.tsx";
import { DeleteAccountDocument } from "../graphql/generated/graphql.ts";
import { showPasswordToggle } from "../identity/passwordToggle.ts";
import { useSession } from "../session/SessionProvider.tsx";

export default function DeleteAccountModal({ onClose }: { onClose: () => void }) {
  const [deleteAccount, { loading }] = useMutation(DeleteAccountDocument);
  const { forget } = useSession();
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { password: "" },
    validate: { password: loginPasswordProblem },
    clearInputErrorOnChange: true,
  });

  const submit = async ({ password }: { password: string }) => {
    try {
      await deleteAccount({ variables: { password } });
      await navigate("/");
      await forget();
      toastSuccess("Your account and all of its data are deleted.");
    } catch (error) {
      const placed = placeFailure(failureOf(error), ["password"], "Account deletion failed");
      form.setErrors({ password: placed.fields.password ?? placed.general });
      toastError(error, "Account deletion failed");
    }
  };

  return (
    <Modal opened onClose={onClose} title="Delete Account" closeButtonProps={{ "aria-label": "Close" }}>
      <form noValidate onSubmit={form.onSubmit((values) => void submit(values))} aria-label="Delete Account">
        <Stack gap="md">
          <Text>
            This erases your account, all of your URLs and groups, and every click on them. Your short links stop
            working at once. This action cannot be undone.
          </Text>
          <PasswordInput
            label="Your password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            data-autofocus
            {...showPasswordToggle("password")}
            {...form.getInputProps("password")}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" color="red.9" loading={loading}>
              Delete everything
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
