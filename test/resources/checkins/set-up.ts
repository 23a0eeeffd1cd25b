import { expect } from 'bun:test';
import { MAIN_SITE, type Studio } from '../../helpers/api.ts';

/** Checks a client in at the main site. Returns the record; throws where the request fails. */
export const checkIn = async (studio: Studio, body: object) => {
  const response = await studio.post('/v2/checkins', { locationId: MAIN_SITE, ...body });
  if (response.status !== 201) throw new Error(JSON.stringify(response.body));
  return response.body;
};

/** Sets whether a check-in without a booking needs a package, and drops the event. */
export const requirePackage = async (studio: Studio, isRequired = true): Promise<void> => {
  await studio.given(studio.patch('/v2/settings', { membership: { requirePackageForCheckIn: isRequired } }));
};

/** Moves the clock, and drops the events that jobs raise meanwhile. */
export const pass = async (studio: Studio, milliseconds: number): Promise<void> => {
  await studio.given(studio.time.moveTo(studio.time.now() + milliseconds));
};

/** Compares the visit statistics of every client with a recount; the days are those of the main site in winter. */
export const expectRecount = (studio: Studio): void => {
  const stored = 'select id, visits, firstVisitAt, lastVisitAt from clients order by id';
  const recounted = `
    select clients.id, count(at) as visits, min(at) as firstVisitAt, max(at) as lastVisitAt from clients left join (
      select clientId, at, row_number() over (partition by clientId, place order by isUnbooked, id) as turn from (
        select clientId, id, sessionId as place, 0 as isUnbooked, checkedInAt as at
          from bookings where status = 'attended'
        union all
        select clientId, id, coalesce(sessionId, siteId || date(checkedInAt, '-5 hours')), 1, checkedInAt
          from checkins where status = 'valid' and isReEntry = 0 and bookingId is null)
    ) on clientId = clients.id and turn = 1 group by clients.id order by clients.id`;
  expect(studio.db.query(stored).all()).toEqual(studio.db.query(recounted).all());
};
