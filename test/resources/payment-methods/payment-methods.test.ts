import { describe, expect, test } from 'bun:test';
import { forEachTest } from '../../helpers/api.ts';
import { CARDS, METHODS, openCardStudio } from '../../helpers/cards.ts';
import { errorOf } from '../../helpers/errors.ts';
import { UNKNOWN } from '../../helpers/sales.ts';

const studio = forEachTest(openCardStudio);
const ann = forEachTest(() => studio.member());

describe('payment methods', () => {
  test("404 another member's payment method, in every operation", async () => {
    const eve = await studio.member();
    const { body: setup } = await ann.initiate();
    await studio.confirm(setup);
    expect((await eve.complete(setup.id)).status).toBe(404);
    const saved = await studio.given(ann.complete(setup.id));
    for (const [method, path] of [
      ['POST', `${METHODS}/${saved.id}/complete`],
      ['POST', `${METHODS}/${saved.id}/default`],
      ['DELETE', `${METHODS}/${saved.id}`],
    ] as const) {
      expect(errorOf(await eve.call(method, path))).toEqual([404, 'resource_not_found']);
      expect((await ann.call(method, path.replace(saved.id, UNKNOWN))).status).toBe(404);
    }
    expect([await eve.list(), (await ann.list()).length, studio.events()]).toEqual([[], 1, []]);
    const page = await eve.call('GET', `${METHODS}?starting_after=${saved.id}`);
    expect(errorOf(page)).toEqual([400, 'cursor_invalid']);
  });

  test('200 the first card, until another one is made the default', async () => {
    const first = await studio.save(ann);
    const second = await studio.save(ann, CARDS.noFunds);
    expect([first.isDefault, second.isDefault]).toEqual([true, false]);
    const changed = await ann.call('POST', `${METHODS}/${second.id}/default`);
    expect(changed.body).toMatchObject({ id: second.id, isDefault: true });
    expect(studio.events()).toEqual(['payment_method.default_changed']);
    expect((await ann.call('POST', `${METHODS}/${second.id}/default`)).status).toBe(200);
    expect(studio.events()).toEqual([]);
    expect((await ann.list()).map((one: { isDefault: boolean }) => one.isDefault)).toEqual([true, false]);
    const { body: setup } = await ann.initiate();
    const early = await ann.call('POST', `${METHODS}/${setup.id}/default`);
    expect(errorOf(early)).toEqual([409, 'payment_method_setup_incomplete']);
  });
});
