import { X } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../base/texts.tsx';
import { Form, useForm } from '../../forms/form.tsx';
import type { Client } from '../../parts/client/queries.ts';
import { useChange } from '../../parts/client/use-change.ts';
import { Button } from '../../ui/button.tsx';
import { useErrorText } from '../../ui/notices/errors.tsx';
import { sayWithUndo } from '../../ui/overlays/toasts.tsx';

/** The tags of a client: each can be taken away, and another added, both with undo. */
export const ClientTags = ({ client: { id, tags }, canChange }: { client: Client; canChange: boolean }) => {
  const t = useText();
  const textOf = useErrorText();
  const change = useChange(id);
  const [isAdding, setAdding] = useState(false);
  const [tag, setTag] = useState('');
  const put = (next: (now: readonly string[]) => string[]): void => {
    const to = (now: Client) => ({ tags: next(now.tags) });
    change.mutate({ body: to, shown: to });
  };
  const without = (gone: string) => put((now) => now.filter((each) => each !== gone));
  /** Puts a tag into its place, where the client has not got it meanwhile. */
  const into = (place: number, tag: string) =>
    put((now) => (now.includes(tag) ? [...now] : now.toSpliced(place, 0, tag)));
  const remove = (gone: string): void => {
    const place = tags.indexOf(gone);
    without(gone);
    sayWithUndo(t('client.tagRemoved', { tag: gone }), () => into(place, gone));
  };
  const add = (): void => {
    const added = tag.trim();
    setAdding(false);
    setTag('');
    if (added === '' || tags.includes(added)) return;
    into(tags.length, added);
    sayWithUndo(t('client.tagAdded', { tag: added }), () => without(added));
  };
  const form = useForm({ submit: add });
  return (
    <>
      {tags.map((each) => (
        <span key={each} className="tag">
          {each}
          {canChange && (
            <Button
              className="tag-remove"
              aria-label={t('client.removeTag', { tag: each })}
              onPress={() => remove(each)}
              icon={X}
            />
          )}
        </span>
      ))}
      {canChange && !isAdding && (
        <Button className="link small" onPress={() => setAdding(true)}>
          {t('clients.addTag')}
        </Button>
      )}
      {isAdding && (
        <Form form={form} className="tag-form">
          <input
            className="input"
            // biome-ignore lint/a11y/noAutofocus: the field replaces the button that was pressed
            autoFocus
            aria-label={t('clients.tag')}
            maxLength={100}
            value={tag}
            onChange={({ target }) => setTag(target.value)}
            onKeyDown={({ key }) => key === 'Escape' && setAdding(false)}
          />
          <Button type="submit" size="small">
            {t('client.add')}
          </Button>
        </Form>
      )}
      {change.error !== null && (
        <span className="status" data-tone="critical" role="alert">
          {textOf(change.error)}
        </span>
      )}
    </>
  );
};
