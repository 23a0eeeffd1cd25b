import type { Part } from '../shared/specs.ts';

const SWITCH = { kind: 'switch' } as const;

/** What strangers see, how they become clients, how they are addressed, and which websites show the page. */
export const MEMBERS_PAGE: readonly Part[] = [
  {
    title: 'members.partSeen',
    specs: [
      {
        path: 'membership.publicTimetable',
        name: 'members.timetable',
        hint: 'members.timetableHint',
        type: SWITCH,
        usual: 'yes',
      },
      {
        path: 'membership.publicLibrary',
        name: 'members.library',
        hint: 'members.libraryHint',
        type: SWITCH,
        usual: 'yes',
        when: (draft) => draft['membership.publicTimetable'] === 'yes',
      },
      {
        path: 'membership.searchEngines',
        name: 'members.search',
        hint: 'members.searchHint',
        type: SWITCH,
        usual: 'yes',
        when: (draft) => draft['membership.publicTimetable'] === 'yes',
      },
      {
        path: 'membership.showPlaces',
        name: 'members.places',
        hint: 'members.placesHint',
        type: {
          kind: 'choice',
          answers: [
            { id: 'few', label: 'members.placesFew' },
            { id: 'count', label: 'members.placesCount' },
            { id: 'never', label: 'members.placesNever' },
          ],
        },
        usual: 'few',
        when: (draft) => draft['membership.publicTimetable'] === 'yes',
      },
    ],
  },
  {
    title: 'members.partSignUp',
    specs: [
      {
        path: 'membership.signUp',
        name: 'members.signUp',
        hint: 'members.signUpHint',
        type: {
          kind: 'choice',
          answers: [
            { id: 'open', label: 'members.signUpOpen' },
            { id: 'approval', label: 'members.signUpApproval', hint: 'members.signUpApprovalHint' },
            { id: 'closed', label: 'members.signUpClosed' },
          ],
        },
        usual: 'open',
      },
      {
        path: 'membership.askBirthDate',
        name: 'members.birthDate',
        hint: 'members.birthDateHint',
        type: SWITCH,
        usual: 'no',
        when: (draft) => draft['membership.signUp'] !== 'closed',
      },
      {
        path: 'membership.lockNames',
        name: 'members.lockNames',
        hint: 'members.lockNamesHint',
        type: SWITCH,
        usual: 'no',
      },
      {
        path: 'membership.selfSignUp',
        name: 'members.ownApp',
        hint: 'members.ownAppHint',
        type: SWITCH,
        usual: 'no',
      },
      {
        path: 'membership.waiver',
        name: 'members.waiver',
        hint: 'members.waiverHint',
        type: { kind: 'agreement' },
      },
      {
        path: 'membership.consent',
        name: 'members.consent',
        hint: 'members.consentHint',
        type: { kind: 'agreement' },
      },
    ],
  },
  {
    title: 'members.partWords',
    specs: [
      {
        path: 'brand.formOfAddress',
        name: 'members.german',
        hint: 'members.germanHint',
        type: {
          kind: 'choice',
          answers: [
            { id: 'informal', label: 'members.germanInformal' },
            { id: 'formal', label: 'members.germanFormal' },
          ],
        },
        usual: 'informal',
        isOfBrand: true,
      },
    ],
  },
  {
    title: 'members.partWebsite',
    specs: [
      {
        path: 'membership.embedOrigins',
        name: 'members.websites',
        hint: 'members.websitesHint',
        type: { kind: 'websites' },
      },
    ],
  },
];
