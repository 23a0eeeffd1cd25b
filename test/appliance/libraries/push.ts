import { expect } from 'bun:test';
import { SITES } from '../../../src/resources/demo-ids.ts';
import { until } from '../../helpers/process.ts';
import type { Box } from '../codes/box.ts';

/** Lets a member of a sandbox get notifications, and sends one. */
export const sendPush = async (box: Box): Promise<void> => {
  await box.given('PATCH', '/v2/settings', { notification: { webPush: true } });
  const email = 'push@harbour-yoga.com';
  const clientId = await box.client({ email });
  const { body } = await box.token({ email, code: await box.code(email) });
  const headers = { authorization: `Bearer ${body.idToken}`, 'x-site-id': SITES.downtown };
  // Points of the curve that RFC 8291 has as its example.
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const subscription = { endpoint: 'https://push.example.com/1', keys };
  expect((await box.call('POST', '/public-api/v2/member/push-subscriptions', subscription, headers)).status).toBe(201);
  const { data }: { data: { id: string; availability: string }[] } = await box.given(
    'GET',
    '/public-api/v2/timetable?limit=100',
  );
  const sessionId = data.find(({ availability }) => availability === 'available')?.id;
  await box.given('POST', '/v2/bookings', { clientId, sessionId });
  await box.given('POST', '/sandbox/clock', { advance: 'PT1S' });
  await until(async () => (await box.given('GET', '/sandbox/pushes')).data.length > 0);
};
