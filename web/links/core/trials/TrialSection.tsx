import { Divider, Stack } from "@mantine/core";
import type { LinkFormValues } from "../options/values.ts";
import { ArmFigures } from "./ArmFigures.tsx";
import { ReplayRules } from "./ReplayRules.tsx";
import { TryVisitor } from "./TryVisitor.tsx";

interface TrialSectionProps {
  linkId: string;
  /** Values of the form, because rules are tried before they are saved. */
  values: LinkFormValues;
}

/** Tests the rules in the form with a simulated visitor and with past clicks, and shows the clicks of each arm. */
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
