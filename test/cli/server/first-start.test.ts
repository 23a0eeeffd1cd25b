import { expect, test } from 'bun:test';
import { machineZone, timezoneWarning } from '../../../src/cli/server/first-start.ts';

test.each([
  ['Europe/Madrid', '', 'Europe/Madrid'],
  ['europe/madrid', '', 'Europe/Madrid'],
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

test.each([
  ['EST', 'America/New_York'],
  ['mst', 'America/Denver'],
  ['HST', 'America/Adak'],
  ['GMT', 'Europe/London'],
  ['Etc/GMT0', 'Europe/London'],
  ['Etc/GMT-1', 'Europe/Paris'],
])('%s is warned about and %s named', (zone, place) => {
  expect(timezoneWarning(zone)).toContain(place);
});

test.each(['UTC', 'EST5EDT', 'CET', 'Europe/London', 'America/Phoenix', 'Pacific/Honolulu'])(
  '%s is not warned about',
  (zone) => {
    expect(timezoneWarning(zone)).toBeUndefined();
  },
);
