import { expect, test } from 'bun:test';
import type { Schemas } from '../../src/console/api/types.ts';
import { MAILS } from '../../src/console/pages/settings/mails/mails-record.ts';
import { MEMBERS_PAGE } from '../../src/console/pages/settings/members/members-record.ts';
import { BOOKING } from '../../src/console/pages/settings/rules/booking-record.ts';
import { MEMBERSHIP } from '../../src/console/pages/settings/rules/membership-record.ts';
import { PAYMENT, PLATFORM } from '../../src/console/pages/settings/rules/payment-record.ts';
import { STUDIO } from '../../src/console/pages/settings/studio/studio-record.ts';
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
      spec.usual === undefined ? [] : [[name, spec.usual]],
    );
    expect(usual).toEqual(usual.map(([name]) => [name, held[String(name)]]));
  },
);
