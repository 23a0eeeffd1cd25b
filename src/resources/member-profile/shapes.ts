import { type Static, Type } from '@sinclair/typebox';
import { count, described, flag, optional, part, shape } from '../../kernel/schemas.ts';
import { Client } from '../clients/record.ts';
import { MemberPackage } from '../packages/shapes.ts';
import { UnitPreferences } from '../preferences/shapes.ts';
import { Site } from '../sites/record.ts';

const {
  object: _object,
  homeLocation: _home,
  packages: _packages,
  notes: _notes,
  alerts: _alerts,
  ...memberFields
} = Client.schema.properties;

/** A client as the member sees it (records.md "Member views"): without the notes and alerts for staff. */
export const MemberProfile = shape('MemberProfile', {
  ...memberFields,
  object: Type.Literal('member_profile'),
  homeSite: Site.schema,
  activePackages: Type.Array(MemberPackage),
  unitPreferences: UnitPreferences,
  outstandingBalance: Type.Object(
    { amount: count(), currency: Type.String() },
    { additionalProperties: false, description: 'What the member owes; 0 when nothing.' },
  ),
});

const { phone, address, emergencyContact, photoUrl, preferredLocale, leaderboardVisibility } = Client.patch.properties;
const consent = optional(described(flag(), 'Whether the member agrees.'));

/** What members change of their own profile. */
export const UpdateMemberProfile = shape('UpdateMemberProfileRequest', {
  ...{ phone, address, emergencyContact, photoUrl, preferredLocale, leaderboardVisibility },
  marketingConsent: optional(
    described(part({ email: consent, sms: consent, push: consent }), 'Which marketing messages the member agrees to.'),
  ),
});

export type MemberProfileAnswer = Static<typeof MemberProfile>;
