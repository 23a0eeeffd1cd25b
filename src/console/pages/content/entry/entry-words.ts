import { useQuery } from '@tanstack/react-query';
import { useText } from '../../../base/texts.tsx';
import type { Held } from '../../../forms/specs.ts';
import type { Choices, OwnWords } from '../../../forms/use-field-words.ts';
import type { EntryDraft } from '../../../parts/content/entry-record.ts';
import { categoriesQuery, plansQuery, tagsQuery } from '../../../parts/content/queries.ts';
import { categoryPaths } from '../../../parts/content/words.ts';
import { challengeNamesQuery } from '../../../parts/engagement/challenge-queries.ts';
import { instructorsQuery } from '../../../session/people.ts';
import { useCan, useMe } from '../../../session/session.ts';
import { languageChoices } from '../languages.ts';

/** What the fields of an entry choose from, as far as who is here may know it. */
export const useEntryChoices = (locale: string | null, access: EntryDraft['access']): Choices => {
  const can = useCan();
  const { sites } = useMe();
  const { data: plans = [] } = useQuery({ ...plansQuery, enabled: access === 'package' && can('packages:sell') });
  const { data: challenges = [] } = useQuery({
    ...challengeNamesQuery,
    enabled: access === 'challenge' && can('challenges:manage'),
  });
  const { data: categories = [] } = useQuery(categoriesQuery);
  const { data: tags = [] } = useQuery(tagsQuery);
  const { data: instructors = [] } = useQuery({ ...instructorsQuery, enabled: can('staff:read') });
  return {
    accessPlanIds: plans,
    accessChallengeIds: challenges.map(({ id, title }) => ({ id, name: title })),
    siteIds: sites,
    categoryIds: categoryPaths(categories),
    tagIds: tags,
    instructorIds: instructors.map(({ id, displayName, firstName, lastName }) => ({
      id,
      name: displayName ?? `${firstName} ${lastName}`,
    })),
    locale: languageChoices(locale ?? undefined),
  };
};

/** What is counted, since not everyone may read the names. */
const COUNTED: readonly string[] = ['accessPlanIds', 'accessChallengeIds', 'instructorIds'];

/** What an entry says of its values in another way than other forms. */
export const useShownOfEntry = (): OwnWords => {
  const t = useText();
  return (name: string, held: Held) => {
    if (typeof held === 'boolean') return t(held ? 'content.yes' : 'content.no');
    if (held.length === 0) return t('content.nothing');
    if (name === 'children') return t('content.childCount', { count: held.length });
    return COUNTED.includes(name) ? t('content.chosenCount', { count: held.length }) : undefined;
  };
};
