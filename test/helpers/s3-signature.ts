import { createHash, createHmac } from 'node:crypto';

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: Uint8Array | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The parameters of a query in the order of their names, each with `=`. */
const canonicalQuery = (search: string): string =>
  search
    .replace(/^\?/, '')
    .split('&')
    .filter((each) => each !== '')
    .map((each) => (each.includes('=') ? each : `${each}=`))
    .sort()
    .join('&');

/**
 * Why the signature of a request to S3 is not one with `secret`, by AWS Signature Version 4; undefined when it is.
 * Written from the description of the protocol, and not from that of the client.
 */
export const signatureProblem = (request: Request, body: Uint8Array, secret: string): string | undefined => {
  const { method, headers, url } = request;
  const { pathname, search } = new URL(url);
  const [, credential = '', signed = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=(\S+), ?SignedHeaders=(\S+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.get('authorization') ?? '',
    ) ?? [];
  const [, day = '', region = '', service = '', end] = credential.split('/');
  if (service !== 's3' || end !== 'aws4_request') return 'no credential for S3';
  const names = signed.split(';');
  for (const name of ['host', 'x-amz-content-sha256', 'x-amz-date']) {
    if (!names.includes(name)) return `${name} is not signed`;
  }
  const time = headers.get('x-amz-date') ?? '';
  if (!/^\d{8}T\d{6}Z$/.test(time) || !time.startsWith(day)) return 'the time is not that of the credential';
  const payload = headers.get('x-amz-content-sha256') ?? '';
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return 'another body than the signed one';
  const lines = names.map((name) => `${name}:${(headers.get(name) ?? '').trim().replaceAll(/ +/g, ' ')}\n`);
  const canonical = [method, pathname, canonicalQuery(search), lines.join(''), signed, payload].join('\n');
  const scope = [day, region, service, end].join('/');
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [day, region, service, String(end)].reduce<Uint8Array | string>(hmac, `AWS4${secret}`);
  return hmac(key, text).toString('hex') === signature ? undefined : 'the signature does not match';
};
