import { MAIN_SITE, openStudio, type Studio } from './api.ts';

export const UNKNOWN = '01950000-0000-7000-8000-00000000ffff';

/** A session at 18:00 on Tuesday 3 March 2026, as a schedule. */
export const YOGA = {
  name: 'Yoga',
  siteId: MAIN_SITE,
  startDate: '2026-03-03',
  startTime: '18:00',
  durationMinutes: 60,
};

/** The row of a session. */
export interface Session {
  id: string;
  occurrenceKey: string;
  startTime: string;
  localDate: string;
  name: string;
  imageUrl: string | null;
  capacity: number;
  instructorId: string | null;
  cancelledAt: string | null;
  cancelReason: string | null;
  rescheduledId: string | null;
  isModified: number;
}

/** Adds an instructor. Returns the id. */
export const addInstructor = async (studio: Studio, name: string, status = 'active'): Promise<string> => {
  const person = { firstName: name, lastName: 'Teacher', email: `${name.toLowerCase()}@example.com`, status };
  return (await studio.given(studio.post('/v2/instructors', person))).id;
};

/** A new studio on Monday, 2 March 2026, 03:00 in New York, with yoga on Mondays and Thursdays at 18:00 for two weeks. */
export const openYoga = async () => {
  const studio = await openStudio();
  const { body } = await studio.post('/v2/schedules', {
    name: 'Yoga',
    siteId: MAIN_SITE,
    startDate: '2026-03-02',
    startTime: '18:00',
    durationMinutes: 60,
    capacity: 10,
    horizonDays: 13,
    recurrenceRule: { frequency: 'weekly', daysOfWeek: ['MO', 'TH'] },
  });
  const id: string = body.id;
  studio.events();
  let clients = 0;
  const sessions = (): Session[] =>
    studio.db.query('select * from sessions where scheduleId = ? order by occurrenceKey').all(id) as Session[];
  return {
    studio,
    id,
    /** The first session on a Thursday. */
    sessionId: sessions()[1]?.id as string,
    sessions,
    keys: (): string[] => sessions().map((row) => row.occurrenceKey),
    patch: (fields: object, query = '') => studio.patch(`/v2/schedules/${id}${query}`, fields),
    moveTo: (instant: string) => studio.time.moveTo(Date.parse(instant)),
    skipTo: (instant: string) => studio.time.skipTo(Date.parse(instant)),

    /** Books a new client into the session. */
    book: async (sessionId: string | undefined, status: 'confirmed' | 'cancelled' = 'confirmed'): Promise<void> => {
      clients += 1;
      const person = { firstName: 'Ann', lastName: 'Other', email: `ann${clients}@example.com` };
      const { id: clientId } = await studio.given(studio.post('/v2/clients', person));
      const booking = await studio.given(studio.post('/v2/bookings', { clientId, sessionId }));
      if (status === 'cancelled') await studio.given(studio.post(`/v2/bookings/${booking.id}/cancel`));
    },
  };
};
