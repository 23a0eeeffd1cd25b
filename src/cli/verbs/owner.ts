import { fanOutToServer } from '../../app/webhooks.ts';
import { createLink, type LinkPurpose } from '../../auth/staff/links.ts';
import { requireStrong } from '../../auth/staff/passwords/new-password.ts';
import { createPasswords } from '../../auth/staff/passwords/passwords.ts';
import { newSecret } from '../../auth/staff/sessions.ts';
import { removeFactors, storePassword } from '../../auth/staff/sign-in-rows.ts';
import { UsageError } from '../../config/usage-error.ts';
import type { Read, Tx } from '../../database/database.ts';
import { validatorFor } from '../../http/validation.ts';
import type { Caller } from '../../kernel/caller.ts';
import { storedEmail } from '../../kernel/emails.ts';
import { Problem } from '../../kernel/problem.ts';
import { email } from '../../kernel/schemas.ts';
import { idOfEmail } from '../../resources/staff/queries.ts';
import { Staff, type StaffRow } from '../../resources/staff/record.ts';
import { createStaff, updateStaff } from '../../resources/staff/staff.ts';
import { auditVerb } from '../audit.ts';
import { credentialSettings } from '../credentials.ts';
import { type OpenDatabase, withDatabase } from '../open-database.ts';
import { localRoot } from '../server/listen.ts';
import { type Call, oneArgument, printResult, type Verb, VerbError } from '../verb.ts';

/** The caller of the command line, which may do everything. */
const OPERATOR: Caller = {
  credentialId: 'command line',
  kind: 'business',
  scopes: new Set(['*']),
  siteIds: null,
  tier: 'unlimited',
};

const EMAIL = validatorFor(email());

const emailOf = (call: Call, verb: string): string => {
  const example = `Example: studiod owner ${verb} olivia@example.com`;
  const given = oneArgument(call, `Missing email. ${example}`);
  const stored = storedEmail(given.trim());
  if (!EMAIL.isValid(stored)) throw new UsageError(`'${given}' is not an email address. ${example}`);
  return stored;
};

const askTwice = async (call: Call): Promise<string> => {
  const first = await call.askSecret('Password (12 characters or more): ');
  const second = first === undefined ? undefined : await call.askSecret('Repeat the password: ');
  if (first === undefined || second === undefined) throw new VerbError('Nothing was changed.');
  if (first !== second) throw new VerbError('The passwords do not match. Nothing was changed.');
  return first;
};

const readPassword = async (call: Call): Promise<string> => {
  if (call.isTerminal.input) return askTwice(call);
  const [line = ''] = Buffer.from(await call.readInput())
    .toString('utf8')
    .split(/\r?\n/);
  if (line.trim() !== '') return line;
  throw new UsageError('Enter the password on stdin or at a terminal, or set --link for a link to choose one.');
};

/** @throws VerbError for a password that is weak. */
const checkPassword = (password: string, person: Parameters<typeof requireStrong>[2]): void => {
  try {
    requireStrong('password', password, person);
  } catch (error) {
    throw error instanceof Problem ? new VerbError(`${error.message} Nothing was changed.`) : error;
  }
};

const linkOf = (call: Call, token: string): string => {
  const { config } = call.configure();
  return `${config.publicUrl ?? localRoot(config, config.port)}/console/invitation#${token}`;
};

interface Given {
  /** Undefined for a password. */
  readonly token: string | undefined;
  apply(tx: Tx, staffId: string): void;
}

/** Reads what a person gets. @throws VerbError for a password that is weak. */
const readGiven = async (
  call: Call,
  { random }: OpenDatabase,
  person: Parameters<typeof requireStrong>[2],
  purpose: LinkPurpose,
): Promise<Given> => {
  const removesSecondFactor = call.flag('remove-second-factor') !== undefined;
  if (call.flag('link') !== undefined) {
    const token = newSecret(random);
    const link = { purpose, removesSecondFactor, createdBy: null };
    return { token, apply: (tx, staffId) => void createLink(tx, token, { ...link, staffId }) };
  }
  const password = await readPassword(call);
  checkPassword(password, person);
  const hash = await createPasswords().hash(password);
  const apply = (tx: Tx, staffId: string): void => {
    storePassword(tx, staffId, hash);
    if (removesSecondFactor) removeFactors(tx, staffId);
  };
  return { token: undefined, apply };
};

