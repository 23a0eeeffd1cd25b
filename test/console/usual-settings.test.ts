import { expect, test } from 'bun:test';
import type { Schemas } from '../../src/console/api/types.ts';
import { BOOKING } from '../../src/console/parts/settings/booking-record.ts';
import { MAILS } from '../../src/console/parts/settings/mails/mails-record.ts';
import { MEMBERS_PAGE } from '../../src/console/parts/settings/members-record.ts';
import { MEMBERSHIP } from '../../src/console/parts/settings/membership-record.ts';
import { PAYMENT, PLATFORM } from '../../src/console/parts/settings/payment-record.ts';
import { STUDIO } from '../../src/console/parts/settings/studio-record.ts';
import { DEFAULTS } from '../../src/resources/settings/record.ts';

const studio = { currency: 'JPY', timezone: 'Asia/Tokyo' };
const parts = [...STUDIO, ...BOOKING, ...PAYMENT, PLATFORM, ...MEMBERSHIP, ...MEMBERS_PAGE, ...MAILS];

test.each(parts.map(({ title, fields }) => ({ title, fields })))(
  '$title says the defaults that the interface has',
  ({ fields }) => {
    const defaults = {
      ...DEFAULTS,
      payment: { ...DEFAULTS.payment, currency: 'JPY' },
    } as unknown as Schemas['Settings'];
    const held = fields.valuesOf(defaults, studio);
    const usual = Object.entries(fields.specs).flatMap(([name, spec]) =>
      spec.usual === undefined ? [] : [[name, spec.usual] as const],
    );
    expect(usual).toEqual(usual.map(([name]) => [name, held[name] ?? '']));
  },
);
