import type { PasswordInputProps } from "@mantine/core";
import { PasswordInput } from "@mantine/core";

/** A password that can be shown; the button for it, named after `what`, is there for keyboards and screen readers too. */
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
