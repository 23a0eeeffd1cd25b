import { Type } from '@sinclair/typebox';
import { STAFF_ROLES } from '../../events/enumerations.ts';
import { PERMISSIONS } from '../../kernel/permissions.ts';
import {
  count,
  currency,
  described,
  email,
  flag,
  id,
  instant,
  name,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  shape,
  timeZone,
  url,
  weekday,
} from '../../kernel/schemas.ts';
import { STAFF_LANGUAGES } from '../../texts/made/languages.ts';
import { Site } from '../sites/record.ts';

const FACTORS = ['totp', 'recovery_code', 'passkey'] as const;
const ENVIRONMENTS = ['production', 'sandbox'] as const;
export const THEMES = ['light', 'dark', 'system'] as const;

/** A password as it is sent to be compared; new ones have rules of their own. */
const password = () => described(Type.String({ minLength: 1, maxLength: 200 }), 'The current password.');

/** A password that a person chooses: what is wrong with it, the rule says. */
export const newPassword = () =>
  described(
    Type.String({ minLength: 1, maxLength: 200 }),
    "At least 12 characters. Common passwords, and the person's name or email, are refused.",
  );

/** A secret that another response or a link has given. */
export const secret = (description: string) => Type.String({ minLength: 1, maxLength: 200, description });

export const SignInRequest = shape('SignInRequest', () => ({
  email: described(email(), "The staff member's email, in upper or lower case."),
  password: password(),
}));

export const PasswordRequest = shape('PasswordRequest', () => ({ password: password() }));

export const PasswordResetRequest = shape('PasswordResetRequest', () => ({
  email: described(email(), "The staff member's email, in upper or lower case."),
}));

export const PasswordResetRequested = shape('PasswordResetRequested', () => ({
  object: Type.Literal('password_reset_request'),
  isRequested: described(Type.Literal(true), 'If the email belongs to a staff member, a link has been sent.'),
}));

export const ChangePassword = shape('ChangePasswordRequest', () => ({
  currentPassword: password(),
  newPassword: newPassword(),
}));

export const SignIn = shape('SignIn', () => ({
  object: Type.Literal('sign_in'),
  status: described(
    oneOf('signed_in', 'second_factor_required'),
    'Whether the browser is signed in, or the person still has to send a second factor.',
  ),
  factors: described(Type.Array(oneOf(...FACTORS)), "The person's second factors. Empty once signed in."),
  signInToken: described(
    nullable(Type.String()),
    'Send it with the second factor within five minutes. `null` once signed in.',
  ),
}));

export const SignedOut = shape('SignedOut', () => ({
  object: Type.Literal('sign_out'),
  signedOut: described(Type.Literal(true), 'Whether the session has ended.'),
}));

export const PasswordConfirmed = shape('PasswordConfirmed', () => ({
  object: Type.Literal('password_confirmation'),
  confirmedUntil: described(instant(), 'Time until which sensitive operations do not ask for the password again.'),
}));

const preferences = {
  theme: described(oneOf(...THEMES), 'The color scheme of the console: light, dark, or that of the system.'),
  language: described(nullable(oneOf(...STAFF_LANGUAGES)), "The language of the console. `null` for the browser's."),
  singleKeys: described(flag(), 'Whether single-key shortcuts are on.'),
};

const site = () => {
  const { id, name, timezone, currency, isDigital, rooms } = Site.schema.properties;
  return object({ id, name, timezone, currency, isDigital, rooms });
};

/** Who calls, what they may do, and what every page of the console needs. */
export const Me = shape('Me', () => ({
  object: Type.Literal('me'),
  staff: described(
    object({
      id: id(),
      displayName: described(Type.String(), 'The name shown to others. Defaults to the first and last name.'),
      firstName: name(),
      lastName: name(),
      email: email(),
      photoUrl: described(nullable(url()), 'The URL of a picture.'),
      role: described(oneOf(...STAFF_ROLES), 'Determines the permissions.'),
    }),
    'The staff member.',
  ),
  permissions: described(
    Type.Array(oneOf(...PERMISSIONS)),
    "The permissions in effect: the role's, with overrides applied.",
  ),
  owners: described(Type.Array(Type.String()), 'The names of up to 3 owners, whom the person can ask for permissions.'),
  sites: described(Type.Array(site()), "The person's active sites, by name."),
  hasAllSites: described(
    flag(),
    'Whether the person has access to all sites, later ones too. Otherwise, what the person creates is at some sites.',
  ),
  studio: described(
    object({
      name: name(),
      locale: described(Type.String(), 'A BCP 47 language tag, such as en-US.'),
      currency: currency(),
      timezone: timeZone(),
      weekStart: described(weekday(), 'The first day of the week.'),
      logoUrl: described(nullable(url()), 'The URL of the logo.'),
      defaultSiteId: id(),
      environment: described(oneOf(...ENVIRONMENTS), 'Whether the data is real or made up.'),
    }),
    'Information about the whole brand.',
  ),
  ...preferences,
  secondFactor: described(
    object({
      isRequired: described(flag(), 'Whether the owner requires it of all staff.'),
      totp: described(flag(), 'Whether the person has set up an authenticator app.'),
      passkeys: described(count(), 'The number of passkeys.'),
      recoveryCodesLeft: described(count(), 'The number of unused recovery codes.'),
    }),
    "The person's two-step sign-in.",
  ),
  sessionId: described(nullable(id()), 'The session of this browser. `null` for an API key.'),
  passwordConfirmedUntil: described(
    nullable(instant()),
    'Time until which sensitive operations do not ask for the password again. `null` for an API key.',
  ),
  serverTime: described(instant(), "The server's time."),
  hasDemoData: described(
    flag(),
    'Whether the studio was set up with demo data that has not been removed. POST /manage/demo-data/remove removes it.',
  ),
  isSandbox: described(flag(), 'Whether this is a sandbox, with made-up data.'),
}));

export const UpdateMe = shape('UpdateMeRequest', () => ({
  theme: optional(preferences.theme),
  language: optional(preferences.language),
  singleKeys: optional(preferences.singleKeys),
}));

export type MeResponse = Static<typeof Me>;
export type UpdateMeBody = Static<typeof UpdateMe>;
export type SignInResponse = Static<typeof SignIn>;
