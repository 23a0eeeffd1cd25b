import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { ConflictView } from '../../../edit/conflict-view.tsx';
import type { Fields } from '../../../edit/fields.ts';
import { LeaveGuard } from '../../../edit/leave-guard.tsx';
import { Refusal } from '../../../edit/refusal.tsx';
import { useEdit } from '../../../edit/use-edit.ts';
import { useMe } from '../../../session.ts';
import { useShortcut } from '../../../shell/shortcuts.ts';
import { useText } from '../../../texts.tsx';
import { Link } from '../../../ui/button.tsx';
import { stopsAtUnread } from '../../../ui/focus-wrong.ts';
import { Icon } from '../../../ui/icon.tsx';
import { usePageTitle } from '../../../ui/page-title.ts';
import { SaveBar } from '../../../ui/save-bar.tsx';
import { say } from '../../../ui/toasts.tsx';
import { EntryStatus } from '../entry-state.tsx';
import { MediaSection } from '../media/media-section.tsx';
import { ProgramSection } from '../program/program-section.tsx';
import { typesQuery } from '../queries.ts';
import { useTypeWords } from '../words.ts';
import { AccessCard } from './access-card.tsx';
import { DetailsCard } from './details-card.tsx';
import { type EntryVersion, fieldsOf, patchEntry, problemsOf } from './entry-fields.ts';
import { entryQuery } from './entry-query.ts';
import { useFieldWords } from './field-words.ts';
import { MetricCard } from './metric-card.tsx';
import { PublishingCard } from './publishing-card.tsx';
import { SortingCard } from './sorting-card.tsx';
import { TextCard } from './text-card.tsx';

const PROBLEM_WORDS = {
  title: 'content.titleMissing',
  length: 'content.lengthWrong',
  reps: 'content.repsWrong',
} as const;

const useEntryEdit = (version: EntryVersion) => {
  const t = useText();
  const queries = useQueryClient();
  const { studio } = useMe();
  const query = entryQuery(version.entry.id);
  return useEdit<EntryVersion>({
    current: version,
    fieldsOf: (each) => fieldsOf(each, studio.timezone),
    changedAt: ({ entry }) => entry.updatedAt,
    read: () => queries.fetchQuery({ ...query, staleTime: 0 }),
    write: (over, changed) => patchEntry(over, changed, studio.timezone),
    onSaved: (saved) => {
      queries.setQueryData(query.queryKey, saved);
      for (const key of ['entries', 'named', 'found', 'categories', 'tags'])
        void queries.invalidateQueries({ queryKey: ['content', key] });
      say(t('laterWords.saved'));
    },
  });
};

/** An entry to read and to change: its text beside a preview, its media, when and for whom it is there. */
export const EntryForm = ({ version }: { version: EntryVersion }) => {
  const t = useText();
  const { entry } = version;
  const form = useRef<HTMLFormElement>(null);
  const edit = useEntryEdit(version);
  const { data: types = [] } = useQuery(typesQuery);
  const words = useTypeWords(types);
  const fieldWords = useFieldWords();
  const [isChecked, setChecked] = useState(false);
  usePageTitle(entry.title);
  const count = Object.keys(edit.changed).length;
  const problems = problemsOf(edit.draft);
  const errorOf = (name: string): string | undefined => {
    const problem = isChecked ? problems[name] : undefined;
    return problem === undefined ? undefined : t(PROBLEM_WORDS[problem]);
  };
  /** Saves, with what an act decides; the first field with a problem gets the focus instead. */
  const save = (more?: Fields): void => {
    setChecked(true);
    if (stopsAtUnread(form.current)) return;
    const [first] = Object.keys(problems);
    if (first === undefined) edit.save(more);
    else form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };
  useShortcut('Control Enter', () => (count > 0 ? save() : false));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save();
  };
  const isArchived = entry.status === 'archived';
  return (
    <form ref={form} data-guard="own" className="entry" onSubmit={submit} noValidate>
      <LeaveGuard count={count} />
      <div className="page-head">
        <div className="titles">
          <Link to="/content" className="crumb">
            <Icon of={ChevronLeft} />
            {t('content.title')}
          </Link>
          <h1>{entry.title}</h1>
          <p className="row" data-wrap="">
            <EntryStatus entry={entry} isPill />
            <span>{words.nameOf(entry.type)}</span>
          </p>
        </div>
      </div>
      <div className="split entry-split">
        <div className="stack" data-gap="wide">
          <TextCard edit={edit} errorOf={errorOf} />
          {entry.type === 'program' && <ProgramSection edit={edit} entry={entry} />}
          {entry.type === 'metric' && <MetricCard edit={edit} entry={entry} errorOf={errorOf} />}
          <MediaSection edit={edit} entry={entry} isReadOnly={isArchived} />
          <DetailsCard edit={edit} errorOf={errorOf} />
        </div>
        <div className="stack" data-gap="wide">
          <PublishingCard edit={edit} version={version} onSave={save} />
          <AccessCard edit={edit} />
          <SortingCard edit={edit} />
        </div>
      </div>
      {edit.error !== undefined && <Refusal error={edit.error} nameOf={fieldWords.nameOf} />}
      <ConflictView edit={edit} words={fieldWords} />
      {edit.conflict === undefined && <SaveBar count={count} isPending={edit.isPending} onDiscard={edit.discard} />}
    </form>
  );
};
