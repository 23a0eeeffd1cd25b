import { type FetchQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError, type idempotencyKey, type Tagged } from '../api/client.ts';
import { useKeyFor } from '../api/use-key-for.ts';
import { useText } from '../base/texts.tsx';
import { type Changed, useRefresh } from '../live/refresh.ts';
import { useMe, useOwnSites } from '../session/session.ts';
import { say } from '../ui/overlays/toasts.tsx';
import { ConflictView, type FieldWords } from './edit/conflict-view.tsx';
import { changesOf, type Fields } from './edit/fields.ts';
import { useKeptDraft } from './edit/kept-draft.ts';
import { useEdit } from './edit/use-edit.ts';
import { type CheckedForm, useForm } from './form.tsx';
import { isInRecord, type RecordFields } from './record-fields.ts';
import type { Draft, Held, Spec, Specs, Studio } from './specs.ts';
import { type Choices, type OwnWords, useFieldWords } from './use-field-words.ts';

/** A form of a record: what it holds, what is wrong with it, and what sends it. */
export interface RecordForm<D extends Draft = Draft>
  extends Pick<CheckedForm, 'element' | 'errorOf' | 'refused' | 'isPending'> {
  readonly specs: Specs;
  readonly choices: Choices;
  readonly isNew: boolean;
  /** By whose clock its moments are. */
  readonly timezone: string;
  readonly draft: D;
  /** The names of the fields that have changed. */
  readonly changed: readonly string[];
  set<Name extends keyof D>(name: Name, held: D[Name]): void;
  /** What a changed field was before. */
  readonly wasOf: (name: string) => string | undefined;
  /** What a field was before is behind its hint, not in its place. */
  readonly keepsHints: boolean;
  /** Why the server refused it. */
  readonly error: ApiError | undefined;
  readonly words: FieldWords<Held>;
  /** Sends it as its button does, with what an act decides, such as a state. */
  readonly save: (more?: Partial<D>) => void;
  /** Drops what has changed. */
  readonly discard: () => void;
  /** Whether its draft is kept until it is stored, and there is one. */
  readonly mayStartAfresh: boolean;
  /** In place of the button that sends: what two people changed at the same time. */
  readonly conflict: ReactNode;
}

interface Checking {
  readonly draft: Draft;
  readonly error: ApiError | undefined;
  /** Where the body has the record, such as `person`. */
  readonly within?: string | undefined;
  readonly asksAbout?: ((error: ApiError) => boolean) | undefined;
  readonly saysAtOnce?: boolean | undefined;
  readonly isPending: boolean;
  readonly submit: (more: Fields<Held>) => void;
}

/** What is in a path after the path of a field: its parts. */
const afterIn = (param: string, path: string): string => (param.startsWith(path) ? param.slice(path.length) : '');

/** Kinds of field that have no place for what is wrong. */
const SILENT: readonly Spec['kind'][] = ['choice', 'currency', 'switch'];

