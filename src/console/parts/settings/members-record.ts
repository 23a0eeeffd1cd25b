import type { Schemas } from '../../api/types.ts';
import { nowMs } from '../../base/time/now.ts';
import { type Part, settingsOf } from './settings-record.ts';

/** A text to which members agree; each change makes a new version of it. */
type Agreement = Schemas['Settings']['membership']['waiver'];

/**
 * The name of the next version of a text: the day, and a number for further versions of that day. Where there is no text, the day has
 * the time with it: an earlier text of today may have been removed, whose name must not come again.
 */
const versionAfter = (last: string | undefined): string => {
  const now = new Date(nowMs()).toISOString();
  const today = now.slice(0, 10);
  if (last === undefined) return `${today}-${now.slice(11, 19).replaceAll(':', '')}`;
  if (!last.startsWith(today)) return today;
  const [, first = today, count = '1'] = /^(.{10}(?:-\d{6})?)(?:-(\d{1,5}))?$/.exec(last) ?? [];
  return `${first}-${Number(count) + 1}`;
};

const agreedText = (typed: string, before: Agreement | undefined): Agreement => {
  const text = typed.trim();
  return text === '' ? null : { version: versionAfter(before?.version), text };
};

/** The texts to which members agree, as a form holds them. */
interface Agreements {
  readonly 'membership.waiver': string;
  readonly 'membership.consent': string;
}

/** The origin of a website as people write its address: without https, or with a page of it. */
const originOf = (address: string): string => {
  try {
    return new URL(/^\w+:\/\//.test(address) ? address : `https://${address}`).origin;
  } catch {
    return address;
  }
};

/** Origins of websites, one in a line. */
interface Websites {
  readonly 'membership.embedOrigins': string;
}

/** What strangers see, how they become clients, how they are addressed, and which websites show the page. */
export const MEMBERS_PAGE: readonly Part[] = [
  {
    title: 'members.partSeen',
    fields: settingsOf()({
      'membership.publicTimetable': {
        kind: 'switch',
        label: 'members.timetable',
        hint: 'members.timetableHint',
        usual: true,
      },
      'membership.publicLibrary': {
        kind: 'switch',
        label: 'members.library',
        hint: 'members.libraryHint',
        usual: true,
        when: (draft) => draft['membership.publicTimetable'],
      },
      'membership.searchEngines': {
        kind: 'switch',
        label: 'members.search',
        hint: 'members.searchHint',
        usual: true,
        when: (draft) => draft['membership.publicTimetable'],
      },
      'membership.showPlaces': {
        kind: 'choice',
        look: 'radio',
        answers: [
          { id: 'few', label: 'members.placesFew' },
          { id: 'count', label: 'members.placesCount' },
          { id: 'never', label: 'members.placesNever' },
        ],
        label: 'members.places',
        hint: 'members.placesHint',
        usual: 'few',
        when: (draft) => draft['membership.publicTimetable'],
      },
    }),
  },
  {
    title: 'members.partSignUp',
    fields: settingsOf<Agreements>()({
      'membership.signUp': {
        kind: 'choice',
        look: 'radio',
        answers: [
          { id: 'open', label: 'members.signUpOpen' },
          { id: 'approval', label: 'members.signUpApproval', hint: 'members.signUpApprovalHint' },
          { id: 'closed', label: 'members.signUpClosed' },
        ],
        label: 'members.signUp',
        hint: 'members.signUpHint',
        usual: 'open',
      },
      'membership.askBirthDate': {
        kind: 'switch',
        label: 'members.birthDate',
        hint: 'members.birthDateHint',
        usual: false,
        when: (draft) => draft['membership.signUp'] !== 'closed',
      },
      'membership.households': {
        kind: 'choice',
        look: 'radio',
        answers: [
          { id: 'off', label: 'members.householdsOff' },
          { id: 'desk', label: 'members.householdsDesk' },
          { id: 'members', label: 'members.householdsMembers', hint: 'members.householdsMembersHint' },
        ],
        label: 'members.households',
        hint: 'members.householdsHint',
        usual: 'off',
      },
      'membership.lockNames': {
        kind: 'switch',
        label: 'members.lockNames',
        hint: 'members.lockNamesHint',
        usual: false,
      },
      'membership.selfSignUp': { kind: 'switch', label: 'members.ownApp', hint: 'members.ownAppHint', usual: false },
      'membership.waiver': {
        kind: 'text',
        isLong: true,
        rows: 8,
        isWhole: true,
        label: 'members.waiver',
        hint: 'members.waiverHint',
        read: ({ membership }) => membership.waiver?.text,
        writes: ['membership.waiver'],
        send: (draft, before) => ({
          'membership.waiver': agreedText(draft['membership.waiver'], before?.membership.waiver),
        }),
      },
      'membership.consent': {
        kind: 'text',
        isLong: true,
        rows: 8,
        isWhole: true,
        label: 'members.consent',
        hint: 'members.consentHint',
        read: ({ membership }) => membership.consent?.text,
        writes: ['membership.consent'],
        send: (draft, before) => ({
          'membership.consent': agreedText(draft['membership.consent'], before?.membership.consent),
        }),
      },
    }),
  },
  {
    title: 'members.partWords',
    isOfBrand: true,
    fields: settingsOf()({
      'brand.formOfAddress': {
        kind: 'choice',
        look: 'radio',
        answers: [
          { id: 'informal', label: 'members.germanInformal' },
          { id: 'formal', label: 'members.germanFormal' },
        ],
        label: 'members.german',
        hint: 'members.germanHint',
        usual: 'informal',
      },
    }),
  },
  {
    title: 'members.partWebsite',
    fields: settingsOf<Websites>()({
      'membership.embedOrigins': {
        kind: 'text',
        isLong: true,
        isCode: true,
        label: 'members.websites',
        hint: 'members.websitesHint',
        // What the server says of one of several addresses is for programs.
        refused: 'members.websiteWrong',
        read: ({ membership }) => membership.embedOrigins.join('\n'),
        writes: ['membership.embedOrigins'],
        send: (draft) => ({
          'membership.embedOrigins': [
            ...new Set(
              draft['membership.embedOrigins']
                .split(/[\s,]+/)
                .filter(Boolean)
                .map(originOf),
            ),
          ],
        }),
      },
    }),
  },
];
