import type { TextKey } from '../../../texts/translate.ts';
import { codeFields, USE_WORDS } from '../codes/code-record.ts';
import { NAMES as ENTRY_NAMES } from '../content/entry/field-words.ts';
import { DIRECTION_WORDS } from '../content/metric-words.ts';
import {
  ACTION_WORDS,
  BANNER_NAMES,
  CATEGORY_NAMES,
  FEATURE_NAMES,
  PLACE_WORDS,
  TAG_NAMES,
} from '../content/order/banner-words.ts';
import { ACCESS_WORDS } from '../content/words.ts';
import { awardFields, STREAK_WORDS, TIER_WORDS, TRIGGER_WORDS } from '../engagement/awards/award-record.ts';
import { boardFields } from '../engagement/boards/board-record.ts';
import { challengeFields, TYPE_WORDS } from '../engagement/challenges/challenge-record.ts';
import { articleFields } from '../engagement/parts/article-record.ts';
import { assessmentFields } from '../engagement/parts/assessment-record.ts';
import { goalFields } from '../engagement/parts/goal-record.ts';
import { NAMES as MAIL_NAMES } from '../settings/mails/notification-fields.ts';
import { TEXT_WORDS } from '../settings/mails/template-queries.ts';
import { MEMBERS_PAGE } from '../settings/members/specs.ts';
import { BOOKING } from '../settings/rules/booking-specs.ts';
import { MEMBERSHIP } from '../settings/rules/membership-specs.ts';
import { PAYMENT, PLATFORM } from '../settings/rules/payment-specs.ts';
import type { Spec } from '../settings/shared/specs.ts';
import { siteFields } from '../settings/sites/site-record.ts';
import { studioParts } from '../settings/studio/specs.ts';
import { PUBLISHED_NAMES } from '../settings/theme/words.ts';

type Names = Readonly<Record<string, TextKey>>;

const NO_CHOICES = { locales: [], currencies: [], zones: [], days: [], sites: [] };
const SPECS: readonly Spec[] = [
  ...studioParts(NO_CHOICES),
  ...BOOKING,
  ...PAYMENT,
  PLATFORM,
  ...MEMBERSHIP,
  ...MEMBERS_PAGE,
].flatMap(({ specs }) => specs);

const SETTINGS_NAMES: Names = {
  ...Object.fromEntries(SPECS.map(({ path, name }) => [path, name])),
  ...Object.fromEntries(Object.entries(MAIL_NAMES).map(([path, name]) => [`notification.${path}`, name])),
};

/** The fields of each kind of record, as its form names them. Plans, clients and staff take the names of their files. */
const FORMS: Readonly<Record<string, Names>> = {
  award: awardFields.names,
  challenge: challengeFields.names,
  challenge_article: articleFields.names,
  challenge_assessment: assessmentFields.names,
  challenge_goal: goalFields.names,
  content_banner: BANNER_NAMES,
  content_category: CATEGORY_NAMES,
  content_entry: ENTRY_NAMES,
  content_feature: FEATURE_NAMES,
  content_tag: TAG_NAMES,
  discount_code: codeFields.names,
  experience: PUBLISHED_NAMES,
  leaderboard: { ...boardFields.names, key: 'boards.key' },
  message_template: TEXT_WORDS,
  settings: SETTINGS_NAMES,
  site: siteFields.names,
};

/** What a text with a version adds to the name of its field: members agree to the text, and its version says which. */
const WHOLE = /\.(?:text|version)$/;

/** The name that the form of a record gives a field; undefined where no form has it. */
export const formNameOf = (recordType: string | null, field: string): TextKey | undefined => {
  const names = FORMS[recordType ?? ''];
  return names?.[field] ?? names?.[field.replace(WHOLE, '')];
};

const ANSWERS: Readonly<Record<string, Names>> = Object.fromEntries(
  SPECS.flatMap(({ path, type }) =>
    'answers' in type ? [[path, Object.fromEntries(type.answers.map(({ id, label }) => [id, label]))]] : [],
  ),
);

/** The words of the forms for the values of the interface, by record and field. */
const VALUES: Readonly<Record<string, Readonly<Record<string, Names>>>> = {
  award: { trigger: TRIGGER_WORDS, tier: TIER_WORDS, streakType: STREAK_WORDS },
  challenge: { type: TYPE_WORDS },
  content_banner: { placement: PLACE_WORDS, 'action.type': ACTION_WORDS },
  content_entry: { access: ACCESS_WORDS, direction: DIRECTION_WORDS, 'metricDefinition.direction': DIRECTION_WORDS },
  content_feature: { placement: PLACE_WORDS },
  discount_code: { appliesTo: USE_WORDS },
  settings: ANSWERS,
};

/** The word that the form of a record has for a value; undefined where it has none. */
export const formWordOf = (recordType: string | null, field: string, value: string): TextKey | undefined =>
  VALUES[recordType ?? '']?.[field]?.[value];
