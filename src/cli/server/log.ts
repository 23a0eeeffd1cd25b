import type { AccessEntry } from '../../http/access-log.ts';
import { afterReal, isoInstant, systemClock } from '../../kernel/clock.ts';

type Level = 'info' | 'warn' | 'error';
const ORDER: Readonly<Record<Level, number>> = { info: 0, warn: 1, error: 2 };

/** How long a line may wait to be written with others, in real milliseconds. */
const WRITE_EVERY = 100;
const MANY_LINES = 512;

export interface LogOptions {
  readonly format: 'text' | 'json';
  /** What is less than this is left out. */
  readonly level: Level;
  /** Takes one or more whole lines, without the last line break. */
  write(lines: string): void;
}

/** Facts beside a message; never a secret, a token or a body. */
type Facts = Readonly<Record<string, string | number | undefined>>;

/** The log of a server, one line for each thing told. */
export interface Log {
  /** Undefined when requests are left out, so that they cost nothing. */
  readonly request: ((entry: AccessEntry) => void) | undefined;
  info(message: string, facts?: Facts): void;
  warn(message: string, facts?: Facts): void;
  error(message: string, facts?: Facts): void;
  /** Writes what waits. */
  flush(): void;
}

const asText = (time: string, level: Level, message: string, facts: Facts): string => {
  const told = Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : `${name}=${value}`));
  return [time, ...(level === 'info' ? [] : [level.toUpperCase()]), message, ...told].join(' ');
};

const asJson = (time: string, level: Level, message: string, facts: Facts): string =>
  JSON.stringify({ time, level, message, ...facts });

/** The present instant as text, written once for all lines of a millisecond. */
const createTimeNow = (): (() => string) => {
  let at = -1;
  let text = '';
  return () => {
    const now = systemClock.now();
    if (now !== at) {
      at = now;
      text = isoInstant(now);
    }
    return text;
  };
};

const shortened = (milliseconds: number): number => Math.round(milliseconds * 100) / 100;

// Requests are most of the log: their lines are put together directly. Methods, request ids and templates need no
// escapes; a path that no route took may.
const requestAsText = (time: string, entry: AccessEntry): string => {
  const by = entry.credentialId === undefined ? '' : ` credentialId=${entry.credentialId}`;
  const took = `ms=${shortened(entry.milliseconds)} requestId=${entry.requestId}`;
  return `${time} ${entry.method} ${entry.route} ${entry.status} ${took}${by}`;
};

const requestAsJson = (time: string, entry: AccessEntry): string => {
  const route = entry.isRouted ? `"${entry.route}"` : JSON.stringify(entry.route);
  const by = entry.credentialId === undefined ? '' : `,"credentialId":"${entry.credentialId}"`;
  const what = `"method":"${entry.method}","route":${route},"status":${entry.status},"ms":${shortened(entry.milliseconds)}`;
  return `{"time":"${time}","level":"info","message":"request",${what},"requestId":"${entry.requestId}"${by}}`;
};

/** A log whose lines are gathered for a moment, so that a busy server does not write once for each request. */
export const createLog = ({ format, level, write }: LogOptions): Log => {
  const render = format === 'text' ? asText : asJson;
  const requestLine = format === 'text' ? requestAsText : requestAsJson;
  const timeNow = createTimeNow();
  let waiting: string[] = [];
  let cancel: (() => void) | undefined;

  const flush = (): void => {
    cancel?.();
    cancel = undefined;
    if (waiting.length === 0) return;
    const lines = waiting.join('\n');
    waiting = [];
    write(lines);
  };
  const add = (line: string): void => {
    waiting.push(line);
    if (waiting.length >= MANY_LINES) flush();
    else cancel ??= afterReal(WRITE_EVERY, flush);
  };
  const tell = (at: Level, message: string, facts: Facts): void => {
    if (ORDER[at] >= ORDER[level]) add(render(timeNow(), at, message, facts));
  };

  return {
    request: level === 'info' ? (entry) => add(requestLine(timeNow(), entry)) : undefined,
    info: (message, facts = {}) => tell('info', message, facts),
    warn: (message, facts = {}) => tell('warn', message, facts),
    error: (message, facts = {}) => tell('error', message, facts),
    flush,
  };
};
