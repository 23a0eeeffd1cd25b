import { HOUR_MS } from '../../../src/kernel/durations.ts';
import { openStudio } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';

/** A studio in which one person is a client twice: `ann` is the older record, `anna` the younger one. */
export const openTwice = async () => {
  const studio = await openStudio();
  const ann = await addClient(studio, {
    firstName: 'Ann',
    lastName: 'Lee',
    email: 'ann@example.com',
    notes: 'A mat',
    tags: ['a'],
  });
  await studio.time.skipTo(studio.time.now() + HOUR_MS);
  const anna = await addClient(studio, {
    firstName: 'Anna',
    lastName: 'Lee',
    email: 'anna@example.com',
    phone: '+1 212 555 0100',
    notes: 'A towel',
    tags: ['a', 'b'],
    barcode: 'W-2',
    externalId: 'crm-2',
    customProperties: { shoe: 39 },
    waiver: { status: 'signed' },
  });
  studio.events();
  /** Merges the younger record into the older one, or as the arguments say. */
  const merge = (body: object = { clientId: anna }, id = ann, headers?: Record<string, string>) =>
    studio.post(`/manage/clients/${id}/merge`, body, headers);
  /** Says what such a merge would do. */
  const preview = async (body: object = { clientId: anna }, id = ann) =>
    (await studio.post(`/manage/clients/${id}/merge?dry_run=true`, body)).body;
  return Object.assign(studio, { ann, anna, merge, preview });
};
