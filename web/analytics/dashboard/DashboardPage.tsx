import { Button, Center, Stack, Text, Title, useComputedColorScheme } from "@mantine/core";
import { IconFolders, IconLinkPlus, IconUserCircle } from "../../ui/elements/icons.ts";
import { useMemo } from "react";
import { Link } from "react-router-dom";
import { ChartCard } from "../link/ChartCard.tsx";
import { chartColours } from "../link/colours.ts";
import { barFigure } from "../link/figures.ts";
import { lineFigure } from "../link/lineFigure.ts";
import { WithMarks } from "../link/WithMarks.tsx";
import { guestHome } from "../../core/navigation/paths.ts";
import { ConversionTiles } from "../../links/conversions/ConversionTiles.tsx";
import { PageHead } from "../../ui/elements/PageHead.tsx";
import { useUser } from "../../core/session/SessionProvider.tsx";
import classes from "./DashboardPage.module.css";
import { DashboardTiles } from "./DashboardTiles.tsx";
import { RecentGroups, RecentUrls } from "./RecentLists.tsx";
import { useDashboard } from "./useDashboard.ts";

const chartHeight = 250;
/** Maximum number of bars that stay readable. */
const maxGroups = 8;

const quickActions = [
  { to: "/urls?new=1", label: "Create URL", text: "Shorten a link", icon: IconLinkPlus },
  { to: "/groups", label: "Manage Groups", text: "Keep campaigns together", icon: IconFolders },
  { to: "/profile", label: "Your Profile", text: "Account and security", icon: IconUserCircle },
];

export function DashboardPage() {
  const user = useUser();
  const { failure, figures, clicksByDate, groupDistribution, links, groups } = useDashboard();
  const colours = chartColours[useComputedColorScheme("light", { getInitialValueInEffect: false })];

  const days = useMemo(() => clicksByDate?.map(({ date, clicks }) => ({ label: date, clicks })), [clicksByDate]);
  const sizes = useMemo(
    () => groupDistribution?.slice(0, maxGroups).map(({ groupName, count }) => ({ label: groupName, clicks: count })),
    [groupDistribution],
  );
  const dayFigure = useMemo(() => days && lineFigure(days, colours, { isUnfinished: true }), [days, colours]);
  const groupFigure = useMemo(() => sizes && barFigure(sizes, colours, colours.second), [sizes, colours]);

  if (failure) return <Problem failure={failure} />;

  return (
    <>
      <PageHead title={`Welcome back, ${firstWord(user.name)}!`} subtitle="What your links are doing right now.">
        <Button component={Link} to="/urls?new=1" size="md" leftSection={<IconLinkPlus size={18} aria-hidden />}>
          Create New URL
        </Button>
      </PageHead>
      <DashboardTiles figures={figures} />
      <div className={classes.converted}>
        <ConversionTiles label="Conversions of all links" />
      </div>
      <div className={classes.columns}>
        <WithMarks
          linkIds={null}
          interval="day"
          level={2}
          title="Clicks by Date"
          subtitle="Last 7 days"
          unit="Date"
          rows={days}
          figure={dayFigure ?? null}
          height={chartHeight}
          emptyText="No clicks in the last seven days"
        />
        <ChartCard
          level={2}
          title="Group Distribution"
          subtitle="URLs per group"
          unit="Group"
          countLabel="URLs"
          rows={sizes}
          figure={groupFigure ?? null}
          height={chartHeight}
          emptyText="No URL is in a group yet"
        />
      </div>
      <div className={classes.columns}>
        <RecentUrls links={links} />
        <RecentGroups groups={groups} />
      </div>
      <nav className={classes.quick} aria-label="Quick actions">
        {quickActions.map(({ to, label, text, icon: Icon }) => (
          <Link key={to} to={to} className={classes.action}>
            <span className={classes.actionIcon}>
              <Icon size={20} aria-hidden />
            </span>
            <span>
              <span className={classes.name}>{label}</span>
              <span className={classes.sub}>{text}</span>
            </span>
          </Link>
        ))}
      </nav>
    </>
  );
}

function firstWord(name: string): string {
  return name.trim().split(/\s+/)[0] || "User";
}

/** Error state of the whole page. */
function Problem({ failure }: { failure: "authentication" | "load" }) {
  const stranger = failure === "authentication";
  return (
    <Center mih="50vh">
      <Stack align="center" gap="sm" ta="center" role="alert">
        <Title order={1} size="h2">
          {stranger ? "Authentication Required" : "Error Loading Dashboard"}
        </Title>
        <Text c="dimmed">{stranger ? "User not authenticated" : "Failed to fetch dashboard data"}</Text>
        {stranger ? (
          <Button component={Link} to={guestHome}>
            Go to Login
          </Button>
        ) : (
          <Button onClick={() => window.location.reload()}>Retry</Button>
        )}
      </Stack>
    </Center>
  );
}
