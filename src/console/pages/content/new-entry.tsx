import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError, client, send } from '../../api/client.ts';
import { useKeyFor } from '../../api/use-key-for.ts';
import { useText } from '../../texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { RadioField } from '../../ui/radio-field.tsx';
import { Refused } from '../../ui/refused.tsx';
import { Select } from '../../ui/select.tsx';
import {
  DIMENSION_WORDS,
  DIMENSIONS,
  DIRECTION_WORDS,
  DIRECTIONS,
  type Dimension,
  type Direction,
} from './metric-words.ts';
import { useAtOwnSites } from './own-sites.ts';
import type { EntryType } from './queries.ts';
import { useTypeWords } from './words.ts';

/** Adds an entry as a draft: its type and its title; then its page opens. */
export const NewEntry = ({ types, onClose }: { types: readonly EntryType[]; onClose: () => void }) => {
  const t = useText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const words = useTypeWords(types);
  const keyFor = useKeyFor();
  const atOwnSites = useAtOwnSites();
  const form = useRef<HTMLFormElement>(null);
  const [title, setTitle] = useState('');
  const [type, setType] = useState(types[0]?.key ?? 'video');
  const [dimension, setDimension] = useState<Dimension>('weight');
  const [direction, setDirection] = useState<Direction>('higher_is_better');
  const [isChecked, setChecked] = useState(false);
  const create = useMutation({
    mutationFn: () =>
      atOwnSites([], (siteIds) => {
        const body = {
          title: title.trim(),
          type,
          siteIds,
          ...(type === 'metric' ? { metricDefinition: { dimension, direction } } : {}),
        };
        return send(client.POST('/manage/content/entries', { params: { header: keyFor(body) }, body }));
      }),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: ['content', 'entries'] });
      onClose();
      void navigate({ to: '/content/entries/$entryId', params: { entryId: id } });
    },
  });
  const refusal = create.error instanceof ApiError ? create.error : undefined;
  const problem = isChecked && title.trim() === '' ? t('content.titleMissing') : refusal?.detail('title');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (title.trim() === '') form.current?.querySelector<HTMLInputElement>('input[name="title"]')?.focus();
    else create.mutate();
  };
  return (
    <Dialog title={t('content.newTitle')} onClose={onClose}>
      <form ref={form} className="stack" data-gap="wide" onSubmit={submit} noValidate>
        <Field
          name="title"
          label={t('content.entryTitle')}
          value={title}
          onChange={setTitle}
          error={problem}
          autoComplete="off"
          autoFocus
        />
        <RadioField
          label={t('content.whatIsIt')}
          value={type}
          onChange={setType}
          choices={types.map(({ key }) => {
            const hint = words.hintOf(key);
            return { id: key, label: words.nameOf(key), ...(hint === undefined ? {} : { hint }) };
          })}
        />
        {type === 'metric' && (
          <div className="fields">
            <Select
              label={t('content.metricDimension')}
              choices={DIMENSIONS.map((id) => ({ id, name: t(DIMENSION_WORDS[id]) }))}
              value={dimension}
              onChange={(id) => setDimension(DIMENSIONS.find((each) => each === id) ?? dimension)}
            />
            <Select
              label={t('content.metricDirection')}
              choices={DIRECTIONS.map((id) => ({ id, name: t(DIRECTION_WORDS[id]) }))}
              value={direction}
              onChange={(id) => setDirection(DIRECTIONS.find((each) => each === id) ?? direction)}
            />
          </div>
        )}
        {refusal !== undefined && refusal.detail('title') === undefined && <Refused error={refusal} />}
        <div className="row">
          <Button type="submit" variant="primary" isPending={create.isPending}>
            {t('content.create')}
          </Button>
          <Button onPress={onClose}>{t('words.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  );
};
