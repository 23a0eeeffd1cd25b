import { describe, expect, test } from 'bun:test';
import { catalogue, type EventType, eventTypes } from '../../src/events/catalogue.ts';
import { exampleSiteId, examples } from '../../src/events/examples.ts';
import { validatorFor } from '../../src/http/validation.ts';
import { type ApiResponse, openStudio } from '../helpers/api.ts';
import { addClient, addSession } from '../helpers/bookings.ts';
import { addWaitlist } from '../helpers/waitlist.ts';

const exampleOf = (type: EventType) => ({ ...examples[type], siteId: exampleSiteId });

describe('the example of every event type has the shape of its type', () => {
  for (const type of eventTypes) {
    test(type, () => {
      expect(validatorFor(catalogue[type]()).errors(exampleOf(type))).toEqual([]);
    });
  }
});

test('a word outside its enumeration does not fit', () => {
  const wrong = { ...exampleOf('booking.created'), status: 'confirmed' };
  expect(
    validatorFor(catalogue['booking.created']())
      .errors(wrong)
      .map(({ param }) => param),
  ).toEqual(['status']);
});

describe('what is really raised looks like its example', async () => {
  const studio = await openStudio();
  const { body: site } = await studio.post('/v2/sites', { name: 'Riverside' });
  const schedule = { siteId: site.id, startDate: '2026-03-03', startTime: '18:00', durationMinutes: 60 };
  const recurrenceRule = { frequency: 'weekly', daysOfWeek: ['TU'] };
  const person = (name: string) => ({ firstName: name, lastName: 'Park', email: `${name}@example.com` });
  const booked = async (): Promise<string> => {
    const ids = { clientId: await addClient(studio), sessionId: await addSession(studio) };
    const { body } = await studio.post('/v2/bookings', ids);
    return `/v2/bookings/${body.id}`;
  };

  const actions: Readonly<Record<string, () => Promise<ApiResponse>>> = {
    'site.created': () => studio.post('/v2/sites', { name: 'Hillside' }),
    'site.updated': () => studio.patch(`/v2/sites/${site.id}`, { name: 'Lakeside' }),
    'site.archived': async () =>
      studio.delete(`/v2/sites/${(await studio.post('/v2/sites', { name: 'Gone' })).body.id}`),
    'client.created': () => studio.post('/v2/clients', person('ada')),
    'client.updated': async () => studio.patch(`/v2/clients/${await addClient(studio)}`, { phone: '+1 212 555 0142' }),
    'client.status_changed': async () =>
      studio.patch(`/v2/clients/${await addClient(studio)}`, { status: 'suspended' }),
    'client.archived': async () => studio.delete(`/v2/clients/${await addClient(studio)}`),
    'client.restored': async () => {
      const id = await addClient(studio);
      await studio.delete(`/v2/clients/${id}`);
      return studio.patch(`/v2/clients/${id}`, { status: 'active' });
    },
    'staff.created': () => studio.post('/v2/staff', { ...person('felix'), role: 'front_desk' }),
    'instructor.created': () => studio.post('/v2/instructors', person('ana')),
    'import.completed': () => studio.post('/manage/imports?family=clients', [person('ivy')]),
    'settings.updated': () => studio.patch('/v2/settings', { booking: { lateCancelWindowMinutes: 360 } }),
    'schedule.created': () => studio.post('/v2/schedules', { name: 'Flow', ...schedule, recurrenceRule }),
    'session.created': () => studio.post('/v2/schedules', { name: 'Once', ...schedule }),
    'schedule.updated': async () => {
      const { body } = await studio.post('/v2/schedules', { name: 'Later', ...schedule, recurrenceRule });
      return studio.patch(`/v2/schedules/${body.id}`, { startTime: '19:00' });
    },
    'schedule.deleted': async () => {
      const { body } = await studio.post('/v2/schedules', { name: 'Ends', ...schedule, recurrenceRule });
      return studio.delete(`/v2/schedules/${body.id}`);
    },
    'booking.created': async () => studio.get(await booked()),
    'booking.cancelled': async () => studio.post(`${await booked()}/cancel`),
    'booking.waitlisted': async () => {
      const { sessionId } = await addWaitlist(studio, 1, 0);
      return studio.post('/v2/bookings', { clientId: await addClient(studio), sessionId, joinWaitlist: true });
    },
    'booking.waitlist_offered': async () => {
      await studio.patch('/v2/settings', { booking: { waitlistPromotionMode: 'confirmation_window' } });
      return studio.post(`/v2/bookings/${(await addWaitlist(studio, 1, 1)).seated[0]}/cancel`);
    },
    'booking.waitlist_promoted': async () => {
      await studio.patch('/v2/settings', { booking: { waitlistPromotionMode: 'automatic' } });
      return studio.post(`/v2/bookings/${(await addWaitlist(studio, 1, 1)).seated[0]}/cancel`);
    },
    'booking.updated': async () => studio.patch((await booked()).replace('/v2/', '/manage/'), { externalId: 'old' }),
    'booking.penalty_waived': async () => {
      await studio.patch('/v2/settings', { payment: { noShowFee: 1500, feesApplyTo: 'all' } });
      return studio.post(`${await booked()}/noshow`, { waivePenalty: true });
    },
    'booking.checked_in': async () => studio.post(`${await booked()}/checkin`),
    'booking.noshow': async () => studio.post(`${await booked()}/noshow`),
  };

  for (const [type, act] of Object.entries(actions)) {
    test(type, async () => {
      studio.events();
      const { status, body } = await act();
      expect({ status, error: body.error }).toEqual({ status: status === 201 ? 201 : 200, error: undefined });
      const raised = studio.eventsInFull().findLast((event) => event.type === type);
      expect(Object.keys(raised?.data ?? {}).sort()).toEqual(Object.keys(exampleOf(type as EventType)).sort());
      expect(validatorFor(catalogue[type as EventType]()).errors(raised?.data)).toEqual([]);
    });
  }
});
