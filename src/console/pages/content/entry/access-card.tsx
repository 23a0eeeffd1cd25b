import { useQuery } from '@tanstack/react-query';
import type { Edit } from '../../../edit/use-edit.ts';
import { keysOf } from '../../../objects.ts';
import { useCan, useMe } from '../../../session.ts';
import { useText } from '../../../texts.tsx';
import { PickMany } from '../../../ui/pick-many.tsx';
import { RadioField } from '../../../ui/radio-field.tsx';
import { challengeNamesQuery } from '../../engagement/challenges/queries.ts';
import { type Entry, plansQuery } from '../queries.ts';
import { ACCESS_WORDS } from '../words.ts';
import { idsOf } from './entry-fields.ts';
import { useFieldWords } from './field-words.ts';
import { One } from './one-field.tsx';

const ACCESSES = keysOf<Entry['access']>(ACCESS_WORDS);
const HINTS = {
  public: 'content.accessPublicHint',
  members: 'content.accessMembersHint',
  package: 'content.accessPackageHint',
  challenge: 'content.accessChallengeHint',
} as const;

/** Who may open an entry, and at which sites it is. */
export const AccessCard = ({ edit }: { edit: Edit }) => {
  const t = useText();
  const can = useCan();
  const { sites } = useMe();
  const { nameOf } = useFieldWords();
  const access = ACCESSES.find((each) => each === edit.draft.access) ?? 'members';
  const { data: plans = [] } = useQuery({ ...plansQuery, enabled: access === 'package' && can('packages:sell') });
  const { data: challenges = [] } = useQuery({
    ...challengeNamesQuery,
    enabled: access === 'challenge' && can('challenges:manage'),
  });
  const pick = (name: string) => ({
    label: nameOf(name),
    chosen: idsOf(edit.draft[name]),
    onChange: (ids: string[]) => edit.set(name, ids.join(',')),
  });
  return (
    <section className="card" aria-labelledby="entry-access">
      <header>
        <h2 id="entry-access">{t('content.access')}</h2>
      </header>
      <div className="body stack" data-gap="wide">
        <One edit={edit} name="access">
          <RadioField
            label={t('content.whoOpens')}
            value={access}
            onChange={(id) => edit.set('access', id)}
            choices={ACCESSES.map((id) => ({ id, label: t(ACCESS_WORDS[id]), hint: t(HINTS[id]) }))}
          />
        </One>
        {access === 'package' && can('packages:sell') && (
          <One edit={edit} name="accessPlanIds">
            <PickMany {...pick('accessPlanIds')} choices={plans} hint={t('content.plansHint')} />
          </One>
        )}
        {access === 'challenge' && can('challenges:manage') && (
          <One edit={edit} name="accessChallengeIds">
            <PickMany
              {...pick('accessChallengeIds')}
              choices={challenges.map(({ id, title }) => ({ id, name: title }))}
              hint={t('content.challengesHint')}
            />
          </One>
        )}
        {sites.length > 1 && (
          <One edit={edit} name="siteIds">
            <PickMany {...pick('siteIds')} choices={sites} hint={t('content.sitesHint')} />
          </One>
        )}
      </div>
    </section>
  );
};
