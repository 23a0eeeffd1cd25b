import type { TSchema } from '@sinclair/typebox';
import { businessOperations } from '../../http/operations/declare.ts';
import { answer } from './answer.ts';
import { AttendanceReport, attendance, attendanceTables } from './kinds/attendance.ts';
import { InstructorReport, instructors, instructorTables } from './kinds/instructors.ts';
import { LateCancelReport, lateCancels, lateCancelTables } from './kinds/late-cancels.ts';
import { MemberReport, members, memberTables } from './kinds/members.ts';
import { OccupancyReport, occupancy, occupancyTables } from './kinds/occupancy.ts';
import { RevenueReport, revenue, revenueTables } from './kinds/revenue.ts';
import { reportQuery } from './shapes.ts';

const example = { query: { from: '2026-11-01', to: '2026-11-27', compare: 'previous' } } as const;

const said = (summary: string, description: string, response: TSchema) =>
  ({
    summary,
    description,
    response,
    alsoSends: 'csv',
    staff: 'reports:read',
    sites: 'named',
    example,
  }) as const;

/** What a studio looks at every month, and every number of it (management.md "Reports"). */
export const reportOperations = businessOperations(
  {
    tag: 'Reports',
    about: 'How the studio is doing: each number for a range of days, compared with the range before.',
  },
  'manage',
  ({ read }) => [
    read(
      'GET /manage/reports/attendance',
      'getAttendanceReport',
      {
        ...said(
          'Retrieve the attendance report',
          "Visits by day, class, and hour of the week, with no-shows and capacity. Days are local to a class's site.",
          AttendanceReport,
        ),
        query: reportQuery('days', 'classes', 'hours'),
      },
      (read, { caller, query }) =>
        answer(read, caller, query, {
          object: 'attendance_report',
          name: 'attendance',
          tables: attendanceTables,
          steps: attendance,
        }),
    ),
    read(
      'GET /manage/reports/occupancy',
      'getOccupancyReport',
      {
        ...said(
          'Retrieve the occupancy report',
          'The share of spots taken, by class, day, hour of the week, and instructor.',
          OccupancyReport,
        ),
        query: reportQuery('classes', 'days', 'hours', 'instructors'),
      },
      (read, { caller, query }) =>
        answer(read, caller, query, {
          object: 'occupancy_report',
          name: 'occupancy',
          tables: occupancyTables,
          steps: occupancy,
        }),
    ),
    read(
      'GET /manage/reports/revenue',
      'getRevenueReport',
      {
        ...said(
          'Retrieve the revenue report',
          'Payments and refunds by day and plan, in each currency. Comps are counted separately.',
          RevenueReport,
        ),
        query: reportQuery('days', 'plans'),
      },
      (read, { caller, query }) =>
        answer(read, caller, query, {
          object: 'revenue_report',
          name: 'revenue',
          tables: revenueTables,
          steps: revenue,
        }),
    ),
    read(
      'GET /manage/reports/members',
      'getMemberReport',
      {
        ...said(
          'Retrieve the member report',
          'Active, new, returning, and lapsed clients, by their visits. Clients who have not visited for 30 days ' +
            'have lapsed.',
          MemberReport,
        ),
        query: reportQuery('days'),
      },
      (read, { caller, query }) =>
        answer(read, caller, query, { object: 'member_report', name: 'members', tables: memberTables, steps: members }),
    ),
    read(
      'GET /manage/reports/late-cancels',
      'getLateCancelReport',
      {
        ...said(
          'Retrieve the report of late cancellations and no-shows',
          'Late cancellations and no-shows, by the day of the class and by class.',
          LateCancelReport,
        ),
        query: reportQuery('days', 'classes'),
      },
      (read, { caller, query }) =>
        answer(read, caller, query, {
          object: 'late_cancel_report',
          name: 'late-cancels',
          tables: lateCancelTables,
          steps: lateCancels,
        }),
    ),
    read(
      'GET /manage/reports/instructors',
      'getInstructorReport',
      {
        ...said(
          'Retrieve the instructor report, for pay',
          'The classes each instructor taught and the pay for them. A closed month keeps its numbers as of when it ' +
            'was closed. Pay is omitted for callers who cannot read pay rates.',
          InstructorReport,
        ),
        query: reportQuery('instructors'),
      },
      (read, { caller, query }) =>
        answer(read, caller, query, {
          object: 'instructor_report',
          name: 'instructors',
          tables: instructorTables,
          steps: instructors,
        }),
    ),
  ],
);
