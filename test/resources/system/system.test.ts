import { expect, test } from 'bun:test';
import { openStudio } from '../../helpers/api.ts';
import { signedIn } from '../../helpers/people.ts';
import { fakeMachine } from './machine.ts';

test('getSystem: 200 the server, and the last report once there is one', async () => {
  const studio = await openStudio({ machine: fakeMachine().machine });
  const { headers } = await signedIn(studio);
  const before = (await studio.get('/manage/system', headers)).body;
  expect(before).toMatchObject({
    object: 'system',
    release: '0.0.0-test',
    dataDirectory: '/data',
    disk: null,
    queues: { webhooks: { waiting: 0, oldestDueAt: null }, mails: { waiting: 0, oldestDueAt: null } },
    sendsMail: false,
    lastBackup: null,
    report: null,
  });
  const report = await studio.post('/manage/system/check', undefined, headers);
  expect(report.status).toBe(200);
  expect(report.body).toEqual({
    object: 'system_report',
    checkedAt: expect.any(String),
    isOk: true,
    checks: [{ name: 'disk', status: 'warning', message: 'It is nearly full.', action: 'Free some space.', found: [] }],
  });
  expect((await studio.get('/manage/system', headers)).body.report).toEqual(report.body);
  expect(studio.events()).toEqual([]);
});

test('checkSystem: 200 in memory, what health says', async () => {
  const studio = await openStudio();
  const { body } = await studio.post('/manage/system/check');
  expect(body.isOk).toBe(true);
  expect(body.checks.map(({ name }: { name: string }) => name)).toEqual(['database', 'webhooks', 'scheduler']);
});

test('getSystem and checkSystem: 403 for managers, and for owners of some sites', async () => {
  const studio = await openStudio();
  const { headers } = await signedIn(studio, { role: 'manager' });
  expect((await studio.get('/manage/system', headers)).status).toBe(403);
  expect((await studio.post('/manage/system/check', undefined, headers)).status).toBe(403);
});
