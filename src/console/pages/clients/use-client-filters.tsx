import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TextKey, TextValues } from '../../../texts/translate.ts';
import { present } from '../../base/present.ts';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import type { Chip, ListFilter } from '../../lists/filters/filters.ts';
import { WAIVER_WORDS } from '../../parts/client/client-record.ts';
import {
  daysOf,
  type FilterId,
  type Filters,
  filterText,
  isFilterId,
  STATUS_WORDS,
  STATUSES,
  setFilters,
  WAIVERS,
  withFilter,
} from '../../parts/client/filters.ts';
import { useCan, useMe, useSite } from '../../session/session.ts';
import { plansQuery } from './queries.ts';
import { TagDialog } from './selected/tag-dialog.tsx';

/** The names of filters, as actions on them say them. */
const FILTER_WORDS = {
  status: 'clients.status',
  tag: 'clients.tag',
  site: 'clients.site',
  plan: 'clients.plan',
  ends: 'clients.ends',
  away: 'clients.lastVisit',
  visited: 'clients.lastVisit',
  never: 'clients.lastVisit',
  owes: 'clients.money',
  joined: 'clients.joined',
  until: 'clients.joined',
  waiver: 'clients.waiver',
  archived: 'clients.statusArchived',
} as const satisfies Record<FilterId, TextKey>;

interface Named {
  readonly id: string;
  readonly name: string;
}

/** What a filter that is set says. */
const useChipWords = (plans: readonly Named[]) => {
  const t = useText();
  const { sites } = useMe();
  const { date } = useFormats(useSite().timezone);
  const named = (all: readonly Named[], id: string): TextValues => ({
    value: all.find((each) => each.id === id)?.name ?? '?',
  });
  /** A moment in words: by days from now, or by its date. */
  const moment = (text: string, byDays: TextKey, byDate: TextKey): Chip['words'] => {
    const days = daysOf(text);
    return days === undefined
      ? { id: byDate, values: { date: date(text) } }
      : { id: byDays, values: { count: Math.abs(days) } };
  };
  return (filters: Filters, id: FilterId): Chip['words'] => {
    const text = filterText(filters, id) ?? '';
    switch (id) {
      case 'status':
        return { id: 'clients.chipStatus', values: { value: t(STATUS_WORDS[filters.status ?? 'active']) } };
      case 'tag':
        return { id: 'clients.chipTag', values: { value: text } };
      case 'site':
        return { id: 'clients.chipSite', values: named(sites, text) };
      case 'plan':
        return { id: 'clients.chipPlan', values: named(plans, text) };
      case 'ends':
        return moment(text, 'clients.chipEndsDays', 'clients.chipEnds');
      case 'away':
        return moment(text, 'clients.chipAwayDays', 'clients.chipAway');
      case 'visited':
        return moment(text, 'clients.chipCameDays', 'clients.chipCame');
      case 'never':
        return { id: text === 'yes' ? 'clients.chipNever' : 'clients.chipCameOnce' };
      case 'owes':
        return { id: text === 'yes' ? 'clients.chipOwes' : 'clients.chipOwesNot' };
      case 'joined':
        return moment(text, 'clients.chipJoinedDays', 'clients.chipJoined');
      case 'until':
        return moment(text, 'clients.chipJoinedBeforeDays', 'clients.chipJoinedBefore');
      case 'waiver':
        return { id: 'clients.chipWaiver', values: { value: t(WAIVER_WORDS[filters.waiverStatus ?? 'none']) } };
      case 'archived':
        return { id: 'clients.chipArchived' };
    }
  };
};

const AWAY_DAYS = [14, 21, 30, 60, 90];
const CAME_DAYS = [7, 30];
const ENDS_DAYS = [7, 14, 30];
const JOINED_DAYS = [7, 30, 90];
const NEVER = 'never';
/** Marks the choices for visits since a moment; the other choices are for visits before it. */
const IN = 'in ';

/** The choice of the last visit, which stands for three filters. */
const visitOf = ({ lastVisitBefore, lastVisitAfter, neverVisited }: Filters): string | undefined => {
  if (lastVisitAfter !== undefined) return lastVisitBefore ?? IN + lastVisitAfter;
  return lastVisitBefore ?? (neverVisited === true ? NEVER : undefined);
};

/** The filters of the list, and what changes them. @param tags the tags to choose from */
export const useClientFilters = (filters: Filters, tags: readonly string[], onChange: (filters: Filters) => void) => {
  const t = useText();
  const { sites } = useMe();
  const mayPlans = useCan()('packages:sell');
  const { data: plans = [] } = useQuery({ ...plansQuery, enabled: mayPlans });
  const wordsOf = useChipWords(plans);
  const [isTagging, setTagging] = useState(false);
  const set = (id: string, text: string | undefined): void => {
    if (id === 'away' && text === NEVER) set('never', 'yes');
    else if (id === 'away' && text?.startsWith(IN) === true) set('visited', text.slice(IN.length));
    else if (isFilterId(id)) onChange(withFilter(filters, id, text));
  };
  const filterOf = (id: FilterId, choices: readonly Named[], value = filterText(filters, id)): ListFilter => ({
    id,
    label: t(FILTER_WORDS[id]),
    choices,
    value,
  });
  const named = present<ListFilter>([
    filterOf(
      'status',
      STATUSES.map((id) => ({ id, name: t(STATUS_WORDS[id]) })),
    ),
    filterOf(
      'away',
      [
        ...AWAY_DAYS.map((count) => ({ id: `-P${count}D`, name: t('clients.overDays', { count }) })),
        ...CAME_DAYS.map((count) => ({ id: `${IN}-P${count}D`, name: t('clients.inDays', { count }) })),
        { id: NEVER, name: t('clients.neverCame') },
      ],
      visitOf(filters),
    ),
    plans.length > 0 &&
      filterOf(
        'plan',
        plans.filter(({ archivedAt }) => archivedAt === null),
      ),
    filterOf(
      'ends',
      ENDS_DAYS.map((count) => ({ id: `P${count}D`, name: t('clients.withinDays', { count }) })),
    ),
    { ...filterOf('tag', []), ask: { name: t('clients.tagEllipsis'), onAsk: () => setTagging(true) } },
    sites.length > 1 && filterOf('site', sites),
    filterOf('owes', [
      { id: 'yes', name: t('clients.owesYes') },
      { id: 'no', name: t('clients.owesNo') },
    ]),
    filterOf(
      'joined',
      JOINED_DAYS.map((count) => ({ id: `-P${count}D`, name: t('clients.inDays', { count }) })),
    ),
    filterOf(
      'waiver',
      WAIVERS.map((id) => ({ id, name: t(WAIVER_WORDS[id]) })),
    ),
    {
      ...filterOf('archived', []),
      ask: { name: t('clients.archivedToo'), onAsk: () => set('archived', 'yes') },
      isApart: true,
    },
  ]);
  return {
    named,
    chips: setFilters(filters).map((id) => ({ id, label: t(FILTER_WORDS[id]), words: wordsOf(filters, id) })),
    set,
    dialog: isTagging && (
      <TagDialog
        title={t('clients.tagTitle')}
        act={t('clients.tagShow')}
        known={tags}
        onChoose={(tag) => {
          setTagging(false);
          set('tag', tag);
        }}
        onClose={() => setTagging(false)}
      />
    ),
  };
};
