import { UserPlus } from 'lucide-react';
import { useCan } from '../../session.ts';
import { useText } from '../../texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { FILTER_WORDS } from './filter-chips.tsx';
import { type FilterName, type Filters, setFilters } from './filters.ts';

interface EmptyListProps {
  readonly filters: Filters;
  /** Adds a client, with what was looked for. */
  readonly onAdd: (text?: string) => void;
  readonly onDrop: (names: readonly FilterName[]) => void;
  readonly onShowAll: () => void;
}

/** Says why nobody is listed, and what to do about it. */
export const EmptyList = ({ filters, onAdd, onDrop, onShowAll }: EmptyListProps) => {
  const t = useText();
  const canAdd = useCan()('clients:write');
  const names = setFilters(filters);
  const { search: text } = filters;
  if (text !== undefined && names.length === 0) {
    return (
      <div className="empty">
        <b className="strong">{t('clients.emptySearchTitle', { text })}</b>
        <p>{t('clients.emptySearchText')}</p>
        {canAdd && (
          <Button variant="primary" onPress={() => onAdd(text)}>
            <Icon of={UserPlus} />
            {t('clients.addNamed', { text })}
          </Button>
        )}
      </div>
    );
  }
  if (names.length > 0 || text !== undefined) {
    return (
      <div className="empty">
        <b className="strong">{t('clients.emptyFilterTitle')}</b>
        <p>{t('clients.emptyFilterText')}</p>
        <span className="row" data-wrap="">
          {names.map((name) => (
            <Button key={name} size="small" onPress={() => onDrop([name])}>
              {t('clients.dropFilter', { name: t(FILTER_WORDS[name]) })}
            </Button>
          ))}
          <Button size="small" onPress={onShowAll}>
            {t('clients.clearFilters')}
          </Button>
        </span>
      </div>
    );
  }
  return (
    <div className="empty">
      <b className="strong">{t('clients.emptyTitle')}</b>
      <p>{t('clients.emptyText')}</p>
      {canAdd && (
        <Button variant="primary" onPress={() => onAdd()}>
          <Icon of={UserPlus} />
          {t('clients.newClient')}
        </Button>
      )}
    </div>
  );
};
