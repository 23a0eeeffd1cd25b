import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../formats.ts';
import { FilterBar } from '../../list/filter-bar.tsx';
import { useShortcut } from '../../shell/shortcuts.ts';
import { useText } from '../../texts.tsx';
import { Button, Link } from '../../ui/button.tsx';
import { FindField } from '../../ui/find-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LeadCell, PagedTable } from '../../ui/paged-table.tsx';
import { ContentFrame } from './content-frame.tsx';
import { EntryStatus } from './entry-state.tsx';
import { NewEntry } from './new-entry.tsx';
import { categoriesQuery, type Entry, type EntryFilters, entriesQuery, typesQuery } from './queries.ts';
import { ACCESS_WORDS, categoryPaths, lengthText, STATE_WORDS, useTypeWords } from './words.ts';

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
  const set = (name: string, value: string | undefined): void => {
    const { new: _new, ...others } = search;
    void navigate({ search: { ...others, [name]: value === '' ? undefined : value }, replace: true });
  };
  return { filters, set, isFiltered: Object.values(filters).some((each) => each !== undefined) };
};

const EntryCells = ({ entry, typeName, categories }: { entry: Entry; typeName: string; categories: string }) => {
  const t = useText();
  const { number } = useFormats();
  const { id, title, durationSeconds } = entry;
  const note =
    durationSeconds === null || durationSeconds === 0 ? typeName : `${typeName}, ${lengthText(durationSeconds)}`;
  return (
    <>
      <td data-cell="lead">
        <LeadCell
          name={
            <Link to="/content/entries/$entryId" params={{ entryId: id }} className="entry-link">
              {title}
            </Link>
          }
          note={note}
        />
      </td>
      <td data-cell="side">
        <EntryStatus entry={entry} />
      </td>
      <td data-priority="2">{t(ACCESS_WORDS[entry.access])}</td>
      <td data-priority="3" className="quiet">
        {categories}
      </td>
      <td data-priority="3" className="num">
        {number(entry.viewCount)}
      </td>
      <td data-priority="3" className="num">
        {number(entry.favoriteCount)}
      </td>
    </>
  );
};

/** Content: its entries in every state, found by title, type, state and category. */
export const ContentPage = () => {
  const t = useText();
  const { new: asked } = route.useSearch();
  const { filters, set, isFiltered } = useFilters();
  const query = useInfiniteQuery(entriesQuery(filters));
  const { data: types = [] } = useQuery(typesQuery);
  const { data: categories = [] } = useQuery(categoriesQuery);
  const words = useTypeWords(types);
  const [isAdding, setAdding] = useState(asked !== undefined);
  useShortcut('n', () => setAdding(true));
  const paths = categoryPaths(categories);
  const nameOfCategory = new Map(categories.map(({ id, name }) => [id, name]));
  return (
    <ContentFrame
      actions={
        <Button variant="primary" onPress={() => setAdding(true)}>
          <Icon of={Plus} />
          {t('content.newEntry')}
          <kbd>N</kbd>
        </Button>
      }
    >
      <FilterBar
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
        onSet={set}
      >
        <FindField label={t('content.searchLabel')} value={filters.search ?? ''} onChange={(text) => set('q', text)} />
      </FilterBar>
      <PagedTable
        query={query}
        caption={t('content.entries')}
        hasActs={false}
        empty={t(isFiltered ? 'content.emptyFiltered' : 'content.empty')}
        columns={[
          { name: t('content.entry') },
          { name: t('content.state') },
          { name: t('content.access') },
          { name: t('content.categories'), priority: 3 },
          { name: t('content.views'), priority: 3, isNumber: true },
          { name: t('content.favorites'), priority: 3, isNumber: true },
        ]}
      >
        {(entry) => (
          <EntryCells
            entry={entry}
            typeName={words.nameOf(entry.type)}
            categories={entry.categoryIds.flatMap((id) => nameOfCategory.get(id) ?? []).join(', ')}
          />
        )}
      </PagedTable>
      {isAdding && <NewEntry types={types} onClose={() => setAdding(false)} />}
    </ContentFrame>
  );
};
