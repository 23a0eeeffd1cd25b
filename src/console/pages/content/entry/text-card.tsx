import { Suspense, useDeferredValue } from 'react';
import { useText } from '../../../base/texts.tsx';
import { FormFields } from '../../../forms/form-fields.tsx';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import type { EntryDraft } from '../../../parts/content/entry-record.ts';
import { loadedLater } from '../../../ui/overlays/loaded-later.ts';
import { EntryCard } from './entry-card.tsx';

/** After the page: what reads Markdown is larger than the page. */
const Markdown = loadedLater(async () => (await import('../markdown/markdown.tsx')).Markdown);

/** The title, the summary and the text of an entry, with the text beside it as members read it. */
export const TextCard = ({ form }: { form: RecordForm<EntryDraft> }) => {
  const t = useText();
  const body = useDeferredValue(form.draft.body);
  return (
    <EntryCard id="entry-text" title={t('content.text')}>
      <FormFields form={form} only={['title', 'summary']} isMarked />
      <div className="markdown-pair">
        <FormFields form={form} only={['body']} isMarked />
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
    </EntryCard>
  );
};
