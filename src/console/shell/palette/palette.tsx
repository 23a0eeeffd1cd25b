import { useQuery } from '@tanstack/react-query';
import { ScanLine } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { Dialog, Input, Modal, ModalOverlay } from 'react-aria-components';
import { useText } from '../../base/texts.tsx';
import { later } from '../../base/time/now.ts';
import { type Formats, useFormats } from '../../formats/use-formats.ts';
import { useCan, useSite } from '../../session/session.ts';
import { useEnterWhenFound } from '../../ui/choices/use-enter-when-found.ts';
import { closePalette, typePalette, usePaletteText } from '../../ui/keys/palette-state.ts';
import { LoadError } from '../../ui/notices/errors.tsx';
import { clearOf } from '../../ui/overlays/clear-of.ts';
import { queue } from '../../ui/overlays/toasts.tsx';
import { Icon } from '../../ui/pictures/icon.tsx';
import { useAccountSection, useSections } from '../navigation/use-pages.ts';
import { groupsOf, type Item, searchedText } from './items.ts';
import { Option } from './option.tsx';
import { PersonView } from './person-view.tsx';
import { FEWEST_LETTERS, searchQuery } from './search.ts';
import { useActions } from './use-actions.ts';

// The palette is loaded soon after the first picture, which has no room for this.
queue.subscribe(() => requestAnimationFrame(() => clearOf(document.querySelector('.toast'))));

/** Letters that come faster than this are searched for together. */
const TYPING_MS = 20;

/** A text once no letter has been typed for a moment. */
const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => later(() => setSettled(text), TYPING_MS), [text]);
  return settled;
};

interface BodyProps {
  readonly typed: string;
  readonly formats: Formats;
}

const Body = ({ typed, formats }: BodyProps) => {
  const t = useText();
  const can = useCan();
  const mayFindClients = can('clients:read');
  const { id: siteId } = useSite();
  const actions = useActions(formats);
  const listId = useId();
  /** Where the arrows went since the last letter. Until then the first item is the current item, also when a response puts another item there. */
  const [reached, setReached] = useState<string>();
  const text = useSettled(searchedText(typed));
  const { data, error, isPlaceholderData, refetch } = useQuery(searchQuery(siteId, text));
  const hasText = searchedText(typed).length >= FEWEST_LETTERS;
  const isCurrentText = searchedText(typed) === text && (!hasText || (data !== undefined && !isPlaceholderData));
  const groups = groupsOf({
    typed,
    clients: hasText ? (data?.clients ?? []).map(actions.current) : [],
    sessions: hasText ? (data?.sessions ?? []) : [],
    sections: [...useSections(), useAccountSection()],
    mayAdd: can('clients:write'),
  });
  const items = groups.flatMap((group) => group.items);
  const reachedAt = items.findIndex(({ key }) => key === reached);
  const currentAt = Math.max(0, reachedAt);
  const current = items[currentAt];
  const idOf = ({ key }: Item): string => `${listId}-${key}`;
  const clients = items.filter((item): item is Item & { kind: 'client' } => item.kind === 'client');

  const enter = useEnterWhenFound(typed, isCurrentText, (seen) => {
    const [only, ...others] = clients;
    // What no one has seen yet is done only where it is certain: one client, who is expected.
    const isCertain = only !== undefined && others.length === 0 && only.client.act.type === 'check_in';
    if (current !== undefined && current.key === seen) actions.run(current);
    else if (isCertain) actions.run(only);
  });

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const field = event.currentTarget;
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      event.stopPropagation();
      if (event.repeat) return;
      if (!isCurrentText) enter.wait(current?.key);
      else if (current !== undefined) actions.run(current);
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setReached(items[(currentAt + step + items.length) % items.length]?.key);
    }
    const isAtEnd = field.selectionStart === field.value.length;
    if (event.key === 'ArrowRight' && isAtEnd && current?.kind === 'client') {
      event.preventDefault();
      event.stopPropagation();
      actions.openProfile(current.client);
    }
  };

  return (
    <>
      <div className="palette-in row">
        <Icon of={ScanLine} />
        <Input
          type="search"
          role="combobox"
          aria-label={t('shell.find')}
          aria-expanded={items.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={current === undefined ? undefined : idOf(current)}
          autoFocus
          autoComplete="off"
          placeholder={t(mayFindClients ? 'shell.findHint' : 'shell.findClasses')}
          value={typed}
          onChange={(event) => {
            typePalette(event.target.value);
            setReached(undefined);
            actions.dismiss();
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>{t('palette.escape')}</kbd>
      </div>
      <div className="palette-cols">
        <div className="palette-list">
          {actions.refusal !== undefined && (
            <div className="notice" data-tone="critical" role="alert">
              <div className="text">{actions.refusal}</div>
            </div>
          )}
          {error !== null && hasText && <LoadError error={error} onRetry={() => void refetch()} />}
          {typed === '' && mayFindClients && <p className="palette-none quiet">{t('session.bookHint')}</p>}
          {hasText && isCurrentText && clients.length === 0 && mayFindClients && (
            <p className="palette-none quiet">{t('palette.nobody', { text })}</p>
          )}
          {hasText && isCurrentText && items.length === 0 && !mayFindClients && (
            <p className="palette-none quiet">{t('palette.nothing', { text })}</p>
          )}
          <div id={listId} role="listbox" aria-label={t('palette.found')}>
            {groups.map(({ title, items: shown }) => (
              // biome-ignore lint/a11y/useSemanticElements: a list box has groups of options, not of fields
              <div key={title} role="group" aria-labelledby={`${listId}-${title}`}>
                <div id={`${listId}-${title}`} role="presentation" className="palette-group">
                  {t(title)}
                </div>
                {shown.map((item) => (
                  <Option
                    key={item.key}
                    id={idOf(item)}
                    item={item}
                    text={text}
                    formats={formats}
                    isCurrent={item === current}
                    onRun={() => actions.run(item)}
                  />
                ))}
              </div>
            ))}
          </div>
        </div>
        {current?.kind === 'client' && (
          <aside className="palette-view stack" data-gap="wide" aria-label={current.client.fullName}>
            <PersonView found={current.client} formats={formats} actions={actions} />
          </aside>
        )}
      </div>
      <footer className="palette-foot">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {t('palette.choose')}
        </span>
        <span>
          <kbd>Tab</kbd> {t('palette.otherActions')}
        </span>
        <span>
          <kbd>&gt;</kbd> {t('palette.pagesOnly')}
        </span>
        {mayFindClients && <span className="push">{t('palette.scan')}</span>}
      </footer>
    </>
  );
};

/** The palette of the desk bar: names, phones, cards, classes and pages, with what can be done right away. */
export const Palette = () => {
  const t = useText();
  const typed = usePaletteText();
  const formats = useFormats(useSite().timezone);
  return (
    <ModalOverlay
      className="scrim"
      isOpen={typed !== undefined}
      onOpenChange={(isOpen) => !isOpen && closePalette()}
      isDismissable
    >
      <Modal className="palette">
        <Dialog aria-label={t('palette.title')} className="palette-dialog">
          {typed !== undefined && <Body typed={typed} formats={formats} />}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
};
