import { queryOptions } from '@tanstack/react-query';
import { client, send } from '../../../api/client.ts';

/** What makes a studio ready for its first class. */
export type StepName = 'site' | 'brand' | 'timetable' | 'plans' | 'clients' | 'team' | 'book';

const one = { params: { query: { limit: 1 } } } as const;

/** Which of the first steps are done. */
export const firstStepsQuery = (hasLogo: boolean) =>
  queryOptions({
    queryKey: ['timetable', 'first-steps', hasLogo],
    queryFn: async (): Promise<Readonly<Record<StepName, boolean>>> => {
      const [schedules, sessions, plans, clients, staff, setup] = await Promise.all([
        send(client.GET('/v2/schedules', one)),
        send(client.GET('/v2/sessions', one)),
        send(client.GET('/manage/plans', { params: { query: { limit: 100 } } })),
        send(client.GET('/v2/clients', one)),
        send(client.GET('/v2/staff', { params: { query: { limit: 2 } } })),
        send(client.GET('/manage/setup')),
      ]);
      return {
        site: true,
        brand: hasLogo,
        timetable: schedules.data.length > 0 || sessions.data.length > 0,
        plans: plans.data.length > 0,
        clients: clients.data.length > 0,
        team: staff.data.length > 1,
        book: setup.signsMembersIn && plans.data.some(({ isSoldOnline }) => isSoldOnline),
      };
    },
  });