/** The checks of a form by the declaration of its fields. */
const useChecks = <Row, Body, D>(fields: RecordFields<Row, Body, D>, checking: Checking) => {
  const { draft, error, within, asksAbout, saysAtOnce = false, isPending, submit } = checking;
  const t = useText();
  const said = error !== undefined && asksAbout?.(error) ? undefined : error;
  const refusalOf = (name: string): string | undefined => {
    const spec = fields.specs[name];
    const params = (spec !== undefined && !isInRecord(name, spec) ? spec.writes : undefined) ?? [name];
    const isAbout = (param: string): boolean =>
      params.some((each) => [each, `${within}.${each}`].includes(param) || /^[.[]/.test(afterIn(param, each)));
    const refusal = said?.details.find(({ param = '' }) => isAbout(param))?.message;
    return refusal === undefined || spec?.refused === undefined ? refusal : t(spec.refused);
  };
  const form = useForm({
    act: { error, isPending },
    problems: Object.fromEntries(
      Object.entries(fields.problemsOf(draft as D)).map(([name, problem]) => [name, problem && t(problem)]),
    ),
    fields: Object.entries(fields.specs).flatMap(([name, { kind }]) => (SILENT.includes(kind) ? [] : [name])),
    refusalOf,
    saysAtOnce,
    submit: () => submit({}),
  });
  const save = (more?: Partial<D>): void => form.check(() => submit((more ?? {}) as unknown as Fields<Held>));
  return { ...form, error, save };
};

interface OfRecord<D> {
  /** What it is: whatever shows records of this kind is read again. An act may change several. */
  readonly kind: Changed | readonly Changed[];
  /** What the page knows of it already: of a record that exists, what is to be changed. */
  readonly start?: Partial<D> | undefined;
  readonly choices?: Choices;
  readonly shown?: OwnWords;
  /** By whose clock its moments are; by default the studio's. */
  readonly timezone?: string;
  /** In which currency an amount is where it has none of its own; by default the studio's. */
  readonly currency?: string;
  /** The draft stays in the tab by this name until the record is stored. */
  readonly keptAs?: string;
  /** The form after a field is changed. */
  readonly after?: (draft: D, before: D) => D;
  /** Whether the page asks about a refusal, such as of a room that is taken: no field shows it, and another change forgets it. */
  readonly asksAbout?: (error: ApiError) => boolean;
  /** What is wrong is shown before it is sent, as where the page shows what it would do. */
  readonly saysAtOnce?: true;
}

/** The studio, with the zone and the currency of what is written. */
const useStudio = ({ timezone, currency }: Partial<Studio>): Studio => {
  const { studio } = useMe();
  const ownSites = useOwnSites();
  return { timezone: timezone ?? studio.timezone, currency: currency ?? studio.currency, ownSites };
};

interface NewRecord<Body, D, Made> extends OfRecord<D> {
  readonly create: (body: Body, header: ReturnType<typeof idempotencyKey>) => Promise<Made>;
  /** A page that is left now ignores its guard. */
  readonly onCreated: (made: Made) => void;
  readonly within?: string;
  /** By whose clock its moments are where that follows from the form, such as from its locations. */
  readonly timezoneOf?: (draft: D) => string;
}

/** The form of a new record, or of an act with a body of its own. */
export const useNewRecord = <Row, Body, D extends Draft, Made>(
  fields: RecordFields<Row, Body, D>,
  record: NewRecord<Body, D, Made>,
): RecordForm<D> => {
  const { kind, choices = {}, shown, keptAs, after = (draft) => draft, within, onCreated } = record;
  const { asksAbout, saysAtOnce } = record;
  const usual = useStudio(record);
  const keyFor = useKeyFor();
  const refresh = useRefresh();
  const [start] = useState<D>(() => ({ ...fields.startOf(usual), ...record.start }));
  const [draft, setDraft, drop] = useKeptDraft(keptAs, '', () => start);
  const studio = { ...usual, timezone: record.timezoneOf?.(draft) ?? usual.timezone };
  const words = useFieldWords(fields.specs, choices, shown, studio.timezone);
  const create = useMutation({
    mutationFn: (more: Fields<Held>) => {
      const body = fields.bodyOf({ ...draft, ...more }, studio);
      return record.create(body, keyFor(body));
    },
    onSuccess: (made) => {
      drop();
      void refresh(...[kind].flat());
      onCreated(made);
    },
  });
  const error = create.error instanceof ApiError ? create.error : undefined;
  const { isPending, isSuccess } = create;
  const changes = changesOf(draft, start);
  const put = (next: (now: D) => D): void => {
    if (create.isError) create.reset();
    setDraft(next);
  };
  return {
    ...useChecks(fields, {
      draft,
      error,
      within,
      asksAbout,
      saysAtOnce,
      isPending: isPending || isSuccess,
      submit: (more) => create.mutate(more),
    }),
    specs: fields.specs,
    choices,
    words,
    isNew: true,
    timezone: studio.timezone,
    draft,
    changed: isSuccess ? [] : Object.keys(changes),
    set: (name, held) => put((now) => after({ ...now, [name]: held }, now)),
    discard: () => put(() => start),
    mayStartAfresh: keptAs !== undefined && Object.keys(changes).length > 0,
    wasOf: () => undefined,
    keepsHints: false,
    isPending,
    conflict: undefined,
  };
};

interface EditedRecord<Row, Body, D> extends OfRecord<D> {
  readonly version: Tagged<Row>;
  /** Reads the record. */
  readonly query: FetchQueryOptions<Tagged<Row>, Error, Tagged<Row>, string[]>;
  readonly keepsHints?: true;
  /** Stores what has changed. @param header the version that it was changed over */
  readonly write: (
    body: Partial<Body>,
    params: { readonly header?: { 'If-Match': string } },
    over: Tagged<Row>,
  ) => Promise<Tagged<Row>>;
  /** What is shown then. */
  readonly saved?: (saved: Tagged<Row>) => string;
  /** Called once all that was typed is stored, as to leave the page. */
  readonly onSaved?: (saved: Tagged<Row>) => void;
  /** Called where nothing has changed. */
  readonly onUnchanged?: () => void;
}

/** The form of a record that is edited: what has changed is sent, over the version that was read. */
export const useEditedRecord = <Row extends { readonly updatedAt: string | null }, Body, D extends Draft>(
  fields: RecordFields<Row, Body, D>,
  record: EditedRecord<Row, Body, D>,
): RecordForm<D> => {
  const { kind, version, query, choices = {}, shown, keepsHints = false, write, onSaved, onUnchanged } = record;
  const { start, keptAs, after = (draft) => draft, asksAbout, saysAtOnce } = record;
  const t = useText();
  const studio = useStudio(record);
  const queries = useQueryClient();
  const refresh = useRefresh();
  const words = useFieldWords(fields.specs, choices, shown, studio.timezone);
  const valuesOf = (row: Row): D => fields.valuesOf(row, studio);
  const edit = useEdit<Tagged<Row>, Held>({
    current: version,
    start: start as Fields<Held> | undefined,
    keptAs,
    fieldsOf: ({ data }) => valuesOf(data),
    changedAt: ({ data }) => data.updatedAt ?? new Date(0).toISOString(),
    read: () => queries.fetchQuery({ ...query, staleTime: 0 }),
    write: (over, changed) =>
      write(
        fields.patchOf({ ...valuesOf(over.data), ...changed }, Object.keys(changed), studio, over.data),
        over.etag === null ? {} : { header: { 'If-Match': over.etag } },
        over,
      ),
    onSaved: (saved, isAll) => {
      queries.setQueryData(query.queryKey, saved);
      void refresh(...[kind].flat());
      say(record.saved?.(saved) ?? t('common.saved'));
      if (isAll) onSaved?.(saved);
    },
  });
  const { draft, error, isPending } = edit;
  const changed = Object.keys(edit.changed);
  const submit = (more: Fields<Held>): void =>
    changed.length > 0 || Object.keys(more).length > 0 ? edit.save(more) : onUnchanged?.();
  return {
    ...useChecks(fields, { draft, error, asksAbout, saysAtOnce, isPending, submit }),
    specs: fields.specs,
    choices,
    words,
    discard: edit.discard,
    mayStartAfresh: false,
    isNew: false,
    timezone: studio.timezone,
    draft: draft as D,
    changed,
    set: (name, held) => {
      const now = draft as D;
      const next = after({ ...now, [name]: held }, now);
      if (error !== undefined && asksAbout?.(error)) edit.forgetError();
      for (const [each, value] of Object.entries(changesOf(next, now))) edit.set(each, value);
    },
    wasOf: (name) => {
      const spec = fields.specs[name];
      // A whole text is too long to be shown twice.
      const isWhole = spec?.kind === 'text' && (spec.isWhole === true || (spec.rows ?? 0) > 2);
      const before = name in edit.changed && !isWhole ? edit.base[name] : undefined;
      return before === undefined ? undefined : t('edit.before', { value: words.shownOf(name, before) });
    },
    keepsHints,
    isPending,
    conflict: edit.conflict === undefined ? undefined : <ConflictView edit={edit} words={words} />,
  };
};
