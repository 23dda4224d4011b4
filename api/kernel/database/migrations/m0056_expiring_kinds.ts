import { migration } from "./migration.ts";

/** Renames `what` to `kind` in the subjects of fired alarms, and renames three of its values. */
export const expiringKinds = migration("0056_expiring_kinds", [
  `UPDATE alarm_firing SET subjects = (
     SELECT jsonb_agg((subject - 'what') || jsonb_build_object('kind', CASE subject ->> 'what'
       WHEN 'astray' THEN 'dnsMismatch' WHEN 'unproved' THEN 'txtMissing' WHEN 'lost' THEN 'ownershipLost'
       ELSE subject ->> 'what' END) ORDER BY position)
     FROM jsonb_array_elements(subjects) WITH ORDINALITY AS element (subject, position))
   WHERE subjects <> '[]'`,
]);
