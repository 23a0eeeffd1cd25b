import { createPrivateKey, X509Certificate } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import { pause, stopwatch } from '../../../kernel/clock.ts';
import { certificateRequest, newKey, pemOf } from './der.ts';
import type { AcmeFiles, OpenOrder } from './files.ts';
import { type Account, AcmeClient, AcmeError, type ApiResponse, objectsOf, problemOf, textOf } from './protocol.ts';

/** After this time an attempt is given up, real ms. The next one continues with the same order. */
const DEADLINE_MS = 180_000;
/** The time between two looks at an order, real ms. */
const LOOK_MS = { least: 250, default: 1_000, most: 15_000 };

interface Wanted {
  readonly directory: string;
  readonly names: readonly string[];
  readonly email: string | undefined;
  readonly ca: string | undefined;
}

interface IssueDeps {
  readonly wanted: Wanted;
  readonly files: AcmeFiles;
  /** The responses to challenges (http-01) by their tokens. */
  readonly challenges: Map<string, string>;
  readonly signal: AbortSignal;
  /** Epoch ms. */
  readonly now: () => number;
}

/** The account of the directory with its key; a new key when there is none. */
const accountFor = async (directory: string, files: AcmeFiles): Promise<Account> => {
  const stored = files.account.read();
  if (stored?.directory === directory) return stored;
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const account = { directory, key: await exportJWK(privateKey) };
  files.account.write(account);
  return account;
};

/** Registers the key, or finds the account that it has. The settings say that the terms are agreed to. */
const register = async (client: AcmeClient, { email }: Wanted, files: AcmeFiles): Promise<void> => {
  const contact = email === undefined ? {} : { contact: [`mailto:${email}`] };
  const { location } = await client.post(await client.url('newAccount'), { termsOfServiceAgreed: true, ...contact });
  if (location === undefined) throw new AcmeError('the certificate authority sent no account', 'malformed');
  client.account = { ...client.account, url: location };
  files.account.write(client.account);
};

const openOrder = ({ files, wanted }: IssueDeps): OpenOrder | undefined => {
  const order = files.order.read();
  const isSame = order?.directory === wanted.directory && order.names.join() === wanted.names.join();
  return isSame ? order : undefined;
};

const newOrder = async (client: AcmeClient, { files, wanted }: IssueDeps): Promise<OpenOrder> => {
  const { directory, names } = wanted;
  const identifiers = names.map((value) => ({ type: 'dns', value }));
  const { location } = await client.post(await client.url('newOrder'), { identifiers });
  if (location === undefined) throw new AcmeError('the certificate authority sent no order', 'malformed');
  // Kept, so that a server that is killed from here on continues with the same order: authorities count them.
  const order = { directory, names, url: location, key: pemOf(newKey()) };
  files.order.write(order);
  return order;
};

/** Waits until `isDone` says so of what is at `url`. @throws AcmeError when it takes too long. */
const waitFor = async (
  client: AcmeClient,
  { signal }: IssueDeps,
  url: string,
  isDone: (status: unknown) => boolean,
): Promise<ApiResponse> => {
  const until = stopwatch() + DEADLINE_MS;
  for (;;) {
    const response = await client.post(url);
    if (isDone(response.body.status)) return response;
    if (stopwatch() > until) throw new AcmeError('the certificate authority is taking too long', 'timeout');
    const wait = response.retryAfterMs === 0 ? LOOK_MS.default : response.retryAfterMs;
    await pause(Math.min(LOOK_MS.most, Math.max(LOOK_MS.least, wait)));
    signal.throwIfAborted();
  }
};

const authorize = async (client: AcmeClient, deps: IssueDeps, url: string): Promise<void> => {
  const { body } = await client.post(url);
  if (body.status === 'valid') return;
  const challenge = objectsOf(body, 'challenges').find(({ type }) => type === 'http-01');
  const host = String(Object(body.identifier).value);
  if (challenge === undefined)
    throw new AcmeError(`the certificate authority offers no http-01 for ${host}`, 'unsupported');
  const token = textOf(challenge, 'token');
  deps.challenges.set(token, await client.keyAuthorization(token));
  try {
    if (challenge.status === 'pending') await client.post(textOf(challenge, 'url'), {});
    const done = await waitFor(client, deps, url, (status) => status !== 'pending');
    if (done.body.status === 'valid') return;
    const refused = objectsOf(done.body, 'challenges').find(({ error }) => error !== undefined)?.error;
    const { message, type } = problemOf(refused, `the authorization is ${String(done.body.status)}`);
    throw new AcmeError(`${host}: ${message}`, type);
  } finally {
    deps.challenges.delete(token);
  }
};

const complete = async (client: AcmeClient, deps: IssueDeps, { url, key, names }: OpenOrder): Promise<string> => {
  let { body } = await client.post(url);
  if (body.status === 'pending') {
    const authorizations = Array.isArray(body.authorizations) ? body.authorizations : [];
    for (const each of authorizations) await authorize(client, deps, String(each));
    ({ body } = await waitFor(client, deps, url, (status) => status !== 'pending'));
  }
  if (body.status === 'ready') {
    const request = Buffer.from(certificateRequest(names, createPrivateKey(key))).toString('base64url');
    await client.post(textOf(body, 'finalize'), { csr: request });
    ({ body } = await waitFor(client, deps, url, (status) => status !== 'ready' && status !== 'processing'));
  } else if (body.status === 'processing') {
    ({ body } = await waitFor(client, deps, url, (status) => status !== 'processing'));
  }
  if (body.status !== 'valid') throw problemOf(body.error, `the order is ${String(body.status)}`);
  const { text } = await client.post(textOf(body, 'certificate'));
  return text;
};

/** These stay as they are when they are tried again: the order, or what it wants, is refused. */
const isFinal = ({ type }: AcmeError): boolean =>
  !['unreachable', 'timeout', 'rateLimited', 'serverInternal'].includes(type);

/**
 * Obtains a certificate (RFC 8555, http-01), and continues with the order that an earlier attempt left open.
 * @returns the private key and the chain in one PEM text.
 * @throws AcmeError when the authority refuses, cannot be reached or takes too long.
 */
export const issueCertificate = async (deps: IssueDeps): Promise<string> => {
  const { wanted, files, signal, now } = deps;
  const account = await accountFor(wanted.directory, files);
  const client = new AcmeClient({ account, ca: wanted.ca, signal, now });
  if (account.url === undefined) await register(client, wanted, files);
  let order = openOrder(deps);
  try {
    order ??= await newOrder(client, deps);
    const chain = await complete(client, deps, order);
    // Before it takes the place of one that works.
    if (!new X509Certificate(chain).checkPrivateKey(createPrivateKey(order.key))) {
      throw new AcmeError('the certificate authority sent the certificate of another key', 'malformed');
    }
    return order.key + chain;
  } catch (error) {
    if (error instanceof AcmeError && isFinal(error)) files.order.remove();
    // The authority no longer knows the account: the next attempt registers the key again.
    if (error instanceof AcmeError && error.type === 'accountDoesNotExist') {
      files.account.write({ directory: account.directory, key: account.key });
    }
    throw error;
  }
};
