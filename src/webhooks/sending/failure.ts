import type { ErrorCode } from '../counters.ts';

/** Why an attempt failed. The message never contains addresses, resolver output or details of the receiver's network. */
export interface AttemptFailure {
  readonly code: ErrorCode;
  readonly message: string;
}

const TLS_MESSAGES: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate is not for the URL's host name.",
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed. Use a certificate of a public authority.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is of an authority that is not trusted.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The certificate is from an unknown authority, or the intermediate certificate is not sent.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'The certificate is from an unknown authority, or the intermediate certificate is not sent.',
};
const TLS_CODE =
  /^(?:ERR_TLS|ERR_SSL|CERT_|EPROTO|UNABLE_TO_|ERR_OSSL|CRL_|HOSTNAME_MISMATCH|INVALID_CA|.*SELF_SIGNED)/;

/** The failure for an error of the connection. `code` is the error's own code, '' when it has none. */
export const connectionFailure = (code: string): AttemptFailure => {
  if (code === 'BLOCKED_ADDRESS') {
    return { code: 'blocked_address', message: 'The URL leads to an address that is not public.' };
  }
  if (code === 'NAME_NOT_FOUND') return { code: 'dns_error', message: 'The host name has no address.' };
  if (code.startsWith('HPE_') || code === 'ERR_HTTP_UPGRADE') {
    return { code: 'protocol_error', message: 'The response is not valid HTTP, or its headers exceed 16 KiB.' };
  }
  if (TLS_CODE.test(code)) {
    return { code: 'tls_error', message: TLS_MESSAGES[code] ?? 'The TLS connection failed.' };
  }
  return { code: 'connect_error', message: 'The connection failed, or was closed before a response.' };
};

/** The failure for a response that is not 2xx (events.md "Delivery"). */
export const statusFailure = (status: number): AttemptFailure =>
  status >= 300 && status < 400
    ? {
        code: 'redirect',
        message: `The response was a redirect (${status}), which is never followed. Register the final URL.`,
      }
    : { code: 'http_status', message: `The response was ${status}. Only a 2xx status acknowledges a delivery.` };

/** The failure when there is no response within the limit, in milliseconds. */
export const timeoutFailure = (limitMs: number): AttemptFailure => ({
  code: 'timeout',
  message: `No acknowledgement came within ${limitMs / 1000} seconds.`,
});

export const INTERRUPTED: AttemptFailure = { code: 'interrupted', message: 'The service stopped during this attempt.' };

export const ENDPOINT_DISABLED: AttemptFailure = {
  code: 'endpoint_disabled',
  message: 'The endpoint is disabled, so nothing was sent. Enable it first.',
};

export const NOT_PERMITTED: AttemptFailure = {
  code: 'not_permitted',
  message:
    'Nothing was sent: the credential that owns this endpoint can no longer read this event. Use a credential that can, and ' +
    'enable the endpoint, or set its URL or event types.',
};

/** Whether the receiver did not cause a failure: the event is not attempted again, and the endpoint is as healthy as before. */
export const isWithheld = ({ code }: AttemptFailure): boolean =>
  code === 'endpoint_disabled' || code === 'not_permitted';
