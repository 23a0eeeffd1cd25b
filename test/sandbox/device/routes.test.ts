import { expect, test } from 'bun:test';
import { createSandboxProcessor } from '../../../src/payments-processor/sandbox/processor.ts';
import { deviceRoutes } from '../../../src/sandbox/device/routes.ts';
import { openStudio } from '../../helpers/api.ts';

test('no other page shows the confirm page in a frame', async () => {
  const { store, random, seal } = await openStudio();
  const routes = deviceRoutes(createSandboxProcessor(store, random, seal));
  const response = await routes.handle(new Request('http://localhost/processor/confirm'));
  const policy = response.headers.get('content-security-policy')?.split('; ');
  expect([response.status, policy]).toEqual([200, expect.arrayContaining(["frame-ancestors 'none'"])]);
});
