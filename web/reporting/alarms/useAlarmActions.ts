import { useMutation } from "@apollo/client/react";
import { toastError, toastSuccess } from "../../core/errors/toasts.tsx";
import {
  type AlarmCardFragment,
  AlarmsDocument,
  DeleteAlarmDocument,
  TryAlarmDocument,
  UpdateAlarmDocument,
} from "../../core/graphql/generated/graphql.ts";

/** Actions on listed alarms. */
export function useAlarmActions() {
  const listed = { refetchQueries: [AlarmsDocument], awaitRefetchQueries: true };
  const [send] = useMutation(TryAlarmDocument);
  const [update] = useMutation(UpdateAlarmDocument, listed);
  const [end] = useMutation(DeleteAlarmDocument, listed);

  return {
    async tryNow({ id }: AlarmCardFragment): Promise<void> {
      try {
        await send({ variables: { id } });
        toastSuccess("A test is on its way.");
      } catch (error) {
        toastError(error, "Failed to send a test");
      }
    },
    async turn({ id, isOn }: AlarmCardFragment): Promise<void> {
      try {
        await update({ variables: { id, input: { isOn: !isOn } } });
      } catch (error) {
        toastError(error, "Failed to change the alarm");
      }
    },
    /** Resolves with whether the alarm was deleted. */
    async remove({ id }: AlarmCardFragment): Promise<boolean> {
      try {
        await end({ variables: { id } });
        toastSuccess("Alarm deleted.");
        return true;
      } catch (error) {
        toastError(error, "Failed to delete the alarm");
        return false;
      }
    },
  };
}
