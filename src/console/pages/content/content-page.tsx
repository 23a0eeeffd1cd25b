import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { ListPage } from '../../lists/list-page.tsx';
import { useListAddress } from '../../lists/use-list-address.ts';
import { lengthText } from '../../parts/content/lengths.ts';
import {
  type Category,
  categoriesQuery,
  type Entry,
  type EntryFilters,
  entriesQuery,
  typesQuery,
} from '../../parts/content/queries.ts';
import { ACCESS_WORDS, categoryPaths, STATE_WORDS, useTypeWords } from '../../parts/content/words.ts';
import { Button, Link } from '../../ui/button.tsx';
import { SearchInput } from '../../ui/choices/search-input.tsx';
import { useShortcut } from '../../ui/keys/shortcuts.ts';
import { usePageTitle } from '../../ui/page-title.ts';
import type { ListColumn } from '../../ui/tables/columns.ts';
import { LeadCell } from '../../ui/tables/paged-table.tsx';
import { ContentNav } from './content-frame.tsx';
import { EntryStatus } from './entry-state.tsx';
import { NewEntry } from './new-entry.tsx';

const route = getRouteApi('/signed-in/content');

const STATUSES = ['draft', 'scheduled', 'published', 'archived'] as const;

/** The filters of the list, which stay in the address. */
const useFilters = () => {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const filters: EntryFilters = {
    search: search.q,
    type: search.type,
    status: STATUSES.find((each) => each === search.status),
    categoryId: search.category,
  };
  const { new: _new, ...shown } = search;
  const address = useListAddress(shown, (next) => void navigate({ search: next, replace: true }));
  return { filters, address, isFiltered: Object.values(filters).some((each) => each !== undefined) };
};

const useColumns = (
  nameOfType: (key: string) => string,
  categories: readonly Category[],
): readonly ListColumn<Entry>[] => {
  const t = useText();
  const { number } = useFormats();
  const nameOfCategory = new Map(categories.map(({ id, name }) => [id, name]));
  return [
    {
      id: 'entry',
      name: t('content.entry'),
      part: 'lead',
      cell: ({ id, title, type, durationSeconds: seconds }) => (
        <LeadCell
          name={
            <Link to="/content/entries/$entryId" params={{ entryId: id }} className="entry-link">
              {title}
            </Link>
          }
          note={seconds === null || seconds === 0 ? nameOfType(type) : `${nameOfType(type)}, ${lengthText(seconds)}`}
        />
      ),
    },
    { id: 'state', name: t('content.state'), part: 'side', cell: (entry) => <EntryStatus entry={entry} /> },
    { id: 'access', name: t('content.access'), cell: ({ access }) => t(ACCESS_WORDS[access]) },
    {
      id: 'categories',
      name: t('content.categories'),
      priority: 3,
      cell: ({ categoryIds }) => categoryIds.flatMap((id) => nameOfCategory.get(id) ?? []).join(', '),
    },
    {
      id: 'views',
      name: t('content.views'),
      priority: 3,
      isNumber: true,
      isQuiet: false,
      cell: ({ viewCount }) => number(viewCount),
    },
    {
      id: 'favorites',
      name: t('content.favorites'),
      priority: 3,
      isNumber: true,
      isQuiet: false,
      cell: ({ favoriteCount }) => number(favoriteCount),
    },
  ];
};

/** Content: its entries in every state, found by title, type, state and category. */
export const ContentPage = () => {
  const t = useText();
  const { new: asked } = route.useSearch();
  const { filters, address, isFiltered } = useFilters();
  const query = useInfiniteQuery(entriesQuery(filters));
  const { data: types = [] } = useQuery(typesQuery);
  const { data: categories = [] } = useQuery(categoriesQuery);
  const words = useTypeWords(types);
  const [isAdding, setAdding] = useState(asked !== undefined);
  useShortcut('n', () => setAdding(true));
  const paths = categoryPaths(categories);
  const columns = useColumns(words.nameOf, categories);
  usePageTitle(t('content.title'));
  return (
    <>
      <ListPage
        title={t('content.title')}
        label={t('content.entries')}
        actions={
          <Button variant="primary" onPress={() => setAdding(true)} icon={Plus}>
            {t('content.newEntry')}
            <kbd>N</kbd>
          </Button>
        }
        nav={<ContentNav />}
        find={
          <SearchInput
            label={t('content.searchLabel')}
            value={filters.search ?? ''}
            onChange={(text) => address.set('q', text === '' ? undefined : text)}
          />
        }
        filters={[
          {
            id: 'type',
            label: t('content.type'),
            choices: types.map(({ key }) => ({ id: key, name: words.nameOf(key) })),
            value: filters.type,
          },
          {
            id: 'status',
            label: t('content.state'),
            choices: STATUSES.map((each) => ({ id: each, name: t(STATE_WORDS[each]) })),
            value: filters.status,
          },
          { id: 'category', label: t('content.category'), choices: paths, value: filters.categoryId },
        ]}
        address={address}
        pages={query}
        columns={columns}
        empty={t(isFiltered ? 'content.emptyFiltered' : 'content.empty')}
      />
      {isAdding && <NewEntry types={types} onClose={() => setAdding(false)} />}
    </>
  );
};
