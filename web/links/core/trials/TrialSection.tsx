import { Divider, Stack } from "@mantine/core";
import type { LinkFormValues } from "../options/values.ts";
import { ArmFigures } from "./ArmFigures.tsx";
import { ReplayRules } from "./ReplayRules.tsx";
import { TryVisitor } from "./TryVisitor.tsx";

interface TrialSectionProps {
  linkId: string;
  /** The form's: its rules are tried before they are saved. */
  values: LinkFormValues;
}

/** What the rules in the form would do: for a made-up visitor, and with the clicks of the past. */
export default function TrialSection({ linkId, values }: TrialSectionProps) {
  return (
    <Stack gap="md">
      <TryVisitor linkId={linkId} values={values} />
      <Divider />
      <ReplayRules linkId={linkId} values={values} />
      <ArmFigures linkId={linkId} values={values} />
    </Stack>
  );
}
