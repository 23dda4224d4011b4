import type { PasswordInputProps } from "@mantine/core";
import { PasswordInput } from "@mantine/core";

/**
 * A password field with a button to show the password. The button, labelled with `what`, is accessible by keyboard and
 * screen reader.
 */
export function PasswordField({ what, ...props }: PasswordInputProps & { what: string }) {
  return (
    <PasswordInput
      autoComplete="new-password"
      required
      withAsterisk={false}
      visibilityToggleButtonProps={{ "aria-label": `Show or hide ${what}`, "aria-hidden": false, tabIndex: 0 }}
      {...props}
    />
  );
}
