import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ImportedFamily } from '../../../base/families.ts';
import { useText } from '../../../base/texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/fields/check-field.tsx';
import { LoadError } from '../../../ui/notices/errors.tsx';
import { CheckCard } from './check-card.tsx';
import { ChooseFile } from './choose-file.tsx';
import { ColumnsCard } from './columns-card.tsx';
import { EncodingCard } from './encoding-card.tsx';
import {
  type Chosen,
  checkFile,
  type DateOrder,
  mapOf,
  type NameOrder,
  type Preview,
  previewQuery,
  type Reading,
  valuesOf,
  type Words,
  wordValue,
} from './import-api.ts';
import { keepChoices, keptChoices } from './kept-choices.ts';
import { ImportProgress } from './run/import-progress.tsx';
import { beginImport, useRunningImport } from './run/running-import.ts';
import { WordsCard } from './words-card.tsx';

/** The order of dates that an import gets: what the person says, or what the file decides. */
const orderOf = ({ dates }: Preview, chosen: DateOrder | undefined): DateOrder | undefined =>
  dates === null ? undefined : (chosen ?? dates.order ?? undefined);

/** What has to be shown before a file is tried: a question without an answer. */
const UNANSWERED = '.notice[data-tone=caution] input[type=radio], [data-unsaid] button';

/** The columns of a file, the trial of its import, and the import. */
const ChosenFile = ({ chosen }: { chosen: Chosen }) => {
  const t = useText();
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({});
  const [encoding, setEncoding] = useState<string>();
  const [kept] = useState(() => keptChoices(chosen));
  const [order, setOrder] = useState<DateOrder | undefined>(kept.dates);
  const [names, setNames] = useState<NameOrder | undefined>(kept.names);
  const [words, setWords] = useState<Words>(kept.words);
  const [sharesEmail, setSharesEmail] = useState(kept.sharesEmail);
  const [isUnanswered, setIsUnanswered] = useState(false);
  const questions = useRef<HTMLDivElement>(null);
  const preview = useQuery({ ...previewQuery(chosen, mapOf(fields), encoding), placeholderData: keepPreviousData });
  // The same as long as nothing is shown for the file.
  const question = useQuery(previewQuery(chosen, '')).data?.encoding ?? null;
  const trial = useMutation({ mutationFn: (reading: Reading) => checkFile(chosen, reading) });
  const { data, error, refetch } = preview;
  // What was tried is not what would be imported now.
  const change = (act: () => void): void => {
    act();
    trial.reset();
  };
  const encodingCard = question !== null && (
    <EncodingCard
      question={question}
      encoding={encoding}
      onEncoding={(next) =>
        change(() => {
          setEncoding(next);
          // Headings have other letters now.
          setFields({});
        })
      }
      isUnanswered={encoding === undefined && isUnanswered}
    />
  );
  if (data === undefined) {
    return error === null ? (
      <p className="quiet" role="status">
        {t('data.reading')}
      </p>
    ) : (
      <>
        {encodingCard}
        <LoadError error={error} onRetry={() => void refetch()} />
      </>
    );
  }
  const dates = orderOf(data, order);
  const values = valuesOf(data, words);
  const reading: Reading = {
    ...(data.map === '' ? {} : { map: data.map }),
    ...(dates === undefined ? {} : { dates }),
    ...(names === undefined || data.names === null ? {} : { names }),
    ...(values === '' ? {} : { values }),
    ...(encoding === undefined ? {} : { encoding }),
    ...(sharesEmail && chosen.family === 'clients' ? { shared_email: 'keep-first' } : {}),
  };
  const asksEncoding = question !== null && encoding === undefined;
  const asksDates = data.dates?.isAmbiguous === true && dates === undefined;
  const asksNames = data.names?.isAmbiguous === true && names === undefined;
  const asksWords = data.choices.some(({ field, words: found }) =>
    found.some((word) => wordValue(field, word, words) === null),
  );
  const asks = asksEncoding || asksDates || asksNames || asksWords;
  const check = (): void => {
    setIsUnanswered(asks);
    if (asks) {
      questions.current?.querySelector<HTMLElement>(UNANSWERED)?.focus();
      return;
    }
    keepChoices(chosen, { dates: order, names, words: { ...kept.words, ...words }, sharesEmail });
    trial.mutate(reading);
  };
  return (
    <>
      <div ref={questions} className="stack">
        {encodingCard}
        <ColumnsCard
          preview={data}
          onField={(heading, field) => change(() => setFields({ ...fields, [heading]: field }))}
          dates={dates}
          onDates={(next) => change(() => setOrder(next))}
          names={names}
          onNames={(next) => change(() => setNames(next))}
          isUnanswered={isUnanswered}
        />
        {data.choices.length > 0 && (
          <WordsCard
            choices={data.choices}
            words={words}
            onWord={(key, value) => change(() => setWords({ ...words, [key]: value }))}
            isUnanswered={asksWords && isUnanswered}
          />
        )}
      </div>
      {error !== null && <LoadError error={error} />}
      {chosen.family === 'clients' && (
        <CheckField
          label={t('data.sharedEmail')}
          hint={` ${t('data.sharedEmailHint')}`}
          isSelected={sharesEmail}
          onChange={(next) => change(() => setSharesEmail(next))}
        />
      )}
      {trial.error !== null && <LoadError error={trial.error} />}
      {trial.data === undefined && (
        <div className="row">
          <Button variant="primary" isPending={trial.isPending} isDisabled={preview.isFetching} onPress={check}>
            {trial.isPending ? t('data.checking') : t('data.check', { rows: data.rows })}
          </Button>
        </div>
      )}
      {trial.data !== undefined && (
        <CheckCard chosen={chosen} check={trial.data} onImport={() => beginImport(chosen, reading, trial.data)} />
      )}
    </>
  );
};

/** The first line of a file, or its first 10,000 bytes. A file that can no longer be read has none: its upload says so. */
const headingsOf = async (file: File): Promise<string> =>
  (
    await file
      .slice(0, 10_000)
      .text()
      .catch(() => '')
  ).split('\n', 1)[0] ?? '';

/** Brings in what another system exports: the file, its columns, a trial row by row, and then the rows that are fine. */
export const ImportTab = () => {
  const running = useRunningImport();
  const [family, setFamily] = useState<ImportedFamily>('clients');
  const [chosen, setChosen] = useState<Chosen>();
  if (running !== undefined) return <ImportProgress running={running} />;
  const take = async (file: File, as: ImportedFamily): Promise<void> =>
    setChosen({ id: crypto.randomUUID(), name: file.name, file, family: as, headings: await headingsOf(file) });
  return (
    <>
      <ChooseFile
        family={family}
        onFamily={(next) => {
          setFamily(next);
          if (chosen !== undefined) void take(chosen.file, next);
        }}
        onFile={(file) => void take(file, family)}
        chosen={chosen?.name}
      />
      {chosen !== undefined && <ChosenFile key={chosen.id} chosen={chosen} />}
    </>
  );
};
