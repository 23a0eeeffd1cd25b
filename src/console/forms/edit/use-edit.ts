import { useEffect, useRef, useState } from 'react';
import { ApiError, client, send } from '../../api/client.ts';
import { useCan } from '../../session/session.ts';
import { changesOf, type Fields, isSame, typedSince } from './fields.ts';
import { useKeptDraft } from './kept-draft.ts';

/**
 * The name of the staff member who changed a record at an instant, by the newest entry that the audit log has of that millisecond;
 * undefined for a program. Of two changes in one millisecond it may name the other author.
 */
const changedBy = async (changedAt: string): Promise<string | undefined> => {
  const to = new Date(Date.parse(changedAt) + 1).toISOString();
  try {
    const { data } = await send(
      client.GET('/manage/audit-log', { params: { query: { from: changedAt, to, limit: 1 } } }),
    );
    const staffId = data[0]?.staffId;
    if (staffId == null) return undefined;
    const { displayName, firstName, lastName } = await send(
      client.GET('/v2/staff/{id}', { params: { path: { id: staffId } } }),
    );
    return displayName ?? `${firstName} ${lastName}`;
  } catch {
    // The question of the two values is asked without a name, too.
    return undefined;
  }
};

/** What two people changed at the same time: what the other person wrote, and the fields in which the two differ. */
interface Conflict<Held> {
  readonly theirs: Fields<Held>;
  readonly changedAt: string;
  /** Who the other person is, where one may know. */
  readonly by: string | undefined;
  readonly paths: readonly string[];
}

/** Whose value of a field stays. */
export type Choice = 'mine' | 'theirs';

/** Editing a record: a draft over the version that was read, and what happens when someone else was faster. */
export interface Edit<Held = string> {
  readonly draft: Fields<Held>;
  readonly base: Fields<Held>;
  readonly changed: Fields<Held>;
  readonly set: (path: string, value: Held) => void;
  /** Saves what is changed, with more fields that the act itself decides, such as a state. */
  readonly save: (more?: Fields<Held>) => void;
  readonly discard: () => void;
  /** Says no more why it was refused. */
  readonly forgetError: () => void;
  readonly isPending: boolean;
  readonly error: ApiError | undefined;
  readonly conflict: Conflict<Held> | undefined;
  /** Saves again, with these choices for the fields of the conflict. */
  readonly settle: (choices: Readonly<Record<string, Choice>>) => void;
}

interface Editing<Version, Held> {
  /** The version that the page shows. */
  readonly current: Version;
  readonly fieldsOf: (version: Version) => Fields<Held>;
  readonly changedAt: (version: Version) => string;
  /** What is changed from the beginning, such as a time to which a class was dragged. */
  readonly start?: Fields<Held> | undefined;
  /** What is changed stays in the tab by this name until it is stored or dropped. */
  readonly keptAs?: string | undefined;
  /** Reads the record again. */
  readonly read: () => Promise<Version>;
  /** Stores changed fields over a version, which the server refuses with 412 where the record has changed since. */
  readonly write: (over: Version, changed: Fields<Held>) => Promise<Version>;
  /** @param isAll whether nothing was typed since it was sent */
  readonly onSaved: (saved: Version, isAll: boolean) => void;
}

const without = <Held>(fields: Fields<Held>, paths: readonly string[]): Fields<Held> =>
  Object.fromEntries(Object.entries(fields).filter(([path]) => !paths.includes(path)));

/**
 * Edits a record. A version that someone else has changed meanwhile is refused by the server; then fields that only the other
 * person changed are taken over, and of fields that both changed one value is chosen. What is typed while a version is stored stays
 * changed over the stored one.
 */
