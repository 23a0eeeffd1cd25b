import { expect, test } from 'bun:test';
import { openStudio } from '../helpers/api.ts';
import { heldStopwatch } from '../helpers/stopwatch.ts';

// What Elysia prepares and awaits follows from the source of hooks and handlers; a read needs nothing of it.
test('a read is answered in the turn in which it came', async () => {
  const { app, mainKey } = await openStudio();
  // On a slow machine the write of the key's last use would be late, and reads would wait for it.
  heldStopwatch();
  const ask = (path: string) =>
    app.fetch(new Request(`http://localhost${path}`, { headers: { 'x-service-api-key': mainKey } }));
  for (const path of ['/v2/clients', '/v2/clients?limit=5', '/v2/bookings?expand[]=client', '/v2/clients/nobody']) {
    expect(ask(path)).toBeInstanceOf(Response);
  }
});
