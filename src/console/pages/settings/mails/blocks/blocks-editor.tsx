import type { ReactNode } from 'react';
import { useText } from '../../../../base/texts.tsx';
import type { RecordForm } from '../../../../forms/use-record-form.tsx';
import { isKind, KINDS } from '../../../../parts/settings/mails/kinds.ts';
import type { Template } from '../../../../parts/settings/mails/template-queries.ts';
import type { TemplateDraft, TextName } from '../../../../parts/settings/mails/template-record.ts';
import { Button } from '../../../../ui/button.tsx';
import { hasSameWords } from '../model/case-rows.ts';
import type { LabelOf } from '../model/chip-dom.ts';
import { Block, type BlockTools } from './block.tsx';
import { TextInWords } from './text-in-words.tsx';

interface ChangedDefaultProps {
  readonly language: string;
  readonly before: string;
  readonly now: string;
  readonly labelOf: LabelOf;
  readonly isPending: boolean;
  readonly onKeep: () => void;
  readonly onUse: () => void;
}

/** Says that a release has another default than that over which the brand wrote, and shows both. */
const ChangedDefault = ({ before, now, onKeep, onUse, isPending, ...shown }: ChangedDefaultProps) => {
  const t = useText();
  return (
    <div className="changed-default stack" role="note">
      <p className="strong">{t('mailBlocks.changed')}</p>
      <dl>
        <dt>{t('mailBlocks.before')}</dt>
        <dd>
          <TextInWords text={before} {...shown} />
        </dd>
        <dt>{t('mailBlocks.now')}</dt>
        <dd>
          <TextInWords text={now} {...shown} />
        </dd>
      </dl>
      <div className="row" data-wrap="">
        <Button size="small" isDisabled={isPending} onPress={onKeep}>
          {t('mailBlocks.keep')}
        </Button>
        <Button size="small" variant="quiet" isDisabled={isPending} onPress={onUse}>
          {t('mailBlocks.useDefault')}
        </Button>
      </div>
    </div>
  );
};

interface BlocksEditorProps {
  readonly form: RecordForm<TemplateDraft>;
  readonly template: Template;
  readonly tools: BlockTools;
  readonly isKeeping: boolean;
  /** Keeps the text of the brand although studiod has another one now. */
  readonly onKeep: (name: TextName) => void;
  /** Beside the heading of the texts. */
  readonly actions: ReactNode;
  /** Below the note of the studio. */
  readonly note: ReactNode;
}

const MULTILINE: ReadonlySet<TextName> = new Set<TextName>(['lead', 'note', 'ownNote']);
const HINTS: Readonly<Partial<Record<TextName, 'mailBlocks.insertHint'>>> = { lead: 'mailBlocks.insertHint' };

/** The email as blocks of plain sentences: first the note of the studio, which is all that most studios change, then the built-in texts. */
export const BlocksEditor = ({ form, template, tools, isKeeping, onKeep, actions, note }: BlocksEditorProps) => {
  const t = useText();
  const { kind, language, builtIn, sharedWith, changedDefaults } = template;
  const isShared = sharedWith.length > 0;
  const others = sharedWith.filter(isKind).map((each) => t(KINDS[each]));
  const labelOf = (name: TextName): string =>
    name === 'note' && isShared ? t('mailBlocks.howToCancel') : form.words.nameOf(name);
  const blockOf = (name: TextName, hint: string | undefined) => {
    const changed = changedDefaults.find(({ text }) => text === name);
    const isOther = changed !== undefined && !hasSameWords(changed.before, builtIn[name], language);
    return (
      <div key={name} data-changed={form.changed.includes(name) ? '' : undefined}>
        <Block
          {...tools}
          label={labelOf(name)}
          isAlone={name === 'ownNote'}
          hint={hint}
          text={form.draft[name]}
          builtIn={builtIn[name]}
          stored={template[name]}
          error={form.errorOf(name)}
          isMultiline={MULTILINE.has(name)}
          isShared={name === 'note' && isShared}
          onText={(text) => form.set(name, text)}
        />
        {isOther && (
          <ChangedDefault
            language={language}
            before={changed.before}
            now={builtIn[name]}
            labelOf={tools.labelOf}
            isPending={isKeeping}
            onKeep={() => onKeep(name)}
            onUse={() => form.set(name, builtIn[name])}
          />
        )}
      </div>
    );
  };
  const hintOf = (name: TextName): string | undefined => {
    const key = HINTS[name];
    return key === undefined ? undefined : t(key);
  };
  return (
    <>
      <section className="card" aria-label={t('mailBlocks.ownNote')}>
        <div className="body stack">
          {blockOf('ownNote', t('mailBlocks.ownNoteHint'))}
          {note}
        </div>
      </section>
      <section className="card" aria-label={t('mailBlocks.text')}>
        <header>
          <h2>{t('mailBlocks.text')}</h2>
          <span className="push row" data-wrap="">
            {actions}
          </span>
        </header>
        <div className="body stack mail-blocks" key={kind}>
          {(['subject', 'heading', 'lead'] as const).map((name) => blockOf(name, hintOf(name)))}
          {isShared && <p className="small quiet">{t('mailBlocks.shared', { emails: others.join(', ') })}</p>}
          {(['noteTitle', 'note'] as const).map((name) => blockOf(name, undefined))}
        </div>
      </section>
    </>
  );
};
