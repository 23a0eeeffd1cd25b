import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client, send } from '../../../api/client.ts';
import { useKeyFor } from '../../../api/use-key-for.ts';
import { useText } from '../../../base/texts.tsx';
import { later } from '../../../base/time/now.ts';
import { useRefresh } from '../../../live/refresh.ts';
import { useErrorText } from '../../../ui/notices/errors.tsx';
import { say, sayWithUndo } from '../../../ui/overlays/toasts.tsx';
import { type ClientChange, type TagAct, tagPreviewQuery } from './bulk-queries.ts';
import { hasOpposite, type Meant } from './meant.ts';
import { TagDialog } from './tag-dialog.tsx';

const SKIPPED = {
  client_archived: 'clients.skippedArchived',
  too_many_tags: 'clients.skippedTags',
  resource_missing: 'clients.skippedMissing',
} as const;

const PAUSE_MS = 250;

/** A text once it has been the same for a moment. */
const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => later(() => setSettled(text), PAUSE_MS), [text]);
  return settled;
};

/** What the change would do to how many clients. */
const Outcome = ({ meant, act, tag }: { meant: Meant; act: TagAct; tag: string }) => {
  const t = useText();
  const textOf = useErrorText();
  const settled = useSettled(tag);
  const { data, error } = useQuery(tagPreviewQuery(meant, act, settled));
  if (error !== null) return textOf(error);
  if (data === undefined) return '…';
  const { changed: count, unchanged, skipped, isTotalCapped, total, lookedAt } = data;
  const isAdded = act === 'add_tags';
  return [
    t(isAdded ? 'clients.tagsAdded' : 'clients.tagsRemoved', { count, tag: settled }),
    unchanged > 0 ? t(isAdded ? 'clients.tagsHad' : 'clients.tagsHadNot', { count: unchanged }) : '',
    ...skipped.map((each) => t(SKIPPED[each.reason], { count: each.count })),
    isTotalCapped || total > lookedAt ? t('clients.onlyLookedAt', { count: lookedAt }) : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
};

interface BulkTagsProps {
  readonly meant: Meant;
  readonly count: string;
  readonly act: TagAct;
  readonly known: readonly string[];
  /** Takes a change that goes on after the response. */
  readonly onRunning: (change: ClientChange) => void;
  readonly onClose: () => void;
}

/** Adds a tag to all who are selected, or removes it from them, with what that changes said before. */
export const BulkTags = ({ meant, count, act, known, onRunning, onClose }: BulkTagsProps) => {
  const t = useText();
  const textOf = useErrorText();
  const refresh = useRefresh();
  const keyFor = useKeyFor();
  const isAdded = act === 'add_tags';
  const change = useMutation({
    mutationFn: async ({ tag, to }: { tag: string; to: TagAct }) => {
      const body = { ...meant, act: to, tags: [tag] };
      return (await send(
        client.POST('/manage/clients/bulk', { params: { header: keyFor(body) }, body }),
      )) as ClientChange;
    },
    onSuccess: (done, { tag, to }) => {
      onClose();
      void refresh('client');
      if (done.status === 'running') return onRunning(done);
      const text = t(to === 'add_tags' ? 'clients.tagsAdded' : 'clients.tagsRemoved', { count: done.changed, tag });
      if (to !== act || !hasOpposite(meant, done)) return say(text);
      return sayWithUndo(text, () => change.mutate({ tag, to: isAdded ? 'remove_tags' : 'add_tags' }));
    },
  });
  return (
    <TagDialog
      title={t(isAdded ? 'clients.addTagTitle' : 'clients.removeTagTitle', { count })}
      act={t(isAdded ? 'clients.addTag' : 'clients.removeTag')}
      known={known}
      error={change.error === null ? undefined : textOf(change.error)}
      isPending={change.isPending}
      outcome={(tag) => <Outcome meant={meant} act={act} tag={tag} />}
      onChoose={(tag) => change.mutate({ tag, to: act })}
      onClose={onClose}
    />
  );
};
