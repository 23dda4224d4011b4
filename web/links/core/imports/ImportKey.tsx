import { Button, Group, PasswordInput, TextInput } from "@mantine/core";
import { useState } from "react";
import classes from "./ImportModal.module.css";

interface ImportKeyProps {
  /** Whether the service is self-hosted, so that its address is needed. */
  needsAddress: boolean;
  busy: boolean;
  onKey: (api: { address: string | null; key: string }) => void;
}

/** Imports links through a service's API instead of a file. */
export function ImportKey({ needsAddress, busy, onKey }: ImportKeyProps) {
  const [address, setAddress] = useState("");
  const [key, setKey] = useState("");
  return (
    <form
      className={classes.key}
      onSubmit={(event) => {
        event.preventDefault();
        onKey({ address: needsAddress ? address : null, key });
      }}
    >
      <p className={classes.intro}>
        Or have it read all of them, page by page. The key is forgotten when that is done.
      </p>
      <Group align="flex-end" gap="xs">
        {needsAddress && (
          <TextInput
            label="Address"
            type="url"
            placeholder="https://s.example.com"
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
          />
        )}
        <PasswordInput
          label="API key"
          autoComplete="off"
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
          miw={220}
        />
        <Button
          type="submit"
          variant="default"
          loading={busy}
          disabled={key === "" || (needsAddress && address === "")}
        >
          Read URLs
        </Button>
      </Group>
    </form>
  );
}
