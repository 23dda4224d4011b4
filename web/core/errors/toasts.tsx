import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconAlertCircle, IconCheck } from "../../ui/elements/icons.ts";
import { messageOr } from "./failure.ts";
import { rememberToast } from "./toastLog.ts";
import classes from "./toasts.module.css";
import { requireToastHost } from "./toastsWanted.ts";

const successMs = 3000;
const failureMs = 4000;

/** Milliseconds that are enough to read the toast and to reach the button. */
const undoMs = 8000;

/** Toasts have no title, so the close button needs a label. */
const closeButtonProps = { "aria-label": "Close notification" };

interface ToastAction {
  label: string;
  run: () => void;
}

export function toastSuccess(message: string, action?: ToastAction): void {
  requireToastHost();
  rememberToast(message, "success");
  const id = notifications.show({
    message: action ? (
      <span className={classes.withAction}>
        {message}
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            notifications.hide(id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      </span>
    ) : (
      message
    ),
    color: "hop",
    icon: <IconCheck size={18} aria-hidden />,
    autoClose: action ? undoMs : successMs,
    closeButtonProps,
  });
}

export function toastFailure(message: string): void {
  requireToastHost();
  rememberToast(message, "failure");
  notifications.show({
    message,
    color: "red",
    icon: <IconAlertCircle size={18} aria-hidden />,
    autoClose: failureMs,
    closeButtonProps,
  });
}

/** Shows the message that {@link messageOr} returns: the server's if there is one, otherwise `fallback`. */
export function toastError(error: unknown, fallback: string): void {
  toastFailure(messageOr(error, fallback));
}
