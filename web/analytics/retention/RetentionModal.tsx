import { useQuery } from "@apollo/client/react";
import { limits } from "@hoplog/schema/limits.js";
import { Button, Checkbox, Group, NativeSelect, NumberInput, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "../../ui/elements/Dialog.tsx";
import { ClickRetentionPreviewDocument } from "../../core/graphql/generated/graphql.ts";
import { useRetentionActions } from "./useRetentionActions.ts";

const { clickRetentionMin: min, clickRetentionMax: max, clickRetentionDelayDays: delay } = limits;

const kinds = [
  { value: "ever", label: "For ever" },
  { value: "days", label: "For some days" },
];

/** Changes the retention; shows which clicks are deleted and asks for confirmation. Loaded in its own chunk. */
export default function RetentionModal({ days: present, onClose }: { days: number | null; onClose: () => void }) {
  const [kind, setKind] = useState(present === null ? "ever" : "days");
  const [typed, setTyped] = useState<number | string>(present ?? 365);
  const [isSure, setSure] = useState(false);
  const { busy, set } = useRetentionActions();
  const days = kind === "ever" ? null : Number(typed);
  const isValid = days === null || (typed !== "" && Number.isInteger(days) && days >= min && days <= max);
  const removesMore = days !== null && (present === null || days < present);
  const save = async () => {
    if (await set(days)) onClose();
  };
  return (
    <Dialog onClose={onClose} title="Old Clicks">
      <Stack>
        <NativeSelect
          label="Single clicks are kept"
          data={kinds}
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value)}
        />
        {kind === "days" && (
          <NumberInput
            label="Days"
            value={typed}
            onChange={setTyped}
            min={min}
            max={max}
            allowDecimal={false}
            clampBehavior="none"
            hideControls
            error={isValid ? null : `Must be a whole number from ${min} to ${max}`}
          />
        )}
        {isValid && removesMore && <Consequences days={days} />}
        {removesMore && (
          <Checkbox
            label="I understand that nobody can bring removed clicks back"
            checked={isSure}
            onChange={(event) => setSure(event.currentTarget.checked)}
          />
        )}
      </Stack>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Back
        </Button>
        <Button
          {...(removesMore && { color: "red.9" })}
          loading={busy}
          disabled={!isValid || (removesMore && !isSure)}
          onClick={() => void save()}
        >
          {removesMore ? "Remove Old Clicks" : "Save"}
        </Button>
      </Group>
    </Dialog>
  );
}

function Consequences({ days }: { days: number }) {
  const { data } = useQuery(ClickRetentionPreviewDocument, { variables: { days }, fetchPolicy: "network-only" });
  const preview = data?.clickRetentionPreview;
  return (
    <div>
      <Text role="status">
        {preview
          ? `Today that would be ${preview.clicks.toLocaleString("en")} single clicks, all before ${preview.before} (UTC).`
          : "How many that are is being counted…"}
      </Text>
      <Text mt="xs">
        Removed are their place, browser, referrer and all else that is known of each one. Lists, filters, histories,
        exports and SQL then begin at that day. Figures, charts, top URLs and visitors per day stay for ever.
      </Text>
      <Text mt="xs">It begins in {delay} days, and you get a mail now. Until then it can be cancelled.</Text>
    </div>
  );
}
