import { Alert, Anchor } from "@mantine/core";
import { Link } from "react-router-dom";
import { timeText } from "../../ui/timeText.ts";

/** Tells every session that the second factor will be removed, because somebody may have asked who stole the password. */
export default function RemovalNotice({ at }: { at: string }) {
  return (
    <Alert color="amber" mb="md" title="Your second factor is about to be removed">
      Somebody who knows your password has asked for that. From {timeText(at)} on, the next sign-in removes it.{" "}
      <Anchor inherit component={Link} to="/settings/second-factor" style={{ textDecoration: "underline" }}>
        Review or stop it
      </Anchor>
    </Alert>
  );
}
