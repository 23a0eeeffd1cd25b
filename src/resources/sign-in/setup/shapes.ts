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
  isOpen: described(flag(), 'Whether the link printed by the last start still works.'),
  passkeys: described(
    flag(),
    'Whether people can sign in with passkeys, which requires that the address is https or localhost.',
  ),
  mailsLinks: described(flag(), 'Whether password reset links can be sent by email.'),
  signsMembersIn: described(flag(), 'Whether members can sign in on this server with an email code.'),
  publicUrl: described(Type.String(), "The server's public URL, as used by members and websites."),
  studio: described(
    object({
      name: name(),
      locale: described(Type.String(), 'A BCP 47 language tag, such as en-US.'),
      currency: currency(),
      timezone: timeZone(),
    }),
    'The current studio.',
  ),
}));

export const SetupRequest = shape('SetupRequest', () => ({
  token: secret('The token in the link printed when the server started.'),
  owner: described(
    object({ firstName: name(), lastName: name(), email: email(), password: newPassword() }),
    'The first owner, who is then signed in.',
  ),
  studio: optional(
    described(
      object({
        name: optional(name()),
        locale: optional(brand.locale.schema),
        currency: optional(currency()),
        timezone: optional(timeZone()),
      }),
      'Changes to the studio.',
    ),
  ),
  demoData: optional(
    described(
      flag(),
      'Whether to add demo data to explore: people, classes, bookings, sales, and content. POST ' +
        '/manage/demo-data/remove removes all of it. Defaults to `false`.',
    ),
  ),
  site: optional(
    described(
      object(() => {
        const { address, phone } = Site.create.properties;
        return { name: optional(name()), address, phone };
      }),
      'Changes to its first site.',
    ),
  ),
}));

export type SetupBody = Static<typeof SetupRequest>;
