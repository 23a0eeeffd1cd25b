import { Type } from '@sinclair/typebox';
import {
  currency,
  described,
  email,
  flag,
  name,
  object,
  optional,
  type Static,
  shape,
  timeZone,
} from '../../../kernel/schemas.ts';
import { brand } from '../../settings/record.ts';
import { Site } from '../../sites/record.ts';
import { newPassword, secret } from '../shapes.ts';

export const Setup = shape('Setup', () => ({
  object: Type.Literal('setup'),
  isNeeded: described(flag(), 'Whether the studio has no owner yet.'),
  isOpen: described(flag(), 'Whether the link that the last start printed still works.'),
  passkeys: described(flag(), 'Whether people can sign in with passkeys: where the address is https or localhost.'),
  mailsLinks: described(flag(), 'Whether who has forgotten the password can have a link mailed.'),
  signsMembersIn: described(flag(), 'Whether members sign in here with a code by mail.'),
  publicUrl: described(Type.String(), 'The address of this server, as members and websites use it.'),
  studio: described(
    object({
      name: name(),
      locale: described(Type.String(), 'BCP 47, such as en-US.'),
      currency: currency(),
      timezone: timeZone(),
    }),
    'The studio as it is.',
  ),
}));

export const SetupRequest = shape('SetupRequest', () => ({
  token: secret('Of the link that the start of the server printed.'),
  owner: described(
    object({ firstName: name(), lastName: name(), email: email(), password: newPassword() }),
    'The first owner, who is signed in then.',
  ),
  studio: optional(
    described(
      object({
        name: optional(name()),
        locale: optional(brand.locale.schema),
        currency: optional(currency()),
        timezone: optional(timeZone()),
      }),
      'What to change of the studio.',
    ),
  ),
  demoData: optional(
    described(
      flag(),
      'Whether to fill the studio with demo data to look around: people, classes, bookings, sales, content. ' +
        'POST /manage/demo-data/remove removes all of them. By default false.',
    ),
  ),
  site: optional(
    described(
      object(() => {
        const { address, phone } = Site.create.properties;
        return { name: optional(name()), address, phone };
      }),
      'What to change of its first site.',
    ),
  ),
}));

export type SetupBody = Static<typeof SetupRequest>;
