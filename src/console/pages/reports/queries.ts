import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client, send } from '../../api/client.ts';
import type { ResponseOf } from '../../api/types.ts';

/** What all reports of the page are asked for. */
export interface ReportQuery {
  readonly from: string;
  readonly to: string;
  readonly compare: 'none' | 'previous';
  readonly location_id?: string;
}

export type Attendance = ResponseOf<'getAttendanceReport'>;
export type Occupancy = ResponseOf<'getOccupancyReport'>;
export type Revenue = ResponseOf<'getRevenueReport'>;
export type Members = ResponseOf<'getMemberReport'>;
export type LateCancels = ResponseOf<'getLateCancelReport'>;
export type Instructors = ResponseOf<'getInstructorReport'>;

const report = <Data extends object>(name: string, query: ReportQuery, fetch: () => Promise<unknown>) =>
  queryOptions({
    queryKey: ['reports', name, query],
    // The document also names the file of a report, which only `format=csv` asks for.
    queryFn: async () => (await fetch()) as Data,
    placeholderData: keepPreviousData,
  });

export const attendanceQuery = (query: ReportQuery) =>
  report<Attendance>('attendance', query, () => send(client.GET('/manage/reports/attendance', { params: { query } })));

export const occupancyQuery = (query: ReportQuery) =>
  report<Occupancy>('occupancy', query, () => send(client.GET('/manage/reports/occupancy', { params: { query } })));

export const revenueQuery = (query: ReportQuery) =>
  report<Revenue>('revenue', query, () => send(client.GET('/manage/reports/revenue', { params: { query } })));

export const membersQuery = (query: ReportQuery) =>
  report<Members>('members', query, () => send(client.GET('/manage/reports/members', { params: { query } })));

export const lateCancelsQuery = (query: ReportQuery) =>
  report<LateCancels>('late-cancels', query, () =>
    send(client.GET('/manage/reports/late-cancels', { params: { query } })),
  );

export const instructorsQuery = (query: ReportQuery) =>
  report<Instructors>('instructors', query, () =>
    send(client.GET('/manage/reports/instructors', { params: { query } })),
  );

export const fileOf = (name: string, table: string, query: ReportQuery): string =>
  `/manage/reports/${name}?${new URLSearchParams({ ...query, table, format: 'csv' })}`;
