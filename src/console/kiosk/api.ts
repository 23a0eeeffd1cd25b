import { inWords } from '../api/refusals/in-words.ts';
import type { ErrorBody } from '../api/refusals/refusal-words.ts';
import type { Schemas } from '../api/types.ts';
import { keptHere } from '../base/storage.ts';

export type KioskScreen = Schemas['KioskScreen'];
export type KioskArrivals = Schemas['KioskArrivals'];
export type Arrival = KioskArrivals['arrivals'][number];
export type KioskCheckIn = Schemas['KioskCheckIn'];
export type CheckInBody = Schemas['KioskCheckInRequest'];

const TOKEN = 'studiod.kiosk';

/** The token of this tablet; null where it is no kiosk. */
export const kioskToken = (): string | null => keptHere.get(TOKEN);

/** Makes this tablet a kiosk. */
export const keepKioskToken = (token: string): void => keptHere.set(TOKEN, token);

/** The tablet is a kiosk no more. */
export const forgetKiosk = (): void => keptHere.remove(TOKEN);

/** The status of a refusal; 0 where no response came. */
export class KioskError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly code?: string,
  ) {
    super(message);
  }
}

interface ApiCall {
  readonly method?: 'GET' | 'POST';
  readonly body?: object;
  readonly key?: string;
}

/** Sends a request with the token of the kiosk. @throws KioskError */
export const callApi = async <Body>(path: string, { method = 'GET', body, key }: ApiCall = {}): Promise<Body> => {
  const headers = new Headers({ 'X-Kiosk-Token': kioskToken() ?? '' });
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (key !== undefined) headers.set('Idempotency-Key', key);
  const init = {
    method,
    headers,
    credentials: 'omit' as const,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  const response = await fetch(`/manage/kiosk${path}`, init).catch(() => undefined);
  if (response === undefined) throw new KioskError(0, '');
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) {
    const { error } = answer as { readonly error?: ErrorBody };
    const { message, code } = await inWords(error);
    throw new KioskError(response.status, message, code);
  }
  return answer;
};
