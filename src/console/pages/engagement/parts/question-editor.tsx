import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useText } from '../../../base/texts.tsx';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import {
  type AssessmentDraft,
  EMPTY_QUESTION,
  FIELD_TYPES,
  type Question,
} from '../../../parts/engagement/assessment-record.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/choices/select.tsx';
import { AddRow } from '../../../ui/fields/add-row.tsx';
import { CheckField } from '../../../ui/fields/check-field.tsx';
import { Field } from '../../../ui/fields/field.tsx';

const TYPES = ['number', 'boolean', 'text'] as const;

interface QuestionProps {
  readonly question: Question;
  readonly index: number;
  readonly count: number;
  readonly error: string | undefined;
  readonly onChange: (question: Question) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

const QuestionFields = ({ question, index, count, error, onChange, onMove, onRemove }: QuestionProps) => {
  const t = useText();
  const { label, type, unit, min, max, required, lowerIsBetter } = question;
  const name = label === '' ? t('parts.questionNumber', { number: index + 1 }) : label;
  const set = (changes: Partial<Question>): void => onChange({ ...question, ...changes });
  return (
    <fieldset className="question-fields stack" data-path={`fields.${index}`}>
      <legend className="visually-hidden">{name}</legend>
      <div className="spread">
        <b className="small">{t('parts.questionNumber', { number: index + 1 })}</b>
        <span className="row">
          <Button
            variant="quiet"
            size="small"
            iconOnly
            isDisabled={index === 0}
            aria-label={t('parts.moveUp', { name })}
            onPress={() => onMove(-1)}
            icon={ArrowUp}
          />
          <Button
            variant="quiet"
            size="small"
            iconOnly
            isDisabled={index === count - 1}
            aria-label={t('parts.moveDown', { name })}
            onPress={() => onMove(1)}
            icon={ArrowDown}
          />
          <Button
            variant="quiet"
            size="small"
            iconOnly
            aria-label={t('parts.removeOf', { name })}
            onPress={onRemove}
            icon={Trash2}
          />
        </span>
      </div>
      <div className="fields">
        <Field
          label={t('parts.questionLabel')}
          value={label}
          onChange={(text) => set({ label: text })}
          error={error}
          autoComplete="off"
        />
        <Select
          label={t('parts.answer')}
          choices={TYPES.map((id) => ({ id, name: t(FIELD_TYPES[id]) }))}
          value={type}
          onChange={(id) => set({ type: TYPES.find((each) => each === id) ?? 'number' })}
        />
        {type === 'number' && <Field label={t('parts.unit')} value={unit} onChange={(text) => set({ unit: text })} />}
        {type !== 'boolean' && (
          <>
            <Field
              label={t(type === 'text' ? 'parts.fewest' : 'parts.least')}
              inputMode="decimal"
              value={min}
              onChange={(text) => set({ min: text })}
            />
            <Field
              label={t(type === 'text' ? 'parts.most' : 'parts.greatest')}
              inputMode="decimal"
              value={max}
              onChange={(text) => set({ max: text })}
            />
          </>
        )}
      </div>
      <CheckField
        label={t('parts.required')}
        isSelected={required}
        onChange={(isSelected) => set({ required: isSelected })}
      />
      {type === 'number' && (
        <CheckField
          label={t('parts.lowerIsBetter')}
          isSelected={lowerIsBetter}
          onChange={(isSelected) => set({ lowerIsBetter: isSelected })}
        />
      )}
    </fieldset>
  );
};

/** The questions of an assessment: added, changed, moved and removed. */
export const QuestionEditor = ({ form }: { form: RecordForm<AssessmentDraft> }) => {
  const t = useText();
  const questions = form.draft.fields;
  const store = (next: readonly Question[]): void => form.set('fields', next);
  const move = (index: number, by: -1 | 1): void => {
    const next = [...questions];
    const [moved] = next.splice(index, 1);
    if (moved === undefined) return;
    next.splice(index + by, 0, moved);
    store(next);
  };
  return (
    <section className="stack" data-rows="" aria-label={t('parts.questions')}>
      <b>{t('parts.questions')}</b>
      {questions.map((question, index) => (
        <QuestionFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a new question has no name yet, and its place is what it is
          key={index}
          question={question}
          index={index}
          count={questions.length}
          error={form.errorOf(`fields.${index}`)}
          onChange={(next) => store(questions.map((each, at) => (at === index ? next : each)))}
          onMove={(by) => move(index, by)}
          onRemove={() => store(questions.filter((_, at) => at !== index))}
        />
      ))}
      {form.errorOf('fields') !== undefined && (
        <p className="critical-text small" role="alert">
          {form.errorOf('fields')}
        </p>
      )}
      <span>
        <AddRow onAdd={() => store([...questions, EMPTY_QUESTION])}>{t('parts.addQuestion')}</AddRow>
      </span>
    </section>
  );
};
