/** Tests that are long by nature: whole programs that are killed, moved, upgraded or filled, and files that ffmpeg reads. `scripts/prove` runs them. */
const long = {
  appliance: [
    ...[
      'acme',
      'audit-verbs',
      'backup',
      'backup-media',
      'backup-targets',
      'backups-proved',
      'cards-killed',
      'changes-killed',
    ],
    ...[
      'clock-jumps',
      'console-restore',
      'crashed-copies',
      'data-directory',
      'demo-data',
      'doctor-services',
      'full-disk',
      'full-media-disk',
    ],
    ...['install', 'large-bodies', 'large-upload', 'locked', 'lost-data', 'moving', 'moving-demo', 'moving-media'],
    ...['older-databases', 'open-files', 'postman'],
    ...['renditions-killed', 'responses', 'restore-copies', 'root', 'sandbox', 'sandbox-clocks', 'service-manager'],
    ...['set-clock', 'socket-activation', 'terminal', 'tls', 'upgrade', 'verbs'],
  ],
  database: ['checkpointer'],
  mail: ['killed'],
  media: ['hostile-files', 'inspect'],
  properties: ['engagement/year', 'previews'],
  resources: ['content-media/playback/renditions', 'content-media/uploads/lasting'],
  sandbox: ['demo/every-hour'],
  scripts: ['release', 'try-release'],
  simulate: ['by-hand'],
  webhooks: ['environment', 'killed'],
};
export const LONG_TESTS: readonly string[] = Object.entries(long).flatMap(([folder, names]) =>
  names.map((name) => `test/${folder}/${name}.test.ts`),
);
