import { Button, Group, TextInput } from "@mantine/core";
import { useState } from "react";

interface ImportNameProps {
  name: string;
  onChange: (name: string) => void;
}

/** Form to rename an import. Its name is the namespace of the ids that links have at the source. */
export function ImportName({ name, onChange }: ImportNameProps) {
  const [typed, setTyped] = useState(name);
  const isChanged = typed.trim() !== "" && typed.trim() !== name;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) onChange(typed.trim());
      }}
    >
      <Group align="flex-end" gap="xs" mb="sm">
        <TextInput
          label="Import name"
          description="IDs of links are unique within it"
          value={typed}
          maxLength={200}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {isChanged && (
          <Button type="submit" variant="default">
            Rename
          </Button>
        )}
      </Group>
    </form>
  );
}
