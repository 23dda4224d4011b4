import { Alert, Button, Stack, Text } from "@mantine/core";
import { IconArrowsSplit2, IconTrash } from "../../../ui/elements/icons.ts";
import { useState } from "react";
import { newSplit } from "../options/newDrafts.ts";
import { clearBelow, type OptionsForm } from "../options/optionsForm.ts";
import type { ArmDraft, SplitDraft } from "../options/values.ts";
import { Changeable, useSeveral } from "../changeable/changeable.tsx";
import { SplitFields } from "./SplitFields.tsx";

interface Promoted {
  readonly url: string;
  /** The previous values, for undo. */
  readonly before: { readonly originalUrl: string; readonly split: SplitDraft };
}

/** Splits visits among several destinations instead of one. */
export default function SplitSection({ form }: { form: OptionsForm }) {
  return (
    <Changeable field="split" label="Split">
      <Split form={form} />
    </Changeable>
  );
}

function Split({ form }: { form: OptionsForm }) {
  const several = useSeveral();
  const { split, originalUrl } = form.values;
  const [promoted, setPromoted] = useState<Promoted | null>(null);

  const set = (next: SplitDraft | null) => {
    form.setFieldValue("split", next);
    clearBelow(form, "split");
    setPromoted(null);
  };
  const promote = ({ url }: ArmDraft) => {
    if (!split) return;
    set(null);
    form.setFieldValue("originalUrl", url);
    setPromoted({ url, before: { originalUrl, split } });
  };
  const undoPromotion = ({ before }: Promoted) => {
    set(before.split);
    form.setFieldValue("originalUrl", before.originalUrl);
  };

  if (split) {
    return (
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          Visits that no rule is for are shared out among these arms, by their weights.
        </Text>
        <SplitFields form={form} path="split" split={split} of="the split" {...(!several && { onPromote: promote })} />
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          style={{ alignSelf: "flex-start" }}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => set(null)}
        >
          Remove the split
        </Button>
      </Stack>
    );
  }
  return (
    <Stack gap="sm">
      {promoted ? (
        <Alert variant="light" color="hop" role="status">
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            Once you save, all visits go to {promoted.url}, and the split is removed.
          </Text>
          <Button variant="light" size="compact-sm" mt="xs" onClick={() => undoPromotion(promoted)}>
            Keep the split
          </Button>
        </Alert>
      ) : (
        <Text size="sm" c="dimmed">
          Send visits to several destinations, each with its part of them.
        </Text>
      )}
      <Button
        variant="light"
        size="compact-md"
        style={{ alignSelf: "flex-start" }}
        leftSection={<IconArrowsSplit2 size={16} aria-hidden />}
        onClick={() => set(newSplit(originalUrl.trim()))}
      >
        Split the visits
      </Button>
    </Stack>
  );
}
