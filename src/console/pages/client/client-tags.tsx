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
  const put = (next: readonly string[]): void => {
    const body = { tags: [...next] };
    change.mutate({ body, shown: body });
  };
  const remove = (gone: string): void => {
    put(tags.filter((each) => each !== gone));
    sayWithUndo(t('client.tagRemoved', { tag: gone }), () => put(tags));
  };
  const add = (): void => {
    const added = tag.trim();
    setAdding(false);
    setTag('');
    if (added === '' || tags.includes(added)) return;
    put([...tags, added]);
    sayWithUndo(t('client.tagAdded', { tag: added }), () => put(tags));
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