export const useEdit = <Version, Held = string>(editing: Editing<Version, Held>): Edit<Held> => {
  const { current, fieldsOf, changedAt, start = {}, keptAs, read, write, onSaved } = editing;
  const can = useCan();
  const [begun, setBegun] = useState<{ readonly version: Version } | undefined>({ version: current });
  const [changed, setChanged, drop] = useKeptDraft<Fields<Held>>(
    keptAs,
    JSON.stringify([changedAt(begun?.version ?? current), start]),
    () => changesOf({ ...fieldsOf(current), ...start }, fieldsOf(current)),
  );
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<ApiError>();
  const [conflict, setConflict] = useState<
    Omit<Conflict<Held>, 'theirs' | 'changedAt'> & { readonly theirs: Version }
  >();
  // The version that is edited stays while something is changed, whatever is read meanwhile.
  const version = begun !== undefined && Object.keys(changed).length > 0 ? begun.version : current;
  const base = fieldsOf(version);
  const newest = useRef(changed);
  useEffect(() => {
    newest.current = changed;
  }, [changed]);

  const forget = (): void => {
    setChanged({});
    setBegun(undefined);
    setConflict(undefined);
  };

  /** @param before what the changes are over */
  const done = (saved: Version, sent: Fields<Held>, before: Fields<Held>): void => {
    const left = typedSince(newest.current, sent, before, fieldsOf(saved));
    const isAll = Object.keys(left).length === 0;
    forget();
    if (isAll) drop();
    else {
      setBegun({ version: saved });
      setChanged(left);
    }
    onSaved(saved, isAll);
  };

  const refused = (problem: unknown): void => {
    if (!(problem instanceof ApiError)) throw problem;
    setError(problem);
  };

  const store = async (
    over: Version,
    fields: Fields<Held>,
    before = fieldsOf(over),
    isAgain = false,
  ): Promise<void> => {
    setPending(true);
    setError(undefined);
    try {
      done(await write(over, fields), fields, before);
    } catch (problem) {
      if (!(problem instanceof ApiError) || problem.status !== 412 || isAgain) refused(problem);
      // The other version cannot be read: it is asked again with the next press.
      else await compare(over, fields).catch(refused);
    } finally {
      setPending(false);
    }
  };

  const compare = async (over: Version, fields: Fields<Held>): Promise<void> => {
    const theirs = await read();
    const [before, after] = [fieldsOf(over), fieldsOf(theirs)];
    const paths = Object.keys(fields).filter(
      (path) => !isSame(before[path], after[path]) && !isSame(after[path], fields[path]),
    );
    if (paths.length === 0) return store(theirs, fields, before, true);
    const mayKnow = can('audit_log:read') && can('staff:read');
    return setConflict({ theirs, paths, by: mayKnow ? await changedBy(changedAt(theirs)) : undefined });
  };

  return {
    draft: { ...base, ...changed },
    base,
    changed,
    isPending,
    error,
    conflict: conflict && {
      theirs: fieldsOf(conflict.theirs),
      changedAt: changedAt(conflict.theirs),
      by: conflict.by,
      paths: conflict.paths,
    },
    set: (path, value) => {
      if (begun === undefined || Object.keys(changed).length === 0) setBegun({ version });
      setChanged((now) => changesOf({ ...now, [path]: value }, base));
    },
    save: (more = {}) => {
      const fields = { ...changed, ...more };
      if (Object.keys(fields).length === 0) return;
      // They stay if the server refuses them.
      setBegun({ version });
      setChanged(changesOf(fields, base));
      void store(version, fields);
    },
    discard: () => {
      forget();
      drop();
      setError(undefined);
    },
    forgetError: () => setError(undefined),
    settle: (choices) => {
      if (conflict === undefined) return;
      const kept = without(
        changed,
        conflict.paths.filter((path) => choices[path] === 'theirs'),
      );
      if (Object.keys(kept).length === 0) return done(conflict.theirs, changed, base);
      setBegun({ version: conflict.theirs });
      setConflict(undefined);
      setChanged(kept);
      return void store(conflict.theirs, kept);
    },
  };
};
