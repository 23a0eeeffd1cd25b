import { beforeEach, describe, expect, test } from 'bun:test';
import { TEST_START } from '../../../helpers/api.ts';
import { type CardStudio, type Member, openCardStudio } from '../../../helpers/cards.ts';
import { errorOf } from '../../../helpers/errors.ts';

const DAY = 86_400_000;
let studio: CardStudio;
let ann: Member;
beforeEach(async () => {
  studio = await openCardStudio();
  ann = await studio.member();
});

describe('an unfinished setup', () => {
  test('is cancelled after a day', async () => {
    const { body: setup } = await ann.initiate();
    await studio.time.moveTo(TEST_START + DAY - 1);
    expect(errorOf(await ann.complete(setup.id))[1]).toBe('payment_method_setup_incomplete');
    await studio.time.moveTo(TEST_START + DAY + 3_600_000);
    expect((await ann.complete(setup.id)).status).toBe(404);
    expect((await studio.confirm(setup)).status).toBe('canceled');
    expect(studio.events()).toEqual([]);
  });

  test('is completed after a day when the member has confirmed it', async () => {
    const { body: setup } = await ann.initiate();
    await studio.confirm(setup);
    await studio.time.moveTo(TEST_START + DAY + 3_600_000);
    expect([(await ann.list()).length, studio.events()]).toEqual([1, ['payment_method.added']]);
  });
});
