import { useMutation } from "@apollo/client/react";
import { useState } from "react";
import { toastError, toastSuccess } from "../../../core/errors/toasts.tsx";
import {
  CreateSqlAccessDocument,
  RevokeSqlAccessDocument,
  SqlAccessDocument,
} from "../../../core/graphql/generated/graphql.ts";

/** Grants and revokes SQL access; the new password is available only until the page is left. */
export function useSqlAccess() {
  const [password, setPassword] = useState<string | null>(null);
  const [create] = useMutation(CreateSqlAccessDocument);
  const [revoke] = useMutation(RevokeSqlAccessDocument);

  return {
    password,
    /** Creates SQL access with the account's password. Rejects if the access was not created. */
    async create(accountPassword: string): Promise<void> {
      const { data } = await create({
        variables: { password: accountPassword },
        update: (cache, { data: made }) => {
          if (made) cache.writeQuery({ query: SqlAccessDocument, data: { sqlAccess: made.createSqlAccess.access } });
        },
      });
      setPassword(data?.createSqlAccess.password ?? null);
    },
    /** Resolves with whether access was revoked. */
    async revoke(): Promise<boolean> {
      try {
        await revoke({
          update: (cache, { data: made }) => {
            if (made) cache.writeQuery({ query: SqlAccessDocument, data: { sqlAccess: made.revokeSqlAccess } });
          },
        });
        setPassword(null);
        toastSuccess("SQL access is revoked.");
        return true;
      } catch (error) {
        toastError(error, "SQL access could not be revoked");
        return false;
      }
    },
  };
}
