import { migration } from "./migration.ts";

/** Renames stored values to their names in the API of 1.0. */
export const finalNames = migration("0059_final_names", [
  `ALTER TABLE share DROP CONSTRAINT share_target_check, DROP CONSTRAINT share_check`,
  `UPDATE share SET target = 'workspace' WHERE target = 'account'`,
  `ALTER TABLE share ADD CONSTRAINT share_target_check CHECK (target IN ('workspace', 'group', 'link')),
     ADD CONSTRAINT share_check CHECK ((target = 'workspace') = (target_id IS NULL))`,
  `ALTER TABLE link_import_row DROP CONSTRAINT link_import_row_verdict_check`,
  `UPDATE link_import_row SET verdict = CASE verdict WHEN 'make' THEN 'create' ELSE 'rejected' END
   WHERE verdict IN ('make', 'refused')`,
  `ALTER TABLE link_import_row ADD CONSTRAINT link_import_row_verdict_check
     CHECK (verdict IN ('create', 'exists', 'rejected'))`,
  `UPDATE destination SET problem = CASE problem
     WHEN 'missing' THEN 'notFound' WHEN 'host' THEN 'hostNotFound' WHEN 'refused' THEN 'connectionRefused'
     WHEN 'certificate' THEN 'certificateInvalid' WHEN 'server' THEN 'serverError' WHEN 'silent' THEN 'noAnswer'
     WHEN 'redirects' THEN 'tooManyRedirects' ELSE problem END
   WHERE problem IS NOT NULL`,
  `UPDATE link_view SET text = replace(text, 'sort=external_id-', 'sort=externalId-')
   WHERE text LIKE '%sort=external_id-%'`,
  `UPDATE saved_query SET text = regexp_replace(text, '\\maccount_id\\M', 'workspace_id', 'g')
   WHERE text LIKE '%account_id%'`,
]);
