import type { Config } from '../../config/settings.ts';
import { nextTurn, setRealTimeout } from '../../kernel/clock.ts';
import { errorMessage } from '../../kernel/errors.ts';
import type { Call } from '../verb.ts';
import type { Listening } from './listen.ts';
import { type Log, openLog } from './log.ts';
import { watchLoop } from './loop-watch.ts';
import { watchOpenFiles } from './open-files.ts';
import type { ServiceManager } from './service-manager.ts';

export const addressesOf = (rootUrl: string) => ({
  rootUrl,
  baseUrl: `${rootUrl}/v2`,
  console: `${rootUrl}/console`,
  docs: `${rootUrl}/docs`,
  pid: process.pid,
});

const OUTPUT = 1;
const ERROR_OUTPUT = 2;
const descriptorOf = ({ json }: Call): number => (json ? ERROR_OUTPUT : OUTPUT);

/** The log of a server: on stderr when the ready line is JSON on stdout, otherwise on stdout. */
export const logOf = (call: Call, { logFormat, logLevel }: Config): Log => {
  const isTerminal = call.json ? call.isTerminal.error : call.isTerminal.output;
  const automatic = isTerminal ? 'text' : 'json';
  return openLog(descriptorOf(call), logFormat === 'auto' ? automatic : logFormat, logLevel);
};

/** The loop is watched from this time after the start on, in real milliseconds. */
const WATCH_AFTER_MS = 500;

/** After this time the memory that only the start needed is freed: a tenth of the memory of an idle server. */
const SHRINK_AFTER_MS = 1_000;

interface Running {
  readonly call: Call;
  readonly log: Log;
  readonly listening: Listening;
  /** The program that started this server and watches it, such as systemd; undefined when there is none. */
  readonly serviceManager?: ServiceManager | undefined;
  readonly onReload?: (() => void) | undefined;
  readonly stopped: Promise<string>;
  stop(): Promise<void>;
}

/** Resolves at the first signal that asks for an end. Call it before anything is opened, so that all of it is closed in order. */
export const untilStopped = (call: Call): Promise<string> => new Promise((resolve) => call.onStop(resolve));

/** As `untilStopped`, for a server, which HUP does not end unless its terminal closes. Nothing is read again before it serves. */
export const untilServerStopped = (call: Call): Promise<string> => {
  call.onReload(() => {});
  return untilStopped(call);
};

const turn = (): Promise<void> => new Promise((resolve) => nextTurn(() => resolve()));

const reloadOnHangup = ({ call, log, listening, serviceManager, onReload }: Running): void => {
  const reload = (): void => {
    if (!listening.hasCertificate) {
      log.info('SIGHUP: there are no TLS files to reload');
      return;
    }
    try {
      listening.reload();
      log.info('TLS files reloaded');
      onReload?.();
    } catch (error) {
      log.error(errorMessage(error));
    }
  };
  call.onReload(serviceManager === undefined ? reload : () => serviceManager.reloading(reload));
};

/** Runs until `stopped`, then closes the port and stops the application. HUP reloads the TLS files. */
export const runUntilStopped = async (running: Running): Promise<void> => {
  const { call, log, listening, serviceManager, stopped, stop } = running;
  reloadOnHangup(running);
  setRealTimeout(SHRINK_AFTER_MS, Bun.shrink);
  const unwatchFiles = watchOpenFiles(log);
  // After the start, which does not wait for a thread.
  let unwatchLoop = (): void => {};
  const cancelWatch = setRealTimeout(WATCH_AFTER_MS, () => {
    unwatchLoop = watchLoop(log.format, descriptorOf(call));
  });
  const signal = await stopped;
  unwatchFiles();
  cancelWatch();
  serviceManager?.stopping();
  log.info(`${signal}: finishing open requests; a second signal ends the process immediately`);
  log.flush();
  // Together: readiness answers 503 and webhook deliveries stop while requests in flight finish.
  await Promise.all([listening.close(), stop()]);
  // The last responses are logged in the next turn of the event loop.
  await turn();
  unwatchLoop();
};
