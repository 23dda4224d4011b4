import type { RestRow } from "./restRow.ts";

const ofOwner: RestRow["request"] = ({ owner }) => ({ id: owner.clickExport.id });
const place = { name: "Another", endpoint: "https://10.0.0.2", bucket: "clicks", accessKeyId: "A", secret: "B" };

/** REST calls for exports of clicks to a bucket. */
export const clickExportCalls: readonly RestRow[] = [
  { call: "POST /api/exports", request: () => ({ body: place }), stranger: "ok", changes: true },
  {
    call: "POST /api/exports",
    how: "to nowhere",
    request: () => ({ body: { ...place, endpoint: "nowhere" } }),
    stranger: "VALIDATION_ERROR",
    owner: "VALIDATION_ERROR",
  },
  { call: "GET /api/exports", request: () => ({}), stranger: "ok", shows: ({ clickExport }) => clickExport.id },
  { call: "GET /api/exports/:id/files", request: ofOwner },
  {
    call: "PATCH /api/exports/:id",
    request: ({ owner }) => ({ id: owner.clickExport.id, body: { enabled: false } }),
    shows: ({ clickExport }) => clickExport.name,
    changes: true,
  },
  {
    call: "POST /api/exports/:id/range",
    request: ({ owner }) => ({ id: owner.clickExport.id, body: { from: "2026-01-01", to: "2026-01-02" } }),
    changes: true,
  },
  { call: "POST /api/exports/:id/try", request: ofOwner, changes: true },
  { call: "DELETE /api/exports/:id", request: ofOwner, changes: true },
];
