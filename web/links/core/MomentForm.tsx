import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import classes from "./HistoryModal.module.css";
import { LinkThen } from "./LinkThen.tsx";

/** Shows the link as it was at a given time, entered in the viewer's time zone. */
export function MomentForm({ linkId }: { linkId: string }) {
  const [text, setText] = useState("");
  const [at, setAt] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const show = (event: FormEvent) => {
    event.preventDefault();
    const moment = new Date(text);
    const isMoment = text !== "" && !Number.isNaN(moment.getTime());
    setProblem(isMoment ? null : "Choose a day and a time");
    setAt(isMoment ? moment.toISOString() : null);
  };
  return (
    <>
      <form className={classes.moment} onSubmit={show}>
        <TextInput
          type="datetime-local"
          label="The link as it was at"
          value={text}
          error={problem}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          Show
        </Button>
      </form>
      {at !== null && <LinkThen key={at} linkId={linkId} at={at} />}
    </>
  );
}
