import { Progress, Text } from "@mantine/core";
import { missingCharacters, passwordStrength } from "./passwordStrength.ts";

/** The live strength bar below the sign-up password. */
export function PasswordMeter({ password }: { password: string }) {
  if (password === "") return null;
  const { score, label, color } = passwordStrength(password);
  const missing = missingCharacters(password);
  return (
    <div>
      <Progress
        value={score}
        color={color}
        size="sm"
        radius="xl"
        aria-label="Password strength"
        aria-valuetext={label}
      />
      <Text size="xs" c="dimmed" mt={4} aria-live="polite">
        {missing > 0
          ? `${missing} more ${missing === 1 ? "character" : "characters"} needed`
          : `Password strength: ${label}`}
      </Text>
    </div>
  );
}
