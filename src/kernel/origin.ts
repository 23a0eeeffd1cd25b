import { AsyncLocalStorage } from 'node:async_hooks';

export interface Origin {
  /** The id of the staff member, else of the member's client, else of the credential; `job:...` or `verb:...` */
  readonly actor: string | null;
  readonly requestId: string | null;
}

const current = new AsyncLocalStorage<Origin | undefined>();

/** Runs `work`, and everything that it awaits, for `origin`. */
export const withOrigin = <T>(origin: Origin | undefined, work: () => T): T => current.run(origin, work);

/** Runs `work` for a job of the server. */
export const asJob = <T>(name: string, work: () => T): T => withOrigin({ actor: `job:${name}`, requestId: null }, work);

/** The origin of the current work; undefined if none is set. */
export const currentOrigin = (): Origin | undefined => current.getStore();

/** A callback that runs later, for no one: what a timer starts is not done for the request that happened to set it. */
export const detached =
  (work: () => void): (() => void) =>
  () =>
    current.run(undefined, work);
