import { queryOptions, useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button as AriaButton, GridList, GridListItem, Input, TextField, useDragAndDrop } from 'react-aria-components';
import { allOf } from '../../../api/all-pages.ts';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { FormFields } from '../../../forms/form-fields.tsx';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import type { Child, EntryDraft } from '../../../parts/content/entry-record.ts';
import type { Entry } from '../../../parts/content/queries.ts';
import { Button, Link } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { EntryCard } from '../entry/entry-card.tsx';
import { EntryStatus } from '../entry-state.tsx';
import { AddChild } from './add-child.tsx';

interface ProgramSectionProps {
  readonly form: RecordForm<EntryDraft>;
  readonly entry: Entry;
}

/** The entries of a program, for their titles and states. */
const childrenQuery = (programId: string) =>
  queryOptions({
    queryKey: ['content', 'children', programId],
    queryFn: () =>
      allOf((after) =>
        send(
          client.GET('/manage/content/entries', {
            params: { query: { program_id: programId, include_archived: true, limit: 100, ...after } },
          }),
        ),
      ),
  });

const NO_ENTRIES: readonly Entry[] = [];

/** Puts some items before or after another one. */
const moved = (all: readonly Child[], ids: ReadonlySet<string>, target: string, isAfter: boolean): Child[] => {
  const taken = all.filter(({ entryId }) => ids.has(entryId));
  const rest = all.filter(({ entryId }) => !ids.has(entryId));
  const at = rest.findIndex(({ entryId }) => entryId === target);
  if (at < 0) return [...all];
  const place = isAfter ? at + 1 : at;
  return [...rest.slice(0, place), ...taken, ...rest.slice(place)];
};

/** What a program consists of, in its order: moved by dragging or by buttons, each with its day. */
export const ProgramSection = ({ form, entry }: ProgramSectionProps) => {
  const t = useText();
  const { data = NO_ENTRIES } = useQuery(childrenQuery(entry.id));
  const [added, setAdded] = useState<readonly Entry[]>([]);
  const text = JSON.stringify(form.draft.children);
  // The list is made again only when something in it has changed: it would be drawn for ever otherwise.
  const children = useMemo(() => JSON.parse(text) as readonly Child[], [text]);
  const known = useMemo(() => new Map([...added, ...data].map((each) => [each.id, each])), [added, data]);
  const items = useMemo(() => children.map((child, index) => ({ ...child, id: child.entryId, index })), [children]);
  const set = (next: readonly Child[]): void => form.set('children', next);
  const step = (index: number, by: -1 | 1): void => {
    const next = [...children];
    const [child] = next.splice(index, 1);
    if (child !== undefined) next.splice(index + by, 0, child);
    set(next);
  };
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': known.get(String(key))?.title ?? String(key) })),
    onReorder: ({ keys, target }) =>
      set(moved(children, new Set([...keys].map(String)), String(target.key), target.dropPosition === 'after')),
  });
  const dayOf = (text: string): number | null => (/^\d{1,4}$/.test(text) && Number(text) > 0 ? Number(text) : null);
  const titleOf = (id: string): string => known.get(id)?.title ?? '…';
  return (
    <EntryCard id="entry-days" title={t('content.days')}>
      <FormFields form={form} only={['unlocksInOrder']} isMarked />
      <div className="one" data-changed={form.changed.includes('children') ? '' : undefined}>
        <GridList
          className="day-list"
          aria-label={t('content.days')}
          items={items}
          dependencies={[known, items]}
          dragAndDropHooks={dragAndDropHooks}
          keyboardNavigationBehavior="tab"
          renderEmptyState={() => <p className="quiet small">{t('content.daysEmpty')}</p>}
        >
          {({ id, index, dayNumber }) => {
            const title = titleOf(id);
            const child = known.get(id);
            return (
              <GridListItem id={id} textValue={title} className="day-item row">
                <AriaButton slot="drag" className="day-grip">
                  <Icon of={GripVertical} />
                </AriaButton>
                <TextField
                  aria-label={t('content.dayOf', { name: title })}
                  className="day-number"
                  value={dayNumber === null ? '' : String(dayNumber)}
                  onChange={(text) =>
                    set(children.map((each) => (each.entryId === id ? { ...each, dayNumber: dayOf(text) } : each)))
                  }
                >
                  <Input className="input" inputMode="numeric" autoComplete="off" />
                </TextField>
                <span className="who">
                  <Link to="/content/entries/$entryId" params={{ entryId: id }} className="entry-link">
                    {title}
                  </Link>
                  {child !== undefined && child.status !== 'published' && <EntryStatus entry={child} />}
                </span>
                <span className="row day-actions">
                  <Button
                    size="small"
                    variant="quiet"
                    iconOnly
                    aria-label={t('content.moveUp', { name: title })}
                    isDisabled={index === 0}
                    onPress={() => step(index, -1)}
                    icon={ArrowUp}
                  />
                  <Button
                    size="small"
                    variant="quiet"
                    iconOnly
                    aria-label={t('content.moveDown', { name: title })}
                    isDisabled={index === children.length - 1}
                    onPress={() => step(index, 1)}
                    icon={ArrowDown}
                  />
                  <Button
                    size="small"
                    variant="quiet"
                    iconOnly
                    aria-label={t('content.takeOut', { name: title })}
                    onPress={() => set(children.filter((each) => each.entryId !== id))}
                    icon={X}
                  />
                </span>
              </GridListItem>
            );
          }}
        </GridList>
      </div>
      <AddChild
        label={t('content.addChild')}
        without={[entry.id, ...children.map(({ entryId }) => entryId)]}
        onAdd={(found) => {
          setAdded([...added, found]);
          const last = children.at(-1)?.dayNumber ?? (children.length === 0 ? 0 : null);
          set([...children, { entryId: found.id, dayNumber: last === null ? null : last + 1 }]);
        }}
      />
    </EntryCard>
  );
};
