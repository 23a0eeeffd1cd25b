// The mixed load. Each worker goes on until the server is killed.
import { createHash } from 'node:crypto';
import type { Choices } from '../../test/helpers/seeded.ts';
import { type Api, Broken, type SendOptions } from './api.ts';
import type { Answered, KnownUpload, Ledger, Unanswered } from './ledger.ts';

export interface Studio {
  readonly siteId: string;
  readonly sessionIds: readonly string[];
}

let keys = 0;

/** Sends a write with an idempotency key, and remembers it while it has no response. */
const write = async (api: Api, ledger: Ledger, given: Omit<Unanswered, 'key'>, options: SendOptions = {}) => {
  keys += 1;
  const each: Unanswered = { ...given, key: `torture-${keys}` };
  try {
    await retry(api, each, options);
  } catch (error) {
    if (error instanceof Broken) ledger.unanswered.push(each);
    throw error;
  }
};

/** Sends a write, or sends it again, and records what came of it. */
export const retry = async (
  api: Api,
  { key, path, body, settle }: Unanswered,
  options: SendOptions = {},
): Promise<void> => {
  const response = await api.send('POST', path, {
    allowed: [409],
    ...options,
    body,
    headers: { 'Idempotency-Key': key },
  });
  if (response.status < 300) settle(response.body as Answered);
};

let people = 0;

const createClient = async (api: Api, ledger: Ledger): Promise<void> => {
  people += 1;
  const email = `torture.${people}@example.com`;
  const body = { firstName: 'Ann', lastName: 'Lee', email, notes: '0' };
  const settle = ({ id }: Answered) => void ledger.clients.push({ id, email, acknowledged: 0, sent: 0 });
  await write(api, ledger, { path: '/v2/clients', body, settle }, { allowed: [] });
};

const changeClient = async (api: Api, ledger: Ledger, choices: Choices): Promise<void> => {
  const client = choices.of(ledger.clients);
  if (client === undefined || client.sent > client.acknowledged) return;
  client.sent += 1;
  await api.send('PATCH', `/v2/clients/${client.id}`, { body: { notes: String(client.sent) } });
  client.acknowledged = client.sent;
};

const book = async (api: Api, ledger: Ledger, choices: Choices, studio: Studio): Promise<void> => {
  const [clientId, sessionId] = [choices.of(ledger.clients)?.id, choices.of(studio.sessionIds)];
  if (clientId === undefined || sessionId === undefined) return;
  const settle = ({ id, status = '' }: Answered) => void ledger.bookings.push({ id, sessionId, allowed: [status] });
  await write(api, ledger, { path: '/v2/bookings', body: { clientId, sessionId, joinWaitlist: true }, settle });
};

const cancel = async (api: Api, ledger: Ledger, choices: Choices): Promise<void> => {
  const booking = choices.of(ledger.bookings);
  if (booking === undefined || booking.allowed.includes('cancelled')) return;
  booking.allowed = [...booking.allowed, 'confirmed', 'cancelled'];
  await api.send('POST', `/v2/bookings/${booking.id}/cancel`, { body: {} });
  booking.allowed = ['cancelled'];
};

const checkIn = async (api: Api, ledger: Ledger, choices: Choices, { siteId }: Studio): Promise<void> => {
  const clientId = choices.of(ledger.clients)?.id;
  if (clientId === undefined) return;
  const settle = ({ id }: Answered) => void ledger.checkins.push(id);
  await write(api, ledger, { path: '/v2/checkins', body: { clientId, locationId: siteId }, settle });
};

const CHUNK = 65_536;
const TUS = { 'Tus-Resumable': '1.0.0' };
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Begins an upload: a small video, then a box of other bytes, so that no file is like another. */
const beginUpload = async (api: Api, choices: Choices, clip: Uint8Array): Promise<KnownUpload> => {
  const noise = 8 + 200_000 + choices.below(400_000);
  const bytes = Buffer.alloc(clip.length + noise, choices.below(256));
  bytes.set(clip);
  bytes.writeUInt32BE(noise, clip.length);
  bytes.write('free', clip.length + 4);
  bytes.writeUInt32BE(choices.below(2 ** 31), clip.length + 8);
  const metadata = `filename ${base64('clip.mp4')},filetype ${base64('video/mp4')}`;
  const response = await api.send('POST', '/manage/content/media/uploads', {
    headers: { ...TUS, 'Upload-Length': String(bytes.length), 'Upload-Metadata': metadata },
  });
  const location = new URL(response.headers.get('location') ?? '', 'http://127.0.0.1').pathname;
  return { location, bytes, acknowledged: 0 };
};

const continueUpload = async (api: Api, upload: KnownUpload): Promise<void> => {
  const { location, bytes } = upload;
  const at = await api.send('HEAD', location, { headers: TUS });
  const offset = Number(at.headers.get('upload-offset'));
  if (!(offset >= upload.acknowledged && offset <= bytes.length)) {
    throw new Error(`${offset} bytes of an upload are there; ${upload.acknowledged} were acknowledged`);
  }
  for (let from = offset; from < bytes.length; from += CHUNK) {
    const headers = { ...TUS, 'Upload-Offset': String(from), 'Content-Type': 'application/offset+octet-stream' };
    const response = await api.send('PATCH', location, { headers, bytes: bytes.subarray(from, from + CHUNK) });
    upload.acknowledged = Number(response.headers.get('upload-offset'));
  }
};

const upload = async (api: Api, ledger: Ledger, choices: Choices, clip: Uint8Array): Promise<void> => {
  ledger.upload ??= await beginUpload(api, choices, clip);
  const { location, bytes } = ledger.upload;
  await continueUpload(api, ledger.upload);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  ledger.media.push({ id: location.split('/').at(-1) ?? '', sha256 });
  ledger.upload = undefined;
};

/**
 * Runs until the server ends.
 * @returns what went wrong besides that
 */
export const runLoad = async (api: Api, ledger: Ledger, choices: Choices, studio: Studio, clip: Uint8Array) => {
  const faults: string[] = [];
  const works = [
    () => createClient(api, ledger),
    () => createClient(api, ledger),
    () => changeClient(api, ledger, choices),
    () => book(api, ledger, choices, studio),
    () => book(api, ledger, choices, studio),
    () => cancel(api, ledger, choices),
    () => checkIn(api, ledger, choices, studio),
  ];
  const worker = async (next: () => Promise<void>): Promise<void> => {
    for (;;) {
      try {
        await next();
      } catch (error) {
        if (error instanceof Broken) return;
        faults.push(String(error));
        return;
      }
    }
  };
  const any = () => (choices.of(works) as (typeof works)[number])();
  await Promise.all([
    ...Array.from({ length: 6 }, () => worker(any)),
    worker(() => upload(api, ledger, choices, clip)),
  ]);
  return faults;
};
