import { useMutation } from "@apollo/client/react";
import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import {
  contactNumberProblem,
  currentPasswordProblem,
  emailProblem,
  nameProblem,
} from "@hoplog/schema/validation/identity.js";
import { IconEdit } from "../../ui/elements/icons.ts";
import { useState } from "react";
import { placeError } from "../../core/errors/placement.ts";
import { toastError, toastSuccess } from "../../core/errors/toasts.tsx";
import type { ProfileFragment } from "../../core/graphql/generated/graphql.ts";
import { UpdateProfileDocument } from "../../core/graphql/generated/graphql.ts";
import { PasswordField } from "../identity/PasswordField.tsx";
import { useSession } from "../../core/session/SessionProvider.tsx";
import { Fact } from "../../ui/elements/ProfileCard.tsx";
import classes from "../../ui/elements/ProfileCard.module.css";

const fields = ["name", "email", "contactNumber", "currentPassword", "code"] as const;

export function PersonalInformation({ user }: { user: ProfileFragment }) {
  const [editing, setEditing] = useState(false);
  if (editing) return <EditForm user={user} onDone={() => setEditing(false)} />;
  return (
    <>
      <dl className={classes.facts}>
        <Fact label="Full Name" value={user.name} />
        <Fact label="Email address" value={user.email} />
        <Fact label="Contact Number" value={user.contactNumber || "–"} />
      </dl>
      <Button mt="md" variant="light" leftSection={<IconEdit size={17} aria-hidden />} onClick={() => setEditing(true)}>
        Edit Profile
      </Button>
    </>
  );
}

function EditForm({ user, onDone }: { user: ProfileFragment; onDone: () => void }) {
  const { update: updateSession } = useSession();
  const [update, { loading }] = useMutation(UpdateProfileDocument);
  const isAnother = (email: string) => email.trim().toLowerCase() !== user.email.toLowerCase();
  const needsCode = (email: string) => user.hasSecondFactor && isAnother(email);
  const form = useForm({
    initialValues: {
      name: user.name,
      email: user.email,
      contactNumber: user.contactNumber,
      currentPassword: "",
      code: "",
    },
    validate: {
      name: nameProblem,
      email: emailProblem,
      contactNumber: contactNumberProblem,
      currentPassword: (value, { email }) => (isAnother(email) ? currentPasswordProblem(value) : null),
      code: (value, { email }) => (needsCode(email) && value.trim() === "" ? "Enter a code" : null),
    },
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
  });

  const submit = async ({ name, email, contactNumber, currentPassword, code }: typeof form.values) => {
    const profile = { name: name.trim(), email: email.trim(), contactNumber: contactNumber.trim() };
    try {
      const { data } = await update({
        variables: { ...profile, ...(isAnother(email) && { currentPassword }), ...(needsCode(email) && { code }) },
      });
      if (data) updateSession(data.updateProfile);
      toastSuccess("Profile updated successfully!");
      onDone();
    } catch (error) {
      placeError(form, error, fields, "Profile update failed");
      toastError(error, "Profile update failed");
    }
  };

  return (
    <form noValidate onSubmit={form.onSubmit((values) => void submit(values))} aria-label="Personal Information">
      <Stack gap="sm">
        <TextInput label="Full Name" autoComplete="name" required data-autofocus {...form.getInputProps("name")} />
        <TextInput
          label="Email address"
          type="email"
          autoComplete="email"
          required
          description="A new address takes effect when the link that we mail to it is opened."
          {...form.getInputProps("email")}
        />
        {isAnother(form.values.email) && (
          <PasswordField
            label="Current password"
            what="current password"
            withAsterisk
            autoComplete="current-password"
            description="Another address needs your password."
            {...form.getInputProps("currentPassword")}
          />
        )}
        {needsCode(form.values.email) && (
          <TextInput
            label="Code"
            withAsterisk
            autoComplete="one-time-code"
            maxLength={40}
            description="A code from your authenticator app, or a recovery code."
            {...form.getInputProps("code")}
          />
        )}
        <TextInput
          label="Contact Number"
          type="tel"
          autoComplete="tel"
          required
          {...form.getInputProps("contactNumber")}
        />
        <Group mt="xs">
          <Button type="submit" loading={loading}>
            Save Changes
          </Button>
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
