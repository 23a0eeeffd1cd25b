import { numberFormat } from '../../../../kernel/locale-formats.ts';
import type { TextKey } from '../../../../texts/translate.ts';
import type { Delivery } from '../queries.ts';

/** Why an attempt failed: shortly for a row, unless the answer has a status, and what to do about it. */
const REASONS = {
  timeout: { short: 'integrations.noAnswerIn', long: 'integrations.errTimeout' },
  connect_error: { short: 'integrations.shortConnect', long: 'integrations.errConnect' },
  tls_error: { short: 'integrations.shortTls', long: 'integrations.errTls' },
  dns_error: { short: 'integrations.shortDns', long: 'integrations.errDns' },
  redirect: { short: 'integrations.shortRedirect', long: 'integrations.errRedirect' },
  http_status: { short: undefined, long: 'integrations.errStatus' },
  protocol_error: { short: 'integrations.shortProtocol', long: 'integrations.errProtocol' },
  blocked_address: { short: 'integrations.shortBlocked', long: 'integrations.errBlocked' },
  interrupted: { short: 'integrations.shortInterrupted', long: 'integrations.errInterrupted' },
  endpoint_disabled: { short: 'integrations.shortDisabled', long: 'integrations.errDisabled' },
  not_permitted: { short: 'integrations.shortDisabled', long: 'integrations.errNotPermitted' },
} as const satisfies Readonly<Record<string, { readonly short: TextKey | undefined; readonly long: TextKey }>>;

const isReason = (code: string | undefined): code is keyof typeof REASONS =>
  code !== undefined && Object.hasOwn(REASONS, code);

type Failed = Pick<Delivery, 'error'>;

/** Why an attempt failed, in a few words; undefined where the status of the answer says it. */
export const shortReason = ({ error }: Failed): TextKey | undefined =>
  isReason(error?.code) ? REASONS[error.code].short : undefined;

/** Why an attempt failed, and what to do about it. */
export const longReason = ({ error }: Failed): TextKey | undefined =>
  isReason(error?.code) ? REASONS[error.code].long : undefined;

/** How long something took: 184 ms, 10.0 s. */
export const tookText = (ms: number, locale: string): string =>
  ms < 1_000
    ? numberFormat(locale, { style: 'unit', unit: 'millisecond' }).format(ms)
    : numberFormat(locale, {
        style: 'unit',
        unit: 'second',
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
      }).format(ms / 1_000);
