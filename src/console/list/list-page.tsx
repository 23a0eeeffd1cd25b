import type { ReactNode } from 'react';
import { FilterBar } from './filter-bar.tsx';
import type { ListFilter } from './filters.ts';
import { RecordList, type RecordListProps } from './record-list.tsx';
import type { ListAddress } from './use-list-address.ts';

/** The panel of the open row. */
interface OpenPanel {
  readonly id: string;
  readonly takesFocus: boolean;
  readonly onClose: () => void;
}

interface PanelledListProps<Each extends { readonly id: string }>
  extends Pick<RecordListProps<Each>, 'query' | 'columns' | 'empty' | 'filters'> {
  readonly title: string;
  readonly address: ListAddress;
  /** What a row shows beside the list. */
  readonly panel?: (open: OpenPanel) => ReactNode;
  /** What a row opens instead. */
  readonly onOpen?: (id: string) => void;
}

/** The rows of a list, and beside them the panel of the open row. */
export const PanelledList = <Each extends { readonly id: string }>(props: PanelledListProps<Each>) => {
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

interface ListPageProps<Each extends { readonly id: string }> extends PanelledListProps<Each> {
  readonly filters: readonly ListFilter[];
  readonly actions: ReactNode;
  /** Above the filters, such as what the list comes to. */
  readonly totals?: ReactNode;
  /** Before the filters, such as a field that finds. */
  readonly find?: ReactNode;
}

/** A page with one list: its filters stand in the address, and so does the row whose panel is open. */
export const ListPage = <Each extends { readonly id: string }>(props: ListPageProps<Each>) => {
  const { actions, totals, find, ...list } = props;
  return (
    <>
      <div className="page-head" data-inline="">
        <div className="titles">
          <h1>{list.title}</h1>
        </div>
        <div className="actions">{actions}</div>
      </div>
      {totals}
      <FilterBar filters={list.filters} onSet={list.address.set}>
        {find}
      </FilterBar>
      <PanelledList {...list} />
    </>
  );
};
