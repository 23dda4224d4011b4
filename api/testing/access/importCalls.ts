import type { RestRow } from "./restRow.ts";

const ofOwner: RestRow["request"] = ({ owner }) => ({ id: owner.import.id });

/** REST calls for imports of links. */
export const importCalls: readonly RestRow[] = [
  { call: "POST /api/imports", request: () => ({ body: { source: "csv" } }), stranger: "ok", changes: true },
  { call: "GET /api/imports", request: () => ({}), stranger: "ok", shows: (owner) => owner.import.id },
  { call: "GET /api/imports/:id", request: ofOwner, shows: (owner) => owner.import.id },
  { call: "GET /api/urls/:id/imported-visits", request: ({ owner }) => ({ id: owner.link.id }) },
  { call: "GET /api/imports/:id/rows", request: ofOwner, shows: ({ mark }) => mark },
  {
    // The call is rejected, because the file is complete.
    call: "PUT /api/imports/:id/file",
    request: ({ owner }) => ({
      id: owner.import.id,
      query: { part: "1" },
      headers: { "content-type": "application/octet-stream" },
      body: Buffer.from("url"),
    }),
    owner: "CONFLICT_ERROR",
  },
  {
    call: "POST /api/imports/:id/complete",
    request: ({ owner }) => ({ id: owner.import.id, body: { parts: 1 } }),
    shows: (owner) => owner.import.id,
  },
  {
    call: "PATCH /api/imports/:id",
    request: ({ owner }) => ({ id: owner.import.id, body: { columns: { name: "title" } } }),
    shows: (owner) => owner.import.id,
    changes: true,
  },
  { call: "POST /api/imports/:id/start", request: ofOwner, shows: (owner) => owner.import.id, changes: true },
  { call: "POST /api/imports/:id/cancel", request: ofOwner, shows: (owner) => owner.import.id, changes: true },
];
