import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { PageHead, type PageHeadProps } from '../ui/page-head.tsx';
import type { ListColumn } from '../ui/tables/columns.ts';
import { PagedTable, type PagesQuery } from '../ui/tables/paged-table.tsx';
import { FilterBar } from './filters/filter-bar.tsx';
import { type Chip, chipsOf, type ListFilter } from './filters/filters.ts';
import { RecordList, type RecordListProps } from './record-list.tsx';
import type { ListAddress } from './use-list-address.ts';

interface OpenPanel {
  readonly id: string;
  readonly takesFocus: boolean;
  readonly onClose: () => void;
}

type Rows<Each extends { readonly id: string }> = Pick<
  RecordListProps<Each>,
  'query' | 'columns' | 'className' | 'empty' | 'noMatch' | 'showAll' | 'order' | 'selects'
> & {
  /** What a row shows beside the list. */
  readonly panel?: (open: OpenPanel) => ReactNode;
  /** What a row opens instead. */
  readonly onOpen?: (id: string) => void;
};

type PanelledListProps<Each extends { readonly id: string }> = Rows<Each> & {
  readonly title: string;
  readonly address: ListAddress;
  readonly chips: readonly Chip[];
};

/** The rows of a list, and beside them the panel of the open row. */
const PanelledList = <Each extends { readonly id: string }>(props: PanelledListProps<Each>) => {
  const { title, address, panel, onOpen, ...list } = props;
  const { open, takesFocus, show } = address;
  const isSplit = panel !== undefined && open !== undefined;
  return (
    <div className={isSplit ? 'split' : ''} data-aside={isSplit ? 'wide' : undefined}>
      <section className="stack" aria-label={title}>
        <RecordList
          {...list}
          label={title}
          openId={open}
          onOpen={onOpen ?? show}
          onPlace={address.place}
          onDrop={(id) => address.set(id, undefined)}
          onShowAll={address.clear}
        />
      </section>
      {isSplit && panel({ id: open, takesFocus, onClose: () => show(undefined) })}
    </div>
  );
};

/** A list that grows by pages, whose rows lead to their pages by their names. */
interface Growing<Each> {
  readonly pages: PagesQuery<Each>;
  readonly columns: readonly ListColumn<Each>[];
  /** Why there is nothing. */
  readonly empty: string;
  /** Above the reason. */
  readonly emptyIcon?: LucideIcon | undefined;
}

/** A list that draws itself, such as one with a form of filters. */
interface Drawn {
  readonly children: ReactNode;
}

/** The lists of a page, each behind a tab. */
interface Views {
  readonly label: string;
  readonly choices: readonly { readonly id: string; readonly name: ReactNode }[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
}

const ViewTabs = ({ views, children }: { views: Views; children: ReactNode }) => (
  <Tabs selectedKey={views.selected} onSelectionChange={(key) => views.onSelect(String(key))}>
    <TabList className="tabs lists" aria-label={views.label}>
      {views.choices.map(({ id, name }) => (
        <Tab key={id} id={id}>
          {name}
        </Tab>
      ))}
    </TabList>
    <TabPanel key={views.selected} id={views.selected} className="list-panel">
      {children}
    </TabPanel>
  </Tabs>
);

type ListPageProps<Each extends { readonly id: string }> = PageHeadProps & {
  /** What the list has, where the title of the page does not say it. */
  readonly label?: string;
  readonly address: ListAddress;
  /** The ways to the lists beside this one, which are pages of their own. */
  readonly nav?: ReactNode;
  readonly views?: Views;
  /** Above the filters, such as what the list comes to. */
  readonly totals?: ReactNode;
  readonly filters?: readonly ListFilter[];
  /** The filters that are set, where their own words do not say it. */
  readonly chips?: readonly Chip[];
  /** Before the filters, such as a field that finds. */
  readonly find?: ReactNode;
  /** Behind the filters, such as what saves them. */
  readonly filterActions?: ReactNode;
  /** Whether `empty` speaks of the filters as well. */
  readonly isEmptyOfFilters?: boolean;
} & (Rows<Each> | Growing<Each> | Drawn);

/** The rows themselves. */
const ListBody = <Each extends { readonly id: string }>(props: ListPageProps<Each>) => {
  const { title, label = title, filters, chips = chipsOf(filters ?? []), isEmptyOfFilters } = props;
  if ('children' in props) return props.children;
  if ('pages' in props) {
    const { pages, columns, empty, emptyIcon } = props;
    return <PagedTable query={pages} caption={label} columns={columns} empty={empty} emptyIcon={emptyIcon} />;
  }
  return <PanelledList {...props} title={label} chips={isEmptyOfFilters === true ? [] : chips} />;
};

/** A page with one list: its filters are in the address, and so is the row whose panel is open. */
export const ListPage = <Each extends { readonly id: string }>(props: ListPageProps<Each>) => {
  const { title, crumb, actions, isHigh, nav, totals, views, address, filters, find, filterActions } = props;
  const { chips = chipsOf(filters ?? []) } = props;
  const body = (
    <>
      {filters !== undefined && (
        <FilterBar filters={filters} chips={chips} onSet={address.set} after={filterActions}>
          {find}
        </FilterBar>
      )}
      <ListBody<Each> {...props} />
    </>
  );
  return (
    <>
      <PageHead title={title} crumb={crumb} actions={actions} isHigh={isHigh} />
      {nav}
      {totals}
      {views === undefined ? body : <ViewTabs views={views}>{body}</ViewTabs>}
    </>
  );
};
