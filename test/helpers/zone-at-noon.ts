const ZONES = [
  'Pacific/Honolulu',
  'America/Los_Angeles',
  'America/New_York',
  'America/Sao_Paulo',
  'Europe/London',
  'Europe/Athens',
  'Asia/Dubai',
  'Asia/Dhaka',
  'Asia/Tokyo',
  'Australia/Sydney',
  'Pacific/Auckland',
];

/** The hour of the day in a zone. @param now epoch ms */
export const hourIn = (timeZone: string, now: number): number =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(now));

/** A zone where it is about noon, so that a day of classes fits around now. @param now epoch ms */
export const zoneAtNoon = (now = Date.now()): string => {
  const away = (zone: string): number => Math.abs(hourIn(zone, now) - 12);
  const [zone] = ZONES.toSorted((a, b) => away(a) - away(b));
  if (zone === undefined) throw new Error('there is no zone');
  return zone;
};
