import { Suspense, useDeferredValue } from 'react';
import type { Edit } from '../../../edit/use-edit.ts';
import { useText } from '../../../texts.tsx';
import { loadedLater } from '../../../ui/loaded-later.ts';
import { OneField } from './one-field.tsx';

/** After the page: what reads Markdown is larger than the page. */
const Markdown = loadedLater(async () => (await import('../markdown/markdown.tsx')).Markdown);

interface TextCardProps {
  readonly edit: Edit;
  readonly errorOf: (name: string) => string | undefined;
}

/** The title, the summary and the text of an entry, with the text beside it as members read it. */
export const TextCard = ({ edit, errorOf }: TextCardProps) => {
  const t = useText();
  const body = useDeferredValue(edit.draft.body ?? '');
  return (
    <section className="card" aria-labelledby="entry-text">
      <header>
        <h2 id="entry-text">{t('content.text')}</h2>
      </header>
      <div className="body stack" data-gap="wide">
        <OneField edit={edit} name="title" error={errorOf('title')} />
        <OneField edit={edit} name="summary" rows={2} hint={t('content.summaryHint')} />
        <div className="markdown-pair">
          <OneField edit={edit} name="body" rows={14} hint={t('content.bodyHint')} />
          <section className="markdown-preview" aria-label={t('content.preview')}>
            <span className="label">{t('content.preview')}</span>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reached by the keyboard */}
            <div className="prose" tabIndex={0}>
              {body.trim() === '' ? (
                <p className="quiet">{t('content.previewEmpty')}</p>
              ) : (
                <Suspense fallback={<p className="as-typed">{body}</p>}>
                  <Markdown text={body} />
                </Suspense>
              )}
            </div>
          </section>
        </div>
      </div>
    </section>
  );
};
