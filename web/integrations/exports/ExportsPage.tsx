import { useQuery } from "@apollo/client/react";
import { Button, Skeleton } from "@mantine/core";
import { IconCloudOff, IconDatabaseExport, IconPlus } from "../../ui/elements/icons.ts";
import { lazy, Suspense, useState } from "react";
import { EmptyState } from "../../ui/elements/EmptyState.tsx";
import { PageHead } from "../../ui/elements/PageHead.tsx";
import { type ClickExportCardFragment, ClickExportsDocument } from "../../core/graphql/generated/graphql.ts";
import grid from "../../links/core/LinksPage.module.css";
import { ExportCard } from "./ExportCard.tsx";
import { RetentionCard } from "../../analytics/retention/RetentionCard.tsx";
import { useExportActions } from "./useExportActions.ts";
import { PausedNotice } from "../../accounts/outlets/PausedNotice.tsx";

const ExportFormModal = lazy(() => import("./ExportFormModal.tsx"));
const ExportFilesModal = lazy(() => import("./ExportFilesModal.tsx"));
const ConfirmModal = lazy(() => import("../../ui/elements/ConfirmModal.tsx"));

type Open = "new" | { kind: "edit" | "files" | "end"; of: ClickExportCardFragment };

/** Page of click exports to buckets. */
export function ExportsPage() {
  const { data, error, refetch } = useQuery(ClickExportsDocument, {
    fetchPolicy: "cache-and-network",
    pollInterval: 30_000,
  });
  const [open, setOpen] = useState<Open | null>(null);
  const { remove } = useExportActions();
  const exports = data?.clickExports;
  const close = () => setOpen(null);
  const add = () => setOpen("new");
  return (
    <>
      <PageHead title="Exports" subtitle="Clicks as Parquet files in your own bucket, each hour or day">
        <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
          New Export
        </Button>
      </PageHead>
      <PausedNotice kind="export" />
      {exports && exports.length > 0 && (
        <ul className={grid.grid} aria-label="Exports">
          {exports.map((each) => (
            <li key={each.id}>
              <ExportCard of={each} onAction={(kind) => setOpen({ kind, of: each })} />
            </li>
          ))}
        </ul>
      )}
      {!exports && !error && (
        <div className={grid.grid} role="status" aria-label="Loading exports">
          <Skeleton height={260} radius="lg" />
        </div>
      )}
      {!exports && error && (
        <EmptyState icon={<IconCloudOff size={40} stroke={1.4} aria-hidden />} title="Failed to fetch exports">
          <p>They go on; only this list could not be loaded.</p>
          <Button variant="light" onClick={() => void refetch().catch(() => undefined)}>
            Retry
          </Button>
        </EmptyState>
      )}
      {exports?.length === 0 && (
        <EmptyState icon={<IconDatabaseExport size={40} stroke={1.4} aria-hidden />} title="No export yet">
          <p>
            Take your clicks along: each hour or day that is over becomes a file in a bucket of yours, on AWS or any
            other storage that speaks S3, which DuckDB, ClickHouse, Spark and others read. Also those of the past.
          </p>
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
            Set Up an Export
          </Button>
        </EmptyState>
      )}
      <RetentionCard />
      <Suspense fallback={null}>
        {open === "new" && <ExportFormModal of={null} onClose={close} />}
        {open !== null && open !== "new" && open.kind === "edit" && <ExportFormModal of={open.of} onClose={close} />}
        {open !== null && open !== "new" && open.kind === "files" && <ExportFilesModal of={open.of} onClose={close} />}
        {open !== null && open !== "new" && open.kind === "end" && (
          <ConfirmModal
            title="End Export"
            question={`No more files are written by “${open.of.name}”, and we forget its key. The files in your bucket are yours and stay there.`}
            action="End"
            onClose={close}
            onConfirm={() => remove(open.of)}
          />
        )}
      </Suspense>
    </>
  );
}
