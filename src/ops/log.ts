import { afterReal, isoInstant, systemClock } from '../kernel/clock.ts';
import type { AccessEntry } from '../web/access-log.ts';

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

/** A log whose lines are gathered for a moment, so that a busy server does not write once for each request. */
export const createLog = ({ format, level, write }: LogOptions): Log => {
  const render = format === 'text' ? asText : asJson;
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
  const tell = (at: Level, message: string, facts: Facts): void => {
    if (ORDER[at] < ORDER[level]) return;
    waiting.push(render(isoInstant(systemClock.now()), at, message, facts));
    if (waiting.length >= MANY_LINES) flush();
    else cancel ??= afterReal(WRITE_EVERY, flush);
  };

  return {
    request:
      level === 'info'
        ? ({ method, route, status, milliseconds, requestId, credentialId }) => {
            const ms = Math.round(milliseconds * 100) / 100;
            if (format === 'text') tell('info', `${method} ${route} ${status}`, { ms, requestId, credentialId });
            else tell('info', 'request', { method, route, status, ms, requestId, credentialId });
          }
        : undefined,
    info: (message, facts = {}) => tell('info', message, facts),
    warn: (message, facts = {}) => tell('warn', message, facts),
    error: (message, facts = {}) => tell('error', message, facts),
    flush,
  };
};
