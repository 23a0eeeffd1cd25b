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
const SITE = 'studiod.kiosk.site';

/** The token of this tablet; null where it is no kiosk. */
export const kioskToken = (): string | null => keptHere.get(TOKEN);

/** Makes this tablet a kiosk. */
export const keepKioskToken = (token: string): void => {
  keptHere.remove(SITE);
  keptHere.set(TOKEN, token);
};

/** The site at whose door a kiosk is. */
export type KioskSite = Pick<KioskScreen, 'siteId' | 'siteName'>;

/** The site of this kiosk; undefined until its screen was read once. */
export const kioskSite = (): KioskSite | undefined => {
  const kept = keptHere.get(SITE);
  return kept === null ? undefined : JSON.parse(kept);
};

/** Keeps the site of this kiosk, also for a start without a connection. */
export const keepKioskSite = ({ siteId, siteName }: KioskSite): void =>
  keptHere.set(SITE, JSON.stringify({ siteId, siteName }));

/** The tablet is a kiosk no more. */
export const forgetKiosk = (): void => {
  keptHere.remove(TOKEN);
  keptHere.remove(SITE);
};

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
