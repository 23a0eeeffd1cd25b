import { useState } from 'react';
import { useText } from '../../../texts.tsx';
import { AreaField } from '../../../ui/area-field.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { Field } from '../../../ui/field.tsx';
import { RadioField } from '../../../ui/radio-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { type Sites, SitesField } from '../form/sites-field.tsx';
import type { OAuthClient } from '../queries.ts';
import { EVERY, type Scope } from './scope-words.ts';
import { type Scopes, ScopesField } from './scopes-field.tsx';

const TIERS = ['basic', 'premium', 'pro', 'unlimited'] as const;
type Tier = (typeof TIERS)[number];

const TIER_WORDS = {
  basic: 'integrations.tierBasic',
  premium: 'integrations.tierPremium',
  pro: 'integrations.tierPro',
  unlimited: 'integrations.tierUnlimited',
} as const;

/** For a program on a server, or for the pages of a website, which show it to everybody. */
type Kind = 'secret' | 'publishable';

interface Form {
  readonly name: string;
  readonly kind: Kind;
  /** The websites of a publishable key, one in a line. */
  readonly origins: string;
  readonly scopes: Scopes;
  readonly sites: Sites;
  readonly tier: Tier;
  /** The last day; '' without an end. */
  readonly until: string;
}

const EMPTY: Form = {
  name: '',
  kind: 'secret',
  origins: '',
  scopes: { all: false, chosen: [] },
  sites: { all: true, ids: [] },
  tier: 'basic',
  until: '',
};

const formOf = ({ name, scopes, siteIds, tier }: OAuthClient): Form => {
  const all = scopes.includes(EVERY);
  return {
    ...EMPTY,
    name,
    scopes: { all, chosen: all ? [] : scopes },
    sites: { all: siteIds === null, ids: siteIds ?? [] },
    tier,
  };
};

/** The form of a key or a client, with what it lacks. @param client that is changed; without it another one is made. */
export const useCredentialForm = (client?: OAuthClient) => {
  const t = useText();
  const [form, setForm] = useState<Form>(client === undefined ? EMPTY : () => formOf(client));
  const [isChecked, setChecked] = useState(false);
  const isPublic = form.kind === 'publishable';
  const origins = form.origins.split(/\s+/).filter((origin) => origin !== '');
  const problems: Partial<Record<keyof Form, string>> = {
    ...(form.name.trim() === '' ? { name: t('integrations.nameMissing') } : {}),
    ...(isPublic && origins.length === 0 ? { origins: t('integrations.originsMissing') } : {}),
    ...(!isPublic && !form.scopes.all && form.scopes.chosen.length === 0
      ? { scopes: t('integrations.scopesMissing') }
      : {}),
    ...(!isPublic && !form.sites.all && form.sites.ids.length === 0 ? { sites: t('integrations.whereMissing') } : {}),
  };
  const scopes: Scope[] = form.scopes.all ? [EVERY] : [...form.scopes.chosen];
  return {
    form,
    set: (changed: Partial<Form>) => setForm((now) => ({ ...now, ...changed })),
    problems: isChecked ? problems : {},
    /** What is sent; undefined while something is missing, which is then shown. */
    check: () => {
      setChecked(true);
      if (Object.keys(problems).length > 0) return undefined;
      const { name, sites, tier, kind } = form;
      const shared = { name: name.trim(), tier };
      // A publishable key reads what strangers see, of all sites.
      if (isPublic) return { ...shared, kind, origins };
      return { ...shared, scopes, siteIds: sites.all ? null : [...sites.ids] };
    },
  };
};

interface CredentialFieldsProps extends ReturnType<typeof useCredentialForm> {
  /** Whether it is a key, which may be for a website and may end on a day. */
  readonly isKey: boolean;
}

/** The fields of a key or a client. */
export const CredentialFields = ({ form, set, problems, isKey }: CredentialFieldsProps) => {
  const t = useText();
  return (
    <>
      <Field
        label={t('integrations.keyName')}
        hint={t('integrations.keyNameHint')}
        value={form.name}
        onChange={(name) => set({ name })}
        error={problems.name}
        maxLength={100}
        autoComplete="off"
        autoFocus
      />
      {isKey && (
        <RadioField<Kind>
          label={t('integrations.kind')}
          value={form.kind}
          onChange={(kind) => set({ kind })}
          choices={[
            { id: 'secret', label: t('integrations.kindSecret'), hint: t('integrations.kindSecretHint') },
            { id: 'publishable', label: t('integrations.kindPublic'), hint: t('integrations.kindPublicHint') },
          ]}
        />
      )}
      {form.kind === 'publishable' ? (
        <AreaField
          label={t('integrations.origins')}
          hint={t('integrations.originsHint')}
          value={form.origins}
          onChange={(origins) => set({ origins })}
          error={problems.origins}
        />
      ) : (
        <>
          <ScopesField value={form.scopes} onChange={(scopes) => set({ scopes })} error={problems.scopes} />
          <SitesField value={form.sites} onChange={(sites) => set({ sites })} error={problems.sites} />
        </>
      )}
      <div className="fields">
        <Select
          label={t('integrations.tier')}
          hint={t('integrations.tierHint')}
          choices={TIERS.map((id) => ({ id, name: t(TIER_WORDS[id]) }))}
          value={form.tier}
          onChange={(id) => set({ tier: TIERS.find((each) => each === id) ?? 'basic' })}
        />
        {isKey && (
          <DateField
            label={t('integrations.until')}
            hint={t('integrations.untilHint')}
            value={form.until}
            onChange={(until) => set({ until })}
          />
        )}
      </div>
    </>
  );
};
