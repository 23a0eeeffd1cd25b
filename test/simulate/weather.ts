// What goes wrong around the studio, and for how long.

import type { Studio } from '../helpers/api.ts';
import type { Choices } from '../helpers/seeded.ts';
import type { Manner } from './outside.ts';
import type { Death } from './program.ts';
import { PUSH_HOSTS, type PushManner } from './push-services.ts';
import { RECEIVERS, type World } from './world.ts';

const HOUR_MS = 3_600_000;

/** Epoch ms until which something is so; in the past when it is not. */
export interface Weather {
  bankDown: number;
  mailRefused: number;
  diskFull: number;
  slowDisk: number;
  readonly receivers: Map<string, { readonly manner: Manner; readonly until: number }>;
  readonly pushServices: Map<string, { readonly manner: PushManner; readonly until: number }>;
  isDiskFull: boolean;
  /** Since when the bank answers, epoch ms. */
  bankWellSince: number;
  /** When the program died or could not write, epoch ms: what it had sent shortly before may be sent again. */
  readonly losses: number[];
}

export const fairWeather = (since: number): Weather => ({
  bankDown: 0,
  mailRefused: 0,
  diskFull: 0,
  slowDisk: 0,
  receivers: new Map(),
  pushServices: new Map(),
  isDiskFull: false,
  bankWellSince: since,
  losses: [],
});

const NO_LIMIT = 4_294_967_294;

const fillDisk = ({ db }: Studio, weather: Weather, isFull: boolean): void => {
  const [pages] = db.query('PRAGMA page_count').values()[0] ?? [];
  db.run(`PRAGMA max_page_count = ${isFull ? pages : NO_LIMIT}`);
  weather.isDiskFull = isFull;
};

/** Makes the world be as its weather is now. */
export const apply = ({ program }: World, weather: Weather): void => {
  const now = program.studio.time.now();
  const { outside, real, studio } = program;
  outside.bank.down(weather.bankDown > now);
  if (weather.bankDown > now) weather.bankWellSince = weather.bankDown;
  outside.refuseMail(weather.mailRefused > now);
  real.perLook = weather.slowDisk > now ? 30 : 0;
  outside.manners.clear();
  for (const [url, { manner, until }] of weather.receivers) if (until > now) outside.manners.set(url, manner);
  outside.push.manners.clear();
  for (const [host, { manner, until }] of weather.pushServices) if (until > now) outside.push.manners.set(host, manner);
  const isFull = weather.diskFull > now;
  if (isFull) weather.losses.push(now);
  if (isFull !== weather.isDiskFull) fillDisk(studio, weather, isFull);
  real.pass(1_100);
};

/** Makes room on a full disk: without it, the clock would wait for ever for work that waits for room. */
export const makeRoom = ({ program }: World, weather: Weather): void => {
  if (!weather.isDiskFull) return;
  weather.diskFull = 0;
  weather.losses.push(program.studio.time.now());
  fillDisk(program.studio, weather, false);
};

/** Something that goes wrong. Returns what, as the log of acts has it. */
type Fault = (world: World, weather: Weather, choose: Choices) => Promise<string> | string;

const hours = (world: World, most: number, choose: Choices): number =>
  world.program.studio.time.now() + (1 + choose.below(most)) * HOUR_MS;

const kill: Fault = (world, _weather, choose) => {
  const death: Death = choose.once(2) ? 'before' : 'after';
  const more = 1 + choose.below(12);
  world.program.killAfter(more, death);
  return `${death} ${more}`;
};

const clockBack: Fault = async (world, weather, choose) => {
  const back = (1 + choose.below(90)) * 60_000;
  await world.program.reopen(world.program.studio.time.now() - back);
  // What is changed now looks older than what was changed before.
  world.acknowledged = [];
  weather.isDiskFull = false;
  weather.losses.push(world.program.studio.time.now());
  return `${back / 60_000} min`;
};

const restart: Fault = async (world, weather) => {
  await world.program.reopen();
  weather.isDiskFull = false;
  return '';
};

const restore: Fault = async (world, weather) => {
  const copy = await world.storage?.restore();
  await world.program.restore(copy);
  world.acknowledged = [];
  world.keys = [];
  world.since = world.program.studio.time.now();
  world.lostByRestore += 1;
  weather.losses.push(world.since);
  weather.isDiskFull = false;
  return copy === undefined ? '' : 'from the storage';
};

const bankFails: Fault = (world, weather, choose) => {
  const method =
    choose.of(['charge', 'charge', 'charge', 'refund', 'refund', 'readCharge', 'abandon'] as const) ?? 'charge';
  const fault = choose.of(['lost', 'lost', 'down', 'twice', 'pending'] as const) ?? 'lost';
  const isKnown = fault !== 'pending' || method === 'refund';
  world.program.outside.bank.at(method, isKnown ? fault : 'lost');
  weather.bankWellSince = world.program.studio.time.now();
  return `${method} ${fault}`;
};

const bankDown: Fault = (world, weather, choose) => {
  weather.bankDown = hours(world, 30, choose);
  return '';
};

const receiver: Fault = (world, weather, choose) => {
  const url = choose.of(RECEIVERS) ?? '';
  const manner = choose.of(['hangs', 'fails', 'takes and hangs', 'unreachable'] as const) ?? 'fails';
  weather.receivers.set(url, { manner, until: hours(world, 40, choose) });
  return `${url} ${manner}`;
};

const pushService: Fault = (world, weather, choose) => {
  const host = choose.of(PUSH_HOSTS) ?? '';
  const manner = choose.of(['busy', 'fails', 'hangs'] as const) ?? 'fails';
  weather.pushServices.set(host, { manner, until: hours(world, 20, choose) });
  return `${host} ${manner}`;
};

const mail: Fault = (world, weather, choose) => {
  weather.mailRefused = hours(world, 26, choose);
  return '';
};

const diskFull: Fault = (world, weather, choose) => {
  weather.diskFull = hours(world, 5, choose);
  return '';
};

const slowDisk: Fault = (world, weather, choose) => {
  weather.slowDisk = hours(world, 8, choose);
  return '';
};

/** What goes wrong, and how often. */
export const FAULTS: Readonly<Record<string, readonly [number, Fault]>> = {
  'the program dies': [6, kill],
  'the clock is set back': [0.7, clockBack],
  'the program restarts': [1, restart],
  'a backup is restored': [0.25, restore],
  'the bank fails': [6, bankFails],
  'the bank is away': [1, bankDown],
  'a receiver misbehaves': [3, receiver],
  'a push service misbehaves': [2, pushService],
  'emails are refused': [1, mail],
  'the disk is full': [1, diskFull],
  'the disk is slow': [1, slowDisk],
};
