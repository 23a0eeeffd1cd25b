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
  { tag: 'Reports', about: 'How the studio does: each number of a range of days, beside the range before.' },
  'manage',
  ({ read }) => [
    read(
      'GET /manage/reports/attendance',
      'getAttendanceReport',
      {
        ...said(
          'Report the visits',
          'The visits by day, class and hour of the week, with no-shows and seats. Days are local to the site of a class.',
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
          'Report how full classes were',
          'The share of the seats that were taken, by class, day, hour of the week and instructor.',
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
          'Report the revenue',
          'What was paid and given back, by day and plan, in each currency. What was given for nothing is counted by itself.',
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
          'Report the members',
          'Who is active, new, has come back or has lapsed, by their visits. Who has not come for 30 days has lapsed.',
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
          'Report late cancellations and no-shows',
          'The bookings that were cancelled late, and the no-shows, by the day of the class and by class.',
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
          'Report the classes of instructors, for pay',
          'What each instructor has taught, and what is paid for it. A closed month has its numbers as they were then. The pay ' +
            'is left out for callers who may not read pay rates.',
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