const printDone = (call: Call, row: StaffRow, { token }: Given, text: string): void => {
  const result = { id: row.id, email: row.email, role: row.role };
  if (token === undefined) {
    printResult(call, result, '', [text]);
    return;
  }
  const link = linkOf(call, token);
  const note = `${text} The link works once, within 72 hours; the owner chooses a password there.`;
  printResult(call, { ...result, link }, link, [note]);
};

const named = (read: Read, address: string): StaffRow | undefined =>
  Staff.rows.find(read, idOfEmail(read, address) ?? '');

const linkFlag = { name: 'link', help: 'Print a link for choosing a password instead of reading one' };

/** What the email says of a name, until someone gives a better one: `olivia` of olivia@example.com. */
const nameFrom = (address: string): string => {
  const part = address.split('@')[0]?.split(/[.+_-]/)[0] ?? '';
  return `${part.slice(0, 1).toUpperCase()}${part.slice(1, 100)}`;
};

const settings: Verb['settings'] = [...credentialSettings, 'publicUrl', 'host', 'port', 'tlsCert', 'acmeDomain'];

const create: Verb = {
  name: 'owner create',
  summary: 'Create an owner of the studio, or make a staff member an owner',
  example: 'studiod owner create olivia@example.com --first-name Olivia --last-name Grant',
  args: 'EMAIL',
  flags: [
    { name: 'first-name', value: 'NAME', help: 'First name; default the start of the email' },
    { name: 'last-name', value: 'NAME', help: "Last name; default 'Owner'" },
    linkFlag,
  ],
  settings,
  async run(call) {
    const address = emailOf(call, 'create');
    await withDatabase(call, { mayCreate: false }, async (database) => {
      const { store } = database;
      store.onRaise(fanOutToServer());
      const known = named(store.view(), address);
      const firstName = call.flag('first-name') ?? known?.firstName ?? nameFrom(address);
      const lastName = call.flag('last-name') ?? known?.lastName ?? 'Owner';
      const given = await readGiven(call, database, { firstName, lastName, email: address }, 'invitation');
      const created = await store.write((tx) => {
        const owner = { firstName, lastName, role: 'owner', status: 'active' } as const;
        const before = named(tx, address);
        const row =
          before === undefined
            ? createStaff(tx, OPERATOR, { ...owner, email: address })
            : updateStaff(tx, OPERATOR, before, { ...owner, permissionOverrides: null });
        given.apply(tx, row.id);
        const after = { email: row.email, role: row.role };
        auditVerb(tx, 'owner create', { recordType: 'staff', recordId: row.id, after });
        return { row };
      });
      printDone(call, created.row, given, `${firstName} ${lastName} (${address}) is now an owner.`);
    });
    return undefined;
  },
};

const resetPassword: Verb = {
  name: 'owner reset-password',
  summary: "Reset an owner's password and sign them out everywhere",
  example: 'studiod owner reset-password olivia@example.com --link',
  args: 'EMAIL',
  flags: [linkFlag, { name: 'remove-second-factor', help: 'Also turn off two-step sign-in' }],
  settings,
  async run(call) {
    const address = emailOf(call, 'reset-password');
    await withDatabase(call, { mayCreate: false }, async (database) => {
      const { store } = database;
      const owner = named(store.view(), address);
      if (owner?.role !== 'owner' || owner.status !== 'active') {
        throw new VerbError(`No active owner has the email ${address}. Create one: studiod owner create`);
      }
      const given = await readGiven(call, database, owner, 'password_reset');
      await store.write((tx) => {
        given.apply(tx, owner.id);
        auditVerb(tx, 'owner reset-password', { recordType: 'staff', recordId: owner.id });
      });
      const what =
        given.token === undefined ? 'has a new password and was signed out everywhere.' : 'gets a new password.';
      printDone(call, owner, given, `${address} ${what}`);
    });
    return undefined;
  },
};

export const ownerVerbs: readonly Verb[] = [create, resetPassword];
