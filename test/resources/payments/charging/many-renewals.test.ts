import { expect, test } from 'bun:test';
import { MINUTE_MS } from '../../../../src/kernel/durations.ts';
import { openCardStudio } from '../../../helpers/cards.ts';
import { typesOf } from '../../../helpers/daily.ts';
import { createPlan } from '../../../helpers/sales.ts';

test('the renewals of more packages than are read at once, whose periods end at the same moment: each is charged once', async () => {
  const studio = await openCardStudio();
  const ann = await studio.member();
  const { id: paymentMethodId } = await studio.save(ann);
  const planId = await createPlan(studio, { name: 'Monthly', validityDays: 3, autoRenews: true });
  const sale = { clientId: ann.clientId, planId, paymentMethod: 'card', paymentMethodId };
  const { body: sold } = await studio.post('/manage/packages', sale);
  expect(sold.nextRenewalAt).toBe(sold.expiresAt);
  studio.events();
  const names = Object.keys(studio.db.query('select * from packages').get() as object).filter((name) => name !== 'id');
  studio.db
    .query(
      `with recursive n (i) as (select 1 union all select i + 1 from n where i < 119)
       insert into packages (id, ${names.join()}) select 'p' || i, ${names.join()} from n, packages where id = ?`,
    )
    .run(sold.id);
  const renewed = () =>
    studio.db.query('select count(*) from packages where nextRenewalAt > ?').values(sold.nextRenewalAt).flat()[0];
  // The results of four are not known: they stay due while the others are charged.
  studio.faulty.at('charge', 'down', 'down', 'down', 'down');
  await studio.time.moveTo(Date.parse(sold.nextRenewalAt) + MINUTE_MS + 1);
  expect([studio.taken().count, renewed()]).toEqual([117, 116]);
  expect(typesOf(studio.eventsInFull())).toEqual({
    'payment.created': 120,
    'payment.completed': 116,
    'package.renewed': 116,
    'package.credits_changed': 232,
  });
  await studio.time.moveTo(studio.time.now() + 5 * MINUTE_MS);
  expect([studio.taken().count, renewed()]).toEqual([121, 120]);
  expect(typesOf(studio.eventsInFull())).toEqual({
    'payment.completed': 4,
    'package.renewed': 4,
    'package.credits_changed': 8,
  });
}, 60_000);
