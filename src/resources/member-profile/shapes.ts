import { type Static, Type } from '@sinclair/typebox';
import { count, described, flag, object, optional, shape } from '../../kernel/schemas.ts';
import { withoutIntegrationFields } from '../../records/member-fields.ts';
import { Client } from '../clients/record.ts';
import { MemberPackage } from '../packages/shapes.ts';
import { UnitPreferences } from '../preferences/shapes.ts';
import { MemberSite } from '../sessions/shapes.ts';

/** A client as the member sees it (records.md "Member views"): without the notes and alerts for staff. */
export const MemberProfile = shape('MemberProfile', () => {
  const { object, homeLocation, packages, notes, alerts, ...memberFields } = Client.schema.properties;
  return {
    ...withoutIntegrationFields(memberFields),
    object: Type.Literal('member_profile'),
    homeSite: MemberSite,
    activePackages: Type.Array(MemberPackage),
    unitPreferences: UnitPreferences,
    outstandingBalance: Type.Object(
      { amount: count(), currency: Type.String() },
      { additionalProperties: false, description: 'What the member owes. 0 if nothing.' },
    ),
  };
});

const consent = optional(described(flag(), 'Whether the member consents.'));

/** What members change of their own profile. */
export const UpdateMemberProfile = shape('UpdateMemberProfileRequest', () => {
  const { firstName, lastName, phone, address, emergencyContact, photoUrl, preferredLocale, leaderboardVisibility } =
    Client.patch.properties;
  return {
    firstName,
    lastName,
    phone,
    address,
    emergencyContact,
    photoUrl,
    preferredLocale,
    leaderboardVisibility,
    marketingConsent: optional(
      described(
        object({ email: consent, sms: consent, push: consent }),
        'The marketing messages the member consents to.',
      ),
    ),
  };
});

export type MemberProfileResponse = Static<typeof MemberProfile>;
