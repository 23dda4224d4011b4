import { Button, Group, Text, TextInput } from "@mantine/core";
import { IconCopy } from "../../ui/elements/icons.ts";
import { Dialog } from "../../ui/elements/Dialog.tsx";
import { copyToClipboard } from "../../core/files/clipboard.ts";

interface SecretModalProps {
  name: string;
  secret: string;
  /** Time until which messages are also signed with the previous secret; null if there is none. */
  until: string | null;
  onClose: () => void;
}

/** Shows a webhook's secret, which can't be shown again. Loaded in its own chunk. */
export default function SecretModal({ name, secret, until, onClose }: SecretModalProps) {
  return (
    <Dialog onClose={onClose} title={`Secret of ${name}`}>
      <Text mb="sm">
        Your server checks with it that messages are ours. Copy it now: it can&apos;t be shown again, only replaced.
        {until && ` Until ${new Date(until).toLocaleString()} messages are signed by the secret before as well.`}
      </Text>
      <TextInput aria-label="Secret" readOnly value={secret} data-autofocus onFocus={({ target }) => target.select()} />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
        <Button leftSection={<IconCopy size={17} aria-hidden />} onClick={() => void copyToClipboard(secret)}>
          Copy
        </Button>
      </Group>
    </Dialog>
  );
}
