import { expect, test } from 'bun:test';
import { MINUTE_MS } from '../../../../src/kernel/durations.ts';
import { openCardStudio } from '../../../helpers/cards.ts';
import { paymentBody } from '../../../helpers/sales.ts';

test('201 a charge that begins while the job settles open ones is made, not abandoned', async () => {
  const studio = await openCardStudio();
  const ann = await studio.member();
  await studio.save(ann);
  const { store } = studio;
  const write = store.write.bind(store);
  // The job runs between the commit that begins the charge and the call of the processor.
  store.write = (async (work: never) => {
    const result = await write(work);
    store.write = write;
    await studio.time.moveTo(studio.time.now() + 5 * MINUTE_MS);
    return result;
  }) as typeof store.write;
  const { body } = await studio.post('/manage/payments', paymentBody(ann.clientId, { paymentMethod: 'card' }));
  expect(body).toMatchObject({ status: 'completed', amount: 500 });
  expect([studio.faulty.calls('abandon'), studio.taken().count]).toEqual([0, 1]);
  expect(studio.events()).toEqual(['payment.created', 'payment.completed']);
});
