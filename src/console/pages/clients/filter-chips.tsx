import { X } from 'lucide-react';
import { Button as AriaButton, Tag, TagGroup, TagList } from 'react-aria-components';
import type { TextKey, TextValues } from '../../../texts/translate.ts';
import { type Formats, useFormats } from '../../formats.ts';
import { useMe } from '../../session.ts';
import { Text, useText } from '../../texts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { WAIVER_WORDS } from '../client/edit/client-record.ts';
import type { Plans } from './filter-menu.tsx';
import { daysOf, type FilterName, type Filters, setFilters } from './filters.ts';

export const STATUS_WORDS = {
  lead: 'clients.statusLead',
  active: 'clients.statusActive',
  inactive: 'clients.statusInactive',
  suspended: 'clients.statusSuspended',
  archived: 'clients.statusArchived',
} as const;

/** The names of filters, as acts on them say them. */
export const FILTER_WORDS = {
  status: 'clients.status',
  tag: 'clients.tag',
  homeSiteId: 'clients.site',
  planId: 'clients.plan',
  packageEndsBefore: 'clients.ends',
  lastVisitBefore: 'clients.lastVisit',
  lastVisitAfter: 'clients.lastVisit',
  neverVisited: 'clients.lastVisit',
  owes: 'clients.money',
  joinedAfter: 'clients.joined',
  joinedBefore: 'clients.joined',
  waiverStatus: 'clients.waiver',
  includeArchived: 'clients.statusArchived',
} as const satisfies Record<FilterName, TextKey>;

interface Words {
  readonly id: TextKey;
  readonly values?: TextValues;
}

/** A moment in words: by days from now, or by its date. */
const momentWords = (moment: string, byDays: TextKey, byDate: TextKey, { date }: Formats): Words => {
  const days = daysOf(moment);
  return days === undefined
    ? { id: byDate, values: { date: date(moment) } }
    : { id: byDays, values: { count: Math.abs(days) } };
};

interface Names {
  readonly plans: Plans;
  readonly sites: readonly { readonly id: string; readonly name: string }[];
}

const useChipWords = ({ plans, sites }: Names): ((filters: Filters, name: FilterName) => Words) => {
  const t = useText();
  const formats = useFormats();
  const named = (all: Names['sites'], id: string | undefined): TextValues => ({
    value: all.find((each) => each.id === id)?.name ?? '?',
  });
  return (filters, name) => {
    const text = String(filters[name]);
    switch (name) {
      case 'status':
        return { id: 'clients.chipStatus', values: { value: t(STATUS_WORDS[filters.status ?? 'active']) } };
      case 'tag':
        return { id: 'clients.chipTag', values: { value: text } };
      case 'homeSiteId':
        return { id: 'clients.chipSite', values: named(sites, text) };
      case 'planId':
        return { id: 'clients.chipPlan', values: named(plans, text) };
      case 'packageEndsBefore':
        return momentWords(text, 'clients.chipEndsDays', 'clients.chipEnds', formats);
      case 'lastVisitBefore':
        return momentWords(text, 'clients.chipAwayDays', 'clients.chipAway', formats);
      case 'lastVisitAfter':
        return momentWords(text, 'clients.chipCameDays', 'clients.chipCame', formats);
      case 'neverVisited':
        return { id: filters.neverVisited === true ? 'clients.chipNever' : 'clients.chipCameOnce' };
      case 'owes':
        return { id: filters.owes === true ? 'clients.chipOwes' : 'clients.chipOwesNot' };
      case 'joinedAfter':
        return momentWords(text, 'clients.chipJoinedDays', 'clients.chipJoined', formats);
      case 'joinedBefore':
        return momentWords(text, 'clients.chipJoinedBeforeDays', 'clients.chipJoinedBefore', formats);
      case 'waiverStatus':
        return { id: 'clients.chipWaiver', values: { value: t(WAIVER_WORDS[filters.waiverStatus ?? 'none']) } };
      case 'includeArchived':
        return { id: 'clients.chipArchived' };
    }
  };
};

interface FilterChipsProps {
  readonly filters: Filters;
  readonly plans: Plans;
  readonly onRemove: (names: readonly FilterName[]) => void;
}

/** The filters that are set, each in words with a way to drop it. */
export const FilterChips = ({ filters, plans, onRemove }: FilterChipsProps) => {
  const t = useText();
  const { sites } = useMe();
  const wordsOf = useChipWords({ plans, sites });
  const items = setFilters(filters).map((name) => ({ id: name, words: wordsOf(filters, name) }));
  if (items.length === 0) return null;
  return (
    <TagGroup
      aria-label={t('clients.filters')}
      className="chip-group"
      onRemove={(keys) => onRemove(items.map(({ id }) => id).filter((id) => keys.has(id)))}
    >
      <TagList className="chip-list" items={items} dependencies={[filters, plans]}>
        {({ id, words }) => (
          <Tag className="chip" data-set="" textValue={t(FILTER_WORDS[id])}>
            <span>
              <Text {...words} />
            </span>
            <AriaButton slot="remove" aria-label={t('clients.removeFilter', { name: t(FILTER_WORDS[id]) })}>
              <Icon of={X} />
            </AriaButton>
          </Tag>
        )}
      </TagList>
    </TagGroup>
  );
};
