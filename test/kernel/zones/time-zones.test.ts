import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { instantOf, nextTransition, wallClock } from '../../../src/kernel/local-time.ts';
import { machineRules } from '../../../src/kernel/zones/machine.ts';
import { PROGRAM_VERSION, programRules, readPacked } from '../../../src/kernel/zones/rules.ts';
import { TimeZones } from '../../../src/kernel/zones/time-zones.ts';
import { instantAt, nextChange, offsetAt } from '../../../src/kernel/zones/zone.ts';
import { newFolder, removeFolder } from '../../helpers/process.ts';
import { writeZoneinfo } from '../../helpers/zoneinfo.ts';

let zoneinfo: string;
beforeEach(() => {
  zoneinfo = newFolder();
});
afterEach(() => removeFolder(zoneinfo));

const zonesOf = (): TimeZones => new TimeZones(programRules, machineRules(zoneinfo));
const HOUR = 3_600_000;
const iso = (epoch: number | undefined) => (epoch === undefined ? undefined : new Date(epoch).toISOString());

describe('the rules of the program', () => {
  test('are of the version that it names, 2026f or newer', () => {
    expect(PROGRAM_VERSION).toBe(readPacked().version);
    expect(PROGRAM_VERSION >= '2026f').toBe(true);
  });

  test.each([
    ['America/Vancouver', '2026-12-01', '18:00', '2026-12-02T01:00:00.000Z'],
    ['Canada/Pacific', '2026-12-01', '18:00', '2026-12-02T01:00:00.000Z'],
    ['America/Edmonton', '2026-12-01', '18:00', '2026-12-02T00:00:00.000Z'],
    ['America/Yellowknife', '2026-12-01', '18:00', '2026-12-02T00:00:00.000Z'],
    ['Africa/Casablanca', '2026-12-01', '18:00', '2026-12-01T18:00:00.000Z'],
    ['America/New_York', '2026-03-08', '02:30', '2026-03-08T07:30:00.000Z'],
    ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
    ['Europe/London', '2026-03-24', '18:00', '2026-03-24T18:00:00.000Z'],
    ['Europe/London', '2026-03-31', '18:00', '2026-03-31T17:00:00.000Z'],
    ['Europe/London', '4026-07-01', '18:00', '4026-07-01T17:00:00.000Z'],
    ['Asia/Kathmandu', '2026-07-01', '18:00', '2026-07-01T12:15:00.000Z'],
    ['UTC', '2026-07-01', '18:00', '2026-07-01T18:00:00.000Z'],
  ])('%s, %s %s is %s', (zone, date, time, instant) => {
    expect(iso(instantOf(date, time, zone))).toBe(instant);
    if (time !== '02:30') expect(wallClock(Date.parse(instant), zone)).toEqual({ date, time });
  });

  test('the changes that are left', () => {
    const from = Date.parse('2026-12-01T00:00:00Z');
    expect(iso(nextTransition(from, 'America/Vancouver'))).toBeUndefined();
    expect(iso(nextTransition(from, 'Europe/Berlin'))).toBe('2027-03-28T01:00:00.000Z');
    expect(iso(nextTransition(Date.parse('9000-12-01T00:00:00Z'), 'Europe/Berlin'))).toBe('9001-03-29T01:00:00.000Z');
  });

  test.each([
    ...(['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'America/Santiago', 'Europe/Dublin'] as const),
    ...(['Africa/Cairo', 'Asia/Jerusalem', 'Pacific/Chatham', 'Pacific/Apia', 'America/Sao_Paulo'] as const),
  ])('%s: around each change from 2000 to 2060 as the runtime has it, which knows these', (name) => {
    const zone = zonesOf().zone(name);
    let changes = 0;
    for (let from = Date.UTC(2000, 0); ; ) {
      const change = nextChange(zone, from);
      const zoned = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(name);
      expect(change).toBe(zoned.getTimeZoneTransition('next')?.epochMilliseconds);
      if (change === undefined || change > Date.UTC(2060, 0)) break;
      for (const hours of [-25, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 25]) {
        const local = change + offsetAt(zone, change) + hours * HOUR;
        const wall = Temporal.PlainDateTime.from(new Date(local).toISOString().slice(0, -1));
        const wanted = wall.toZonedDateTime(name, { disambiguation: 'compatible' }).epochMilliseconds;
        expect([name, iso(local), iso(instantAt(zone, local))]).toEqual([name, iso(local), iso(wanted)]);
      }
      changes += 1;
      from = change;
    }
    expect(changes).toBeGreaterThan(5);
  });

  test('names in any case, links with their own name, and no others', () => {
    const zones = zonesOf();
    const names = [
      'europe/berlin',
      'ASIA/CALCUTTA',
      'utc',
      'Etc/gmt+5',
      'us/pacific-new',
      'Europe/Atlantis',
      '../etc/passwd',
      '',
    ];
    expect(names.map((name) => zones.nameOf(name))).toEqual([
      'Europe/Berlin',
      'Asia/Calcutta',
      'UTC',
      'Etc/GMT+5',
      'US/Pacific-New',
      undefined,
      undefined,
      undefined,
    ]);
    for (const name of ['Europe/Atlantis', '../etc/passwd', '']) expect(() => zones.zone(name)).toThrow(RangeError);
  });
});

describe('the rules of the machine', () => {
  const vancouver = () => iso(instantAt(zonesOf().zone('America/Vancouver'), Date.parse('2026-12-01T18:00:00Z')));

  test('newer ones are used, for each zone that they have', () => {
    writeZoneinfo(zoneinfo, '2099b', { 'America/Vancouver': 'PST8PDT,M3.2.0,M11.1.0', 'Mars/Olympus_Mons': '<+00>0' });
    const zones = zonesOf();
    expect([zones.rules.version, zones.rules.source]).toEqual(['2099b', zoneinfo]);
    expect(vancouver()).toBe('2026-12-02T02:00:00.000Z');
    expect(zones.nameOf('mars/olympus_mons')).toBe('Mars/Olympus_Mons');
    // It lacks this one, which the program has.
    expect(iso(instantAt(zones.zone('Asia/Tokyo'), 0))).toBe('1969-12-31T15:00:00.000Z');
  });

  test('a zone that is damaged or missing is that of the program', () => {
    writeZoneinfo(zoneinfo, '2099b', { 'America/Vancouver': 'PST8PDT,M3.2.0,M11.1.0' });
    writeFileSync(join(zoneinfo, 'America/Vancouver'), 'x'.repeat(90));
    rmSync(join(zoneinfo, 'Europe/London'));
    const { rules, machine } = zonesOf();
    expect([rules.version, machine.problem]).toEqual(['2099b', undefined]);
    expect(['America/Vancouver', 'Europe/London'].map((name) => rules.isDamaged(name))).toEqual([true, false]);
    expect(vancouver()).toBe('2026-12-02T01:00:00.000Z');
  });

  test('a version is about as old as its file, within its year', () => {
    writeZoneinfo(zoneinfo, '2099b', {});
    expect(iso(zonesOf().rules.publishedAt)).toBe('2099-01-01T00:00:00.000Z');
  });

  test.each(['2026f', '2026e', '2025b'])('%s is not newer, and not used', (version) => {
    writeZoneinfo(zoneinfo, version, { 'America/Vancouver': 'PST8PDT,M3.2.0,M11.1.0' });
    expect(zonesOf().rules).toBe(programRules);
    expect(vancouver()).toBe('2026-12-02T01:00:00.000Z');
  });

  test.each([
    ['no directory', () => rmSync(zoneinfo, { recursive: true }), 'tzdata.zi is missing'],
    ['no version', () => writeFileSync(join(zoneinfo, 'tzdata.zi'), 'Z Europe/London'), 'names no version'],
    ['a zone that is no file of zones', () => writeFileSync(join(zoneinfo, 'Europe/London'), 'no'), 'is damaged'],
    ['a zone that is cut', () => writeFileSync(join(zoneinfo, 'Europe/London'), 'TZif2'.padEnd(90, '\0')), 'damaged'],
    ['a zone of another program', () => writeFileSync(join(zoneinfo, 'Europe/London'), 'x'.repeat(90)), 'is damaged'],
  ])('%s: those of the program are used, and the reason is known', (_, damage, reason) => {
    writeZoneinfo(zoneinfo, '2099a', {});
    damage();
    const zones = zonesOf();
    expect(zones.rules).toBe(programRules);
    expect(zones.machine.problem).toContain(reason);
  });

  test.each([
    ['EST5EDT,M3.2.0,M11.1.0', '2050-07-01T12:00:00Z', -4],
    ['EST5EDT,M3.2.0,M11.1.0', '2550-12-01T12:00:00Z', -5],
    ['<+0330>-3:30', '2050-07-01T12:00:00Z', 3.5],
    ['IST-2IDT,M3.4.4/26,M10.5.0', '2050-07-01T12:00:00Z', 3],
    ['<-02>2<-01>,M3.5.0/-1,M10.5.0/0', '2050-07-01T12:00:00Z', -1],
    ['AAA0BBB,J60,J300', '2048-02-29T12:00:00Z', 0],
    ['AAA0BBB,59,J300', '2048-02-29T12:00:00Z', 1],
    ['XXX3EDT4,0/0,J365/23', '2050-01-01T00:00:00Z', -4],
    ['NZST-12NZDT,M9.5.0,M4.1.0/3', '2050-01-01T00:00:00Z', 13],
  ])('the rule %s: at %s it is %d hours ahead of UTC', (rule, instant, hours) => {
    writeZoneinfo(zoneinfo, '2099a', { 'Test/Zone': rule });
    expect(offsetAt(zonesOf().zone('Test/Zone'), Date.parse(instant)) / HOUR).toBe(hours);
  });
});
