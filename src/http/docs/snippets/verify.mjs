import { createHmac, timingSafeEqual } from 'node:crypto';

/** rawBody: the raw bytes of the body, before JSON parsing; header: the value of X-Service-Signature. */
export function verify(rawBody, header, secret, now = Date.now() / 1000) {
  const fields = header.split(',').map((field) => field.trim().split('='));
  const timestamp = fields.find(([name]) => name === 't')?.[1] ?? '';
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest();
  const isGenuine = fields.some(([name, value]) => {
    const given = Buffer.from(name === 'v1' ? (value ?? '') : '', 'hex');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isGenuine && Math.abs(now - Number(timestamp)) <= 300;
}
