import type { Schemas } from '../../api/types.ts';
import { addDays, isDate, startOfDate } from '../../base/time/local-time.ts';
import { fieldsOf } from '../../forms/record-fields.ts';
import type { DraftOf } from '../../forms/specs.ts';
import { WHERE } from './endpoint-record.ts';
import { EVERY, type Scope } from './scope-words.ts';

type OAuthClient = Schemas['OAuthClient'];
/** A key has more than a client. */
type NewCredential = Schemas['CreateOAuthClientRequest'] &
  Pick<Schemas['CreateApiKeyRequest'], 'kind' | 'origins' | 'expiresAt'>;

/** What the form has in another way than the key or the client. */
interface Own {
  /** For a program on a server, or for the pages of a website, which show it to everyone. */
  readonly kind: 'secret' | 'publishable';
  /** The websites of a publishable key, one in a line. */
  readonly origins: string;
  /** Everything, or some rights. */
  readonly scopeOf: 'some' | 'all';
  readonly scopes: readonly Scope[];
  readonly siteScope: 'all' | 'selected';
  readonly siteIds: readonly string[];
  /** The last day; '' without an end. */
  readonly until: string;
}
export type CredentialDraft = DraftOf<OAuthClient, NewCredential, Own>;

const TIERS = [
  { id: 'basic', label: 'integrations.tierBasic' },
  { id: 'premium', label: 'integrations.tierPremium' },
  { id: 'pro', label: 'integrations.tierPro' },
  { id: 'unlimited', label: 'integrations.tierUnlimited' },
] as const;

/** A publishable key reads what strangers see, of all sites. */
const isPublic = ({ kind }: CredentialDraft): boolean => kind === 'publishable';
const isSecret = (draft: CredentialDraft): boolean => !isPublic(draft);

export const keyFields = fieldsOf<OAuthClient, NewCredential, Own>()({
  name: {
    kind: 'text',
    maxLength: 100,
    isFirst: true,
    label: 'integrations.keyName',
    hint: 'integrations.keyNameHint',
    missing: 'integrations.nameMissing',
  },
  kind: {
    kind: 'choice',
    look: 'radio',
    label: 'integrations.kind',
    answers: [
      { id: 'secret', label: 'integrations.kindSecret', hint: 'integrations.kindSecretHint' },
      { id: 'publishable', label: 'integrations.kindPublic', hint: 'integrations.kindPublicHint' },
    ],
    start: 'secret',
    read: () => 'secret',
    writes: [],
    send: (draft) => (isPublic(draft) ? { kind: draft.kind } : {}),
  },
  origins: {
    kind: 'text',
    isLong: true,
    label: 'integrations.origins',
    hint: 'integrations.originsHint',
    missing: 'integrations.originsMissing',
    when: isPublic,
    read: () => '',
    writes: [],
    send: (draft) => (isPublic(draft) ? { origins: draft.origins.split(/\s+/).filter((origin) => origin !== '') } : {}),
  },
  scopeOf: {
    kind: 'choice',
    look: 'radio',
    label: 'integrations.scopes',
    answers: [
      { id: 'some', label: 'integrations.scopesSome' },
      { id: 'all', label: 'integrations.scopesAll', hint: 'integrations.scopesAllHint' },
    ],
    start: 'some',
    when: isSecret,
    read: ({ scopes }) => (scopes.includes(EVERY) ? 'all' : 'some'),
    writes: ['scopes'],
    send: null,
  },
  scopes: {
    kind: 'parts',
    label: 'integrations.scopes',
    when: (draft) => isSecret(draft) && draft.scopeOf === 'some',
    problem: ({ scopes }) => (scopes.length === 0 ? 'integrations.scopesMissing' : undefined),
    read: ({ scopes }) => (scopes.includes(EVERY) ? [] : scopes.toSorted()),
    writes: ['scopes'],
    send: (draft) => (isPublic(draft) ? {} : { scopes: draft.scopeOf === 'all' ? [EVERY] : [...draft.scopes] }),
  },
  siteScope: {
    ...WHERE,
    when: isSecret,
    read: ({ siteIds }) => (siteIds === null ? 'all' : 'selected'),
    writes: ['siteIds'],
    send: null,
  },
  siteIds: {
    kind: 'sites',
    label: 'integrations.where',
    when: (draft) => isSecret(draft) && draft.siteScope === 'selected',
    problem: ({ siteIds }) => (siteIds.length === 0 ? 'integrations.whereMissing' : undefined),
    writes: ['siteIds'],
    send: (draft) => (isPublic(draft) ? {} : { siteIds: draft.siteScope === 'all' ? null : [...draft.siteIds] }),
  },
  tier: {
    kind: 'choice',
    look: 'select',
    label: 'integrations.tier',
    hint: 'integrations.tierHint',
    answers: TIERS,
    start: 'basic',
    row: 'limits',
  },
  until: {
    kind: 'date',
    label: 'integrations.until',
    hint: 'integrations.untilHint',
    row: 'limits',
    read: () => '',
    writes: [],
    // The last day counts: it ends when the next one begins at the studio.
    send: ({ until }, _before, { timezone }) => ({
      expiresAt: isDate(until) ? new Date(startOfDate(addDays(until, 1), timezone)).toISOString() : null,
    }),
  },
});

/** A key as it is sent: that of a person who is no owner acts for that person. */
export const keyOf = <Body extends object>(
  body: Body,
  { id, role }: Pick<Schemas['Me']['staff'], 'id' | 'role'>,
): Body & { readonly staffId?: string } => (role === 'owner' ? body : { ...body, staffId: id });

/** The fields of an OAuth client, which has no website and no end. */
export const clientFields = keyFields.pick('name', 'scopeOf', 'scopes', 'siteScope', 'siteIds', 'tier');
