import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import type { TextKey } from '../../../texts/translate.ts';
import { useText } from '../../base/texts.tsx';
import { later } from '../../base/time/now.ts';
import { LoadError } from '../../ui/notices/errors.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { hasBefore } from './days.ts';
import { ReportFigures } from './figures.tsx';
import { ReportsHead } from './head.tsx';
import {
  attendanceQuery,
  fileOf,
  instructorsQuery,
  lateCancelsQuery,
  membersQuery,
  occupancyQuery,
  revenueQuery,
} from './queries.ts';
import { AttendanceTab, OccupancyTab } from './tabs/attendance-tab.tsx';
import { InstructorsTab } from './tabs/instructors-tab.tsx';
import { LateCancelsTab, MembersTab } from './tabs/members-tab.tsx';
import { RevenueTab } from './tabs/revenue-tab.tsx';
import { route, useReportQuery, useShow } from './use-report-query.ts';

const TABS = [
  { id: 'attendance', name: 'reports.tabAttendance', table: 'days' },
  { id: 'occupancy', name: 'reports.tabOccupancy', table: 'classes' },
  { id: 'revenue', name: 'reports.tabRevenue', table: 'days' },
  { id: 'members', name: 'reports.tabMembers', table: 'days' },
  { id: 'late-cancels', name: 'reports.tabLateCancels', table: 'days' },
  { id: 'instructors', name: 'reports.tabInstructors', table: 'instructors' },
] as const satisfies readonly { readonly id: string; readonly name: TextKey; readonly table: string }[];

interface Loaded<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** A report when it is there: until then a place of its height, or why there is no report. */
const Loading = <Data,>({ query, children }: { query: Loaded<Data>; children: (data: Data) => ReactNode }) => {
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  return <span className="skeleton report-skeleton" aria-hidden="true" />;
};

/** Reports: how the studio does in a range of days, which the address has, beside the range before. */
export const ReportsPage = () => {
  const t = useText();
  const { tab: named } = route.useSearch();
  const show = useShow();
  const { query, today } = useReportQuery();
  const selected = TABS.find(({ id }) => id === named) ?? TABS[0];
  const isShown = (id: (typeof TABS)[number]['id']) => ({ enabled: selected.id === id });
  const attendance = useQuery(attendanceQuery(query));
  const occupancy = useQuery({ ...occupancyQuery(query), ...isShown('occupancy') });
  const revenue = useQuery(revenueQuery(query));
  const members = useQuery(membersQuery(query));
  const lateCancels = useQuery(lateCancelsQuery(query));
  const instructors = useQuery({ ...instructorsQuery(query), ...isShown('instructors') });
  usePageTitle(t('reports.pageTitle', { report: t(selected.name) }));
  const { data } = attendance;
  const isCompared = data !== undefined && hasBefore(data.days, data.before, today);
  const list = useRef<HTMLDivElement>(null);
  // Where the tabs do not all fit, the tab that is shown is in sight.
  useEffect(() => {
    const scroll = (): void =>
      list.current
        ?.querySelector(`[data-key="${selected.id}"]`)
        ?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
    // The tabs are drawn in a second pass.
    return later(scroll, 0);
  }, [selected.id]);
  const contents: Readonly<Record<(typeof TABS)[number]['id'], () => ReactNode>> = {
    attendance: () => (
      <Loading query={attendance}>{(report) => <AttendanceTab report={report} isCompared={isCompared} />}</Loading>
    ),
    occupancy: () => (
      <Loading query={occupancy}>{(report) => <OccupancyTab report={report} isCompared={isCompared} />}</Loading>
    ),
    revenue: () => (
      <Loading query={revenue}>{(report) => <RevenueTab report={report} isCompared={isCompared} />}</Loading>
    ),
    members: () => (
      <Loading query={members}>{(report) => <MembersTab report={report} isCompared={isCompared} />}</Loading>
    ),
    'late-cancels': () => (
      <Loading query={lateCancels}>{(report) => <LateCancelsTab report={report} isCompared={isCompared} />}</Loading>
    ),
    instructors: () => <Loading query={instructors}>{(report) => <InstructorsTab report={report} />}</Loading>,
  };
  const select = (id: string): void => show({ tab: id === TABS[0].id ? undefined : id });
  return (
    <>
      <ReportsHead
        before={isCompared ? (data.before ?? undefined) : undefined}
        file={fileOf(selected.id, selected.table, query)}
      />
      <Tabs
        className="reports"
        selectedKey={selected.id}
        onSelectionChange={(key) => key !== selected.id && select(String(key))}
      >
        <TabList ref={list} className="tabs" aria-label={t('reports.title')}>
          {TABS.map(({ id, name }) => (
            <Tab key={id} id={id}>
              {t(name)}
            </Tab>
          ))}
        </TabList>
        <ReportFigures
          attendance={attendance}
          revenue={revenue}
          members={members}
          lateCancels={lateCancels}
          isCompared={isCompared}
        />
        <TabPanel key={selected.id} id={selected.id}>
          {contents[selected.id]()}
        </TabPanel>
      </Tabs>
    </>
  );
};
