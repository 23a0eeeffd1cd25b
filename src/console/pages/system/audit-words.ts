import type { TextKey } from '../../../texts/translate.ts';
import { useText } from '../../base/texts.tsx';
import { spaced } from '../../parts/data/field-names.ts';
import type { Entry } from './queries.ts';

/** The actions that have words of their own, by the name of their operation. They are also what the log is filtered by. */
export const ACTS = {
  refundPayment: 'system.act_refundPayment',
  waivePenalty: 'system.act_waivePenalty',
  cancelBooking: 'system.act_cancelBooking',
  markNoShow: 'system.act_markNoShow',
  createBooking: 'system.act_createBooking',
  overrideCheckin: 'system.act_overrideCheckin',
  inviteToHousehold: 'system.act_inviteToHousehold',
  withdrawHouseholdInvitation: 'system.act_withdrawHouseholdInvitation',
  mergeClients: 'system.act_mergeClients',
  eraseClient: 'system.act_eraseClient',
  deleteClient: 'system.act_deleteClient',
  changeClients: 'system.act_changeClients',
  adjustPackage: 'system.act_adjustPackage',
  freezePackage: 'system.act_freezePackage',
  unfreezePackage: 'system.act_unfreezePackage',
  cancelPackage: 'system.act_cancelPackage',
  sellPackage: 'system.act_sellPackage',
  recordPayment: 'system.act_recordPayment',
  cancelSession: 'system.act_cancelSession',
  substituteInstructor: 'system.act_substituteInstructor',
  updateSettings: 'system.act_updateSettings',
  putExperience: 'system.act_putExperience',
  importFamily: 'system.act_importFamily',
  exportFamily: 'system.act_exportFamily',
  createBackup: 'system.act_createBackup',
  downloadBackup: 'system.act_downloadBackup',
  restoreBackup: 'system.act_restoreBackup',
  restore: 'system.act_restore',
  removeDemoData: 'system.act_removeDemoData',
  rotateWebhookSecret: 'system.act_rotateWebhookSecret',
  revokeApiKey: 'system.act_revokeApiKey',
  grantAward: 'system.act_grantAward',
  revokeAwardGrant: 'system.act_revokeAwardGrant',
  publishChallenge: 'system.act_publishChallenge',
  endStaffSession: 'system.act_endStaffSession',
  signIn: 'system.act_signIn',
} as const satisfies Readonly<Record<string, TextKey>>;

const THINGS: Readonly<Record<string, TextKey>> = {
  site: 'system.thing_site',
  staff: 'system.thing_staff',
  instructor: 'system.thing_instructor',
  client: 'system.thing_client',
  plan: 'system.thing_plan',
  package: 'system.thing_package',
  payment: 'system.thing_payment',
  booking: 'system.thing_booking',
  session: 'system.thing_session',
  schedule: 'system.thing_schedule',
  webhook_endpoint: 'system.thing_webhook_endpoint',
  api_key: 'system.thing_api_key',
  oauth_client: 'system.thing_oauth_client',
  kiosk: 'system.thing_kiosk',
  content_entry: 'system.thing_content_entry',
  challenge: 'system.thing_challenge',
  leaderboard: 'system.thing_leaderboard',
  award: 'system.thing_award',
  message_template: 'system.thing_message_template',
  content_category: 'system.thing_content_category',
  content_tag: 'system.thing_content_tag',
  content_banner: 'system.thing_content_banner',
  content_feature: 'system.thing_content_feature',
  content_media: 'system.thing_content_media',
  challenge_goal: 'system.thing_challenge_goal',
  challenge_assessment: 'system.thing_challenge_assessment',
  challenge_article: 'system.thing_challenge_article',
  discount_code: 'system.thing_discount_code',
  household: 'system.thing_household',
  settings: 'system.thing_settings',
};

const KINDS = [
  [/^(?:create|add|initiate)/, 'system.added'],
  [/^(?:update|set|put|complete|make|enable)/, 'system.changed'],
  [/^(?:delete|remove|revoke)/, 'system.removed'],
] as const;

const actOf = (type: string): TextKey | undefined => Object.entries(ACTS).find(([name]) => name === type)?.[1];

/** What was done, in words: "Changed: Plan", "Gave money back". */
export const useActText = (): ((entry: Pick<Entry, 'type' | 'recordType'>) => string) => {
  const t = useText();
  return ({ type, recordType }) => {
    const act = actOf(type);
    if (act !== undefined) return t(act);
    if (type.startsWith('backup ')) return t('system.act_backup');
    const kind = KINDS.find(([begins]) => begins.test(type))?.[1];
    const known = THINGS[recordType ?? ''];
    const thing = known === undefined ? recordType && spaced(recordType) : t(known);
    return kind === undefined || thing === null || thing === '' ? spaced(type) : t(kind, { thing });
  };
};

export interface FieldChange {
  readonly field: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Fields that say nothing to people. */
const SILENT = /^(?:id|object|updatedAt|createdAt|sha256|dryRun|slug)$|Id$|Ids$|\.(?:id|object)$/;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of a record with dotted names, each as text. */
const flat = (value: unknown, above = ''): [string, unknown][] =>
  isRecord(value)
    ? Object.entries(value).flatMap(([name, inner]) => flat(inner, above === '' ? name : `${above}.${name}`))
    : [[above, value]];

/** The changed fields of an entry, without those that are for programs. @param textOf a value in words */
export const changesOf = (
  { before, after }: Pick<Entry, 'before' | 'after'>,
  textOf: (field: string, value: unknown) => string | undefined,
): readonly FieldChange[] => {
  const [old, now] = [new Map(before === null ? [] : flat(before)), new Map(after === null ? [] : flat(after))];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((field) => !SILENT.test(field))
    .map((field) => ({
      field,
      before: textOf(field, old.get(field)),
      after: textOf(field, now.get(field)),
    }))
    .filter((change) => change.before !== change.after);
};
