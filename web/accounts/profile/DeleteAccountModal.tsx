import { useMutation } from "@apollo/client/react";
import { useNavigate } from "react-router-dom";
import { toastSuccess } from "../../core/errors/toasts.tsx";
import { DeleteAccountDocument } from "../../core/graphql/generated/graphql.ts";
import { useSession } from "../../core/session/SessionProvider.tsx";
import PasswordModal from "./PasswordModal.tsx";

export default function DeleteAccountModal({ onClose }: { onClose: () => void }) {
  const [deleteAccount] = useMutation(DeleteAccountDocument);
  const { forget } = useSession();
  const navigate = useNavigate();

  return (
    <PasswordModal
      title="Delete Account"
      text="This erases your account, all of your URLs and groups, and every click on them. Your short links stop working at once. This action cannot be undone."
      action="Delete everything"
      dangerous
      fallback="Account deletion failed"
      onClose={onClose}
      onSubmit={async (password) => {
        await deleteAccount({ variables: { password } });
        await navigate("/");
        await forget();
        toastSuccess("Your account and all of its data are deleted.");
      }}
    />
  );
}
