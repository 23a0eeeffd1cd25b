import { UsageError } from '../config/usage-error.ts';
import { epochOf, systemClock } from '../kernel/clock.ts';
import { auditVerb } from './audit.ts';
import { type Call, type Flag, SCHEDULED_FLAG } from './verb.ts';

/** The flag of verbs that a server runs on its schedule, in a process of their own. */
export const scheduledFlag: Flag = {
  name: SCHEDULED_FLAG,
  value: 'TIMESTAMP',
  help: 'Run as the job of a server whose clock shows this',
};

/** When a server runs the verb as its job, the time of that server in epoch ms; undefined for a person. */
export const scheduledAt = (call: Call): number | undefined => {
  const given = call.flag(scheduledFlag.name);
  if (given === undefined) return undefined;
  const at = epochOf(given);
  if (Number.isNaN(at)) throw new UsageError(`--scheduled-at must be a timestamp (RFC 3339), not '${given}'.`);
  return at;
};

/** The present time in epoch ms: the time of the server that runs the verb, or the system's. */
export const presentOf = (call: Call): number => scheduledAt(call) ?? systemClock.now();

export const auditScheduled = (tx: Parameters<typeof auditVerb>[0], call: Call, verb: string, after: object): void =>
  auditVerb(tx, verb, { after, source: scheduledAt(call) === undefined ? 'command_line' : 'job' });
