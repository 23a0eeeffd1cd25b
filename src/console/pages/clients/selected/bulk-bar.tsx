import { useQuery } from '@tanstack/react-query';
import { Download, Tag, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useText } from '../../../base/texts.tsx';
import { useDownload } from '../../../lists/files/use-download.ts';
import type { Total } from '../../../lists/list-footer.tsx';
import type { ListSelection } from '../../../lists/use-selection.ts';
import { useRefresh } from '../../../live/refresh.ts';
import type { Filters } from '../../../parts/client/filters.ts';
import { useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { clearOf } from '../../../ui/overlays/clear-of.ts';
import { filterQuery } from '../queries.ts';
import { type ClientChange, changeQuery, meantBy, type TagAct } from './bulk-queries.ts';
import { BulkTags } from './bulk-tags.tsx';

/** The most clients whom a file has by their ids. */
const MOST_IN_FILE = 100;

/** How far a change of many clients is. */
const Progress = ({ change, onDone }: { change: ClientChange; onDone: () => void }) => {
  const t = useText();
  const refresh = useRefresh();
  const { data = change } = useQuery(changeQuery(change.id));
  const isDone = data.status === 'completed';
  useEffect(() => {
    if (isDone) void refresh('client');
  }, [isDone, refresh]);
  const done = data.changed + data.unchanged + data.skipped.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="notice" data-tone={isDone ? 'positive' : 'info'} role="status">
      <span className="text">
        {isDone
          ? t('clients.changeDone', { count: data.changed })
          : t('clients.changeRunning', { done, count: data.total })}
      </span>
      {isDone && (
        <Button variant="quiet" size="small" iconOnly aria-label={t('words.close')} onPress={onDone} icon={X} />
      )}
    </div>
  );
};

interface BulkBarProps {
  readonly selection: ListSelection;
  readonly filters: Filters;
  readonly total: Total | undefined;
  /** Tags of the clients on the page. */
  readonly tags: readonly string[];
}

/** What can be done with the clients who are selected. */
export const BulkBar = ({ selection, filters, total, tags }: BulkBarProps) => {
  const t = useText();
  const can = useCan();
  const download = useDownload();
  const [act, setAct] = useState<TagAct>();
  const [running, setRunning] = useState<ClientChange>();
  const { ids, isAll } = selection.picked;
  const isTooMany = !isAll && ids.size > MOST_IN_FILE;
  const everybody =
    total === undefined || total.isCapped
      ? t('clients.allSelectedCapped')
      : t('clients.allSelected', { count: total.count });
  const words = isAll ? everybody : t('clients.selected', { count: ids.size });
  return (
    <>
      {running !== undefined && <Progress change={running} onDone={() => setRunning(undefined)} />}
      {(ids.size > 0 || isAll) && (
        <section ref={clearOf} className="bulkbar row" aria-label={words}>
          <b className="strong nowrap">{words}</b>
          {!isAll && total !== undefined && (total.isCapped || total.count > ids.size || isTooMany) && (
            <Button className="link small nowrap" onPress={selection.all}>
              {total.isCapped ? t('clients.selectAllCapped') : t('clients.selectAll', { count: total.count })}
            </Button>
          )}
          <hr />
          <Button size="small" onPress={() => setAct('add_tags')} icon={Tag}>
            {t('clients.addTag')}
          </Button>
          <Button size="small" onPress={() => setAct('remove_tags')}>
            {t('clients.removeTag')}
          </Button>
          {can('clients:export') && isTooMany && (
            <span className="small quiet nowrap">{t('clients.csvUpTo', { count: MOST_IN_FILE })}</span>
          )}
          {can('clients:export') && !isTooMany && (
            <Button
              size="small"
              onPress={() => download('clients', isAll ? filterQuery(filters) : { 'id[]': [...ids] })}
              icon={Download}
            >
              {t('clients.csvSelected')}
            </Button>
          )}
          <Button
            variant="quiet"
            size="small"
            iconOnly
            aria-label={t('clients.clearSelection')}
            onPress={selection.clear}
            icon={X}
          />
        </section>
      )}
      {act !== undefined && (
        <BulkTags
          meant={meantBy(selection.picked, filters)}
          count={words}
          act={act}
          known={tags}
          onRunning={setRunning}
          onClose={() => setAct(undefined)}
        />
      )}
    </>
  );
};
