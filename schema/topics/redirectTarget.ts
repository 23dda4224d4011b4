/**
 * The one question the redirector may ask Postgres, for a code its replica has not seen yet. The view is made by
 * api's migrations; `$1` is the code, and there is at most one row with the fields of a {@link LinkRecord}.
 */
export const redirectTargetQuery = `
  SELECT link_id AS "linkId", owner_id AS "ownerId", revision, url, active FROM redirect_target WHERE code = $1`;
