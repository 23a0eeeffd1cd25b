import type { TextKey } from '../../../texts/translate.ts';
import { joined } from '../../forms/record-fields.ts';
import { ACTION_WORDS, PLACE_WORDS } from '../../parts/content/banner-words.ts';
import { entryFields } from '../../parts/content/entry-record.ts';
import { DIRECTION_WORDS } from '../../parts/content/metric-words.ts';
import { bannerFields, categoryFields, featureFields, tagFields } from '../../parts/content/order-record.ts';
import { ACCESS_WORDS } from '../../parts/content/words.ts';
import { articleFields } from '../../parts/engagement/article-record.ts';
import { assessmentFields } from '../../parts/engagement/assessment-record.ts';
import { awardFields, STREAK_WORDS, TIER_WORDS, TRIGGER_WORDS } from '../../parts/engagement/award-record.ts';
import { boardFields } from '../../parts/engagement/board-record.ts';
import { challengeFields, TYPE_WORDS } from '../../parts/engagement/challenge-record.ts';
import { goalFields } from '../../parts/engagement/goal-record.ts';
import { codeFields, USE_WORDS } from '../../parts/plans/code-record.ts';
import { sessionFields } from '../../parts/session/change/session-record.ts';
import { BOOKING } from '../../parts/settings/booking-record.ts';
import { MAILS } from '../../parts/settings/mails/mails-record.ts';
import { templateFields } from '../../parts/settings/mails/template-record.ts';
import { MEMBERS_PAGE } from '../../parts/settings/members-record.ts';
import { MEMBERSHIP } from '../../parts/settings/membership-record.ts';
import { PAYMENT, PLATFORM } from '../../parts/settings/payment-record.ts';
import { siteFields } from '../../parts/settings/site-record.ts';
import { STUDIO } from '../../parts/settings/studio-record.ts';
import { lookFields } from '../../parts/settings/theme-record.ts';
import { scheduleFields } from '../../parts/timetable/schedule-record.ts';

type Names = Readonly<Record<string, TextKey>>;

const SETTINGS = joined(
  [...STUDIO, ...BOOKING, ...PAYMENT, PLATFORM, ...MEMBERSHIP, ...MEMBERS_PAGE, ...MAILS].map(({ fields }) => fields),
);

/** The fields of each kind of record, as its form names them. Plans, clients and staff take the names of their files. */
const FORMS: Readonly<Record<string, Names>> = {
  award: awardFields.names,
  challenge: challengeFields.names,
  challenge_article: articleFields.names,
  challenge_assessment: assessmentFields.names,
  challenge_goal: goalFields.names,
  leaderboard: { ...boardFields.names, key: 'boards.key' },
  content_banner: bannerFields.names,
  content_category: categoryFields.names,
  content_entry: entryFields.names,
  content_feature: featureFields.names,
  content_tag: tagFields.names,
  discount_code: codeFields.names,
  experience: lookFields.names,
  message_template: templateFields.names,
  schedule: scheduleFields.names,
  session: sessionFields.names,
  settings: SETTINGS.names,
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
  Object.entries(SETTINGS.specs).flatMap(([name, spec]) =>
    spec.kind === 'choice' ? [[name, Object.fromEntries(spec.answers.map(({ id, label }) => [id, label]))]] : [],
  ),
);

/** The words of the forms for the values of the interface, by record and field. */
const VALUES: Readonly<Record<string, Readonly<Record<string, Names>>>> = {
  award: { trigger: TRIGGER_WORDS, tier: TIER_WORDS, streakType: STREAK_WORDS },
  challenge: { type: TYPE_WORDS },
  content_banner: { placement: PLACE_WORDS, 'action.type': ACTION_WORDS },
  content_entry: { access: ACCESS_WORDS, 'metricDefinition.direction': DIRECTION_WORDS },
  content_feature: { placement: PLACE_WORDS },
  discount_code: { appliesTo: USE_WORDS },
  settings: ANSWERS,
};

/** The word that the form of a record has for a value; undefined where it has none. */
export const formWordOf = (recordType: string | null, field: string, value: string): TextKey | undefined =>
  VALUES[recordType ?? '']?.[field]?.[value];
