import type { LongChanges } from '../../database/long-changes.ts';
import type { JobRegistry } from './registry.ts';

/** Work that takes longer than one request. */
export interface WorkPorts {
  readonly changes: Pick<LongChanges, 'finish' | 'run' | 'unawaited'>;
  /** The long work of this process, by which callers see how far it is. */
  readonly jobs: JobRegistry;
}
