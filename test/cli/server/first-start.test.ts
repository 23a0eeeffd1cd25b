import { expect, test } from 'bun:test';
import { machineZone } from '../../../src/cli/server/first-start.ts';

test.each([
  ['Europe/Madrid', '', 'Europe/Madrid'],
  [':America/New_York', '', 'America/New_York'],
  [undefined, '/usr/share/zoneinfo/Asia/Tokyo', 'Asia/Tokyo'],
  [undefined, '../usr/share/zoneinfo/posix/Europe/Paris', 'Europe/Paris'],
  ['', '/usr/share/zoneinfo/Etc/UTC', 'UTC'],
  [undefined, '', 'UTC'],
  ['Middle/Earth', '', 'UTC'],
  ['EST5EDT,M3.2.0', '', 'UTC'],
])('TZ %p and /etc/localtime %p mean %s', (tz, linked, zone) => {
  expect(machineZone(tz, () => linked)).toBe(zone);
});
