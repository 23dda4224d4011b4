import { Stack, Text, TextInput } from "@mantine/core";
import type { OptionsForm } from "../options/optionsForm.ts";
import { OptionSwitch } from "../options/OptionSwitch.tsx";
import { Changeable, useSeveral } from "../changeable/changeable.tsx";
import { optionLimits } from "../options/values.ts";

/** Sets or removes a link's password. The server reports only whether there is one. */
export default function PasswordSection({ form }: { form: OptionsForm }) {
  const { hasPassword, removesPassword } = form.values;
  const several = useSeveral();
  const { passwordMin: min, passwordMax: max } = optionLimits;
  const change = "Blank keeps the present one. With another one, visitors are asked again.";
  const set = "Visitors are asked for it before they are led on. Write it down: it can't be shown again.";
  if (several) {
    return (
      <Changeable field="password" label="Take the password away">
        <Text size="sm" c="dimmed">
          Everybody who has the short URL is led on. This is not undone with the rest: nobody knows what it was.
        </Text>
      </Changeable>
    );
  }
  return (
    <Stack gap="md">
      {hasPassword && (
        <Text size="sm" c="dimmed">
          Visitors are asked for a password.
        </Text>
      )}
      {/* Not a password input: this password will be shared, and browsers would fill in the account's password. */}
      <TextInput
        size="sm"
        label={hasPassword ? "New password" : "Password"}
        description={`${min} to ${max} characters. ${hasPassword ? change : set}`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        disabled={removesPassword}
        maxLength={max}
        {...form.getInputProps("password")}
      />
      {hasPassword && (
        <OptionSwitch
          label="Remove the password"
          description="Everybody who has the short URL is led on"
          checked={removesPassword}
          onChange={(event) => form.setValues({ removesPassword: event.currentTarget.checked, password: "" })}
        />
      )}
    </Stack>
  );
}
