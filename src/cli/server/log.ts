import type { AccessEntry } from '../../http/access-log.ts';
import { isoInstant, setRealTimeout, systemClock } from '../../kernel/clock.ts';
import { createLogOutput } from './log-output.ts';
import { readyOutput } from './ready-output.ts';

type Level = 'info' | 'warn' | 'error';
const ORDER: Readonly<Record<Level, number>> = { info: 0, warn: 1, error: 2 };

/**
 * Lines are written together after this time, in real milliseconds, or when there are this many. A line that waits
 * consists of some 25 strings. A collection of new garbage keeps them, and only one of all garbage frees them then.
 */
const WRITE_INTERVAL_MS = 100;
const MAX_LINES = 64;

export interface LogOptions {
  readonly format: 'text' | 'json';
  readonly level: Level;
  /** Writes `count` lines, without the last line break. */
  write(lines: string, count: number): void;
  /** Waits for what reads the lines. */
  end?(): Promise<void>;
}

/** Fields of a line; never a secret, a token or a body. */
type Fields = Readonly<Record<string, string | number | undefined>>;

export interface Log {
  readonly format: 'text' | 'json';
  /** Undefined when the level leaves requests out. */
  readonly request: ((entry: AccessEntry) => void) | undefined;
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields): void;
  flush(): void;
  /** Writes the last lines. Resolves within a second, also when no one reads them. */
  end(): Promise<void>;
}

const asText = (time: string, level: Level, message: string, fields: Fields): string => {
  const pairs = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : `${name}=${value}`));
  return [time, ...(level === 'info' ? [] : [level.toUpperCase()]), message, ...pairs].join(' ');
};

const asJson = (time: string, level: Level, message: string, fields: Fields): string =>
  JSON.stringify({ time, level, message, ...fields });

const renderer = (format: Log['format']) => (format === 'text' ? asText : asJson);

const timeNow = (): string => isoInstant(systemClock.now());

const roundMilliseconds = (milliseconds: number): number => Math.round(milliseconds * 100) / 100;

// Requests are most of the log, so their lines are concatenated. Methods, request ids, addresses and templates need no
// escapes;
// the path of an unknown route does.
const requestAsText = (time: string, entry: AccessEntry): string => {
  const by = entry.credentialId === undefined ? '' : ` credentialId=${entry.credentialId}`;
  const from = entry.address === undefined ? '' : ` address=${entry.address}`;
  const timing = `ms=${roundMilliseconds(entry.milliseconds)} requestId=${entry.requestId}`;
  const lost = entry.isLost === true ? ' lost=true' : '';
  return `${time} ${entry.method} ${entry.route} ${entry.status} ${timing}${by}${from}${lost}`;
};

const requestAsJson = (time: string, entry: AccessEntry): string => {
  const route = entry.isRouted ? `"${entry.route}"` : JSON.stringify(entry.route);
  const by = entry.credentialId === undefined ? '' : `,"credentialId":"${entry.credentialId}"`;
  const from = entry.address === undefined ? '' : `,"address":"${entry.address}"`;
  const lost = entry.isLost === true ? ',"lost":true' : '';
  const fields = `"method":"${entry.method}","route":${route},"status":${entry.status},"ms":${roundMilliseconds(entry.milliseconds)}`;
  return `{"time":"${time}","level":"info","message":"request",${fields},"requestId":"${entry.requestId}"${by}${from}${lost}}`;
};

/** The log on stdout (1) or stderr (2), which never waits for its reader. */
export const openLog = (descriptor: number, format: Log['format'], level: Level): Log => {
  const droppedLine = (lines: number): string =>
    renderer(format)(timeNow(), 'warn', `${lines} log lines were dropped, because they were not read in time`, {
      lines,
    });
  const { write, end } = createLogOutput({ writeReady: readyOutput(descriptor), droppedLine });
  return createLog({ format, level, write, end });
};

/** Writes lines in batches, since a busy server has one a request. One growing text is faster than joining them. */
export const createLog = ({ format, level, write, end }: LogOptions): Log => {
  const render = renderer(format);
  const requestLine = format === 'text' ? requestAsText : requestAsJson;
  let waiting = '';
  let lines = 0;
  let cancel: (() => void) | undefined;

  const flush = (): void => {
    cancel?.();
    cancel = undefined;
    if (lines === 0) return;
    const [text, count] = [waiting, lines];
    waiting = '';
    lines = 0;
    write(text, count);
  };
  const add = (line: string): void => {
    waiting = lines === 0 ? line : `${waiting}\n${line}`;
    lines += 1;
    if (lines >= MAX_LINES) flush();
    else cancel ??= setRealTimeout(WRITE_INTERVAL_MS, flush);
  };
  const logLine = (lineLevel: Level, message: string, fields: Fields): void => {
    if (ORDER[lineLevel] >= ORDER[level]) add(render(timeNow(), lineLevel, message, fields));
  };

  return {
    format,
    request: level === 'info' ? (entry) => add(requestLine(timeNow(), entry)) : undefined,
    info: (message, fields = {}) => logLine('info', message, fields),
    warn: (message, fields = {}) => logLine('warn', message, fields),
    error: (message, fields = {}) => logLine('error', message, fields),
    flush,
    async end() {
      flush();
      await end?.();
    },
  };
};
