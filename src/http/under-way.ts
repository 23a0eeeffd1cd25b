import { setRealTimeout } from '../kernel/clock.ts';

/** How many seconds an idle connection stays open: longer than common proxies keep theirs. */
export const IDLE_SECONDS = 130;

/** How many seconds may pass between two parts of a body. */
const SENDER_SECONDS = 60;

/**
 * How often requests that are under way are looked for, in real milliseconds: several times before the first of them would
 * count as idle.
 */
const LOOK_MS = 30_000;

/** The server that has the connection of a request. */
export interface Connections {
  /** Sets after how many idle seconds the connection of a request is closed; 0 for never. */
  timeout?(request: Request, seconds: number): void;
}

interface Pending {
  readonly from: Connections;
  isKept: boolean;
}

export interface UnderWay {
  /** A response is being made. Call it once for a request, and only for one whose response is awaited. */
  begin(request: Request, from: Connections): void;
  /** The response is made. Its connection is closed once it is idle, unless the response `staysOpen`. */
  end(request: Request, from: Connections, staysOpen: boolean): void;
}

/**
 * Keeps the connections of requests open while their responses are being made: the runtime counts a connection as idle once a
 * request without a body has arrived. With a body it does so only while more of the body is to come.
 * @param schedule runs a function after real milliseconds.
 */
export const keepUnderWay = (
  schedule: (milliseconds: number, look: () => void) => unknown = setRealTimeout,
): UnderWay => {
  const requests = new Map<Request, Pending>();
  let isLooking = false;
  const look = (): void => {
    isLooking = false;
    for (const [request, pending] of requests) {
      if (pending.isKept) continue;
      pending.from.timeout?.(request, 0);
      pending.isKept = true;
    }
    lookLater();
  };
  const lookLater = (): void => {
    if (isLooking || requests.size === 0) return;
    isLooking = true;
    schedule(LOOK_MS, look);
  };
  return {
    begin(request, from) {
      if (request.body !== null) {
        // It counts until the whole body has arrived, and then no more.
        from.timeout?.(request, SENDER_SECONDS);
        return;
      }
      requests.set(request, { from, isKept: false });
      lookLater();
    },
    end(request, from, staysOpen) {
      const pending = requests.get(request);
      if (pending !== undefined) requests.delete(request);
      if (!staysOpen && pending?.isKept !== false) from.timeout?.(request, IDLE_SECONDS);
    },
  };
};
