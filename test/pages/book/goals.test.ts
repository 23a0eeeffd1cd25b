import { expect, test } from 'bun:test';
import { forEachTest } from '../../helpers/api.ts';
import { addDraft, addPart, publish } from '../../helpers/challenges.ts';
import { fieldsIn, openForDana } from '../../helpers/member-pages.ts';

const studio = forEachTest(openForDana);

test('what is sent from a page of before midnight is noted for its own day, or refused once that is over', async () => {
  const { id } = await addDraft(studio);
  const goal = async (title: string, fields: object): Promise<string> =>
    (await addPart(studio, id, 'goals', { title, period: 'day', ...fields })).id;
  const sleep = await goal('Sleep', { targetType: 'boolean' });
  const walk = await goal('Walk', { targetType: 'count', defaultTarget: 5, position: 1 });
  const late = { submitBy: '2026-03-05T10:00:00-05:00', position: 2 };
  const read = await goal('Read', { targetType: 'count', defaultTarget: 5, ...late });
  await publish(studio, id);
  await studio.time.skipTo(Date.parse('2026-03-04T23:30:00-05:00'));
  const path = `/book/challenges/${id}`;
  expect((await studio.press(path, { act: 'join', rules: 'yes' })).status).toBe(303);
  const opened = async (page: string, text = '<main') =>
    fieldsIn((await studio.page(page)).split(text)[1]?.split('</form>')[0] ?? '');
  const sent: [string, Record<string, string>][] = [
    [path, { ...(await opened(path, 'value="done"')), act: 'done' }],
    [`${path}/goals/${walk}`, { ...(await opened(`${path}/goals/${walk}`)), value: '8' }],
    [`${path}/goals/${read}`, { ...(await opened(`${path}/goals/${read}`)), value: '20' }],
  ];
  await studio.time.skipTo(Date.parse('2026-03-05T00:10:00-05:00'));
  const statuses: number[] = [];
  for (const [page, fields] of sent) statuses.push((await studio.pages.post(page, fields)).status);
  expect(statuses).toEqual([409, 422, 303]);
  const asDana = { 'x-client-id': studio.clientId };
  const { body } = await studio.get(`/v2/member/challenges/${id}/goals?period=all&limit=100`, asDana);
  const noted = body.data.flatMap(
    ({ id: goalId, periodIndex, submission }: Record<string, { value: number } | null>) =>
      submission == null ? [] : [[goalId, periodIndex, submission.value]],
  );
  expect(noted).toEqual([[read, 0, 20]]);
  expect(sent[0]?.[1].goal).toBe(sleep);
});
