import { useMutation } from "@apollo/client/react";
import { Button } from "@mantine/core";
import { IconDeviceMobile, IconKey, IconLock, IconLogout, IconPlugConnected } from "../../ui/elements/icons.ts";
import { Suspense, lazy, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { toastError, toastSuccess } from "../../core/errors/toasts.tsx";
import { LogoutAllDocument } from "../../core/graphql/generated/graphql.ts";
import { useSession } from "../../core/session/SessionProvider.tsx";
import { ProfileCard } from "../../ui/elements/ProfileCard.tsx";
import classes from "../../ui/elements/ProfileCard.module.css";

const ChangePasswordModal = lazy(() => import("./ChangePasswordModal.tsx"));
const ConfirmModal = lazy(() => import("../../ui/elements/ConfirmModal.tsx"));

export function SecurityCard() {
  const [dialog, setDialog] = useState<"password" | "sessions" | null>(null);
  const [logoutAll] = useMutation(LogoutAllDocument);
  const { forget } = useSession();
  const navigate = useNavigate();
  const close = () => setDialog(null);

  const endSessions = async (): Promise<boolean> => {
    try {
      await logoutAll();
    } catch (error) {
      toastError(error, "The sessions could not be ended");
      return false;
    }
    await navigate("/");
    await forget();
    toastSuccess("All of your sessions have ended.");
    return true;
  };

  return (
    <ProfileCard title="Security">
      <p className={classes.words}>
        A new password ends all other sessions of yours, and pauses what they created to send data out.
      </p>
      <div className={classes.buttons}>
        <Button variant="default" leftSection={<IconKey size={17} aria-hidden />} onClick={() => setDialog("password")}>
          Change Password
        </Button>
        <Button
          variant="default"
          leftSection={<IconLogout size={17} aria-hidden />}
          onClick={() => setDialog("sessions")}
        >
          Log Out Everywhere
        </Button>
        <Button
          component={Link}
          to="/settings/second-factor"
          variant="default"
          leftSection={<IconLock size={17} aria-hidden />}
        >
          Second Factor
        </Button>
        <Button
          component={Link}
          to="/settings/sessions"
          variant="default"
          leftSection={<IconDeviceMobile size={17} aria-hidden />}
        >
          Sessions
        </Button>
        <Button
          component={Link}
          to="/settings/outlets"
          variant="default"
          leftSection={<IconPlugConnected size={17} aria-hidden />}
        >
          Access and Outlets
        </Button>
      </div>
      <Suspense fallback={null}>
        {dialog === "password" && <ChangePasswordModal onClose={close} />}
        {dialog === "sessions" && (
          <ConfirmModal
            title="Log Out Everywhere"
            question="Every session of your account ends at once, this one too, and what the others created to send data out is paused. A new email address that is not confirmed yet is dropped."
            action="End all sessions"
            onClose={close}
            onConfirm={endSessions}
          />
        )}
      </Suspense>
    </ProfileCard>
  );
}
