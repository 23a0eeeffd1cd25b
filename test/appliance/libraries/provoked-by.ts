import { loadedLater } from '../../helpers/loaded-later.ts';

/** By the name of what provokes it in every-library.test.ts: what is loaded or started there. */
const PROVOKED: Readonly<Record<string, readonly string[]>> = {
  'the verbs': loadedLater().filter((each) => each.startsWith('cli/entries.ts: ')),
  'the documents': [
    'app/api-document.ts: ../http/openapi/document.ts',
    'app/api-document.ts: ../http/openapi/recorded.ts',
    'app/api-document.ts: ../sandbox/demo/responses.ts',
  ],
  'pages, Markdown and recurrence': [
    'app.ts: ./pages/book/refused-page.ts',
    'app/pages.ts: ../http/docs/routes.ts',
    'app/pages.ts: ../pages/add-card.ts',
    'app/pages.ts: ../pages/book/routes.ts',
    'app/pages.ts: ../pages/calendar.ts',
    'app/pages.ts: ../pages/mail-choices/mail-choices.ts',
    'app/pages.ts: ../pages/share/share.ts',
    'kernel/markdown/kept.ts: ./parse.ts',
    'resources/schedules/recurrence/recurrence.ts: ./calendar.ts',
  ],
  'forms, uploads and examined files': [
    'app/media.ts: ../resources/content-media/uploads/tus.ts',
    'cli/verbs/examine-media.ts: ../../media/inspect-process.ts',
    'http/operations/forms.ts: @fastify/busboy',
    'media/inspect-process.ts: startThread',
    'media/inspect.ts: Bun.spawn',
  ],
  metrics: ['app/metrics.ts: ./loop-delay.ts'],
  'members of another provider': ['auth/members/id-tokens.ts: jose', 'auth/members/remote-keys.ts: jose'],
  'members with a code, and mails': [
    'auth/members/own/issuer.ts: jose',
    'cli/server/mail.ts: ../../mail/smtp.ts',
    'mail/parts.ts: nodemailer/lib/mail-composer',
  ],
  'push notifications': ['resources/messages/push/request.ts: @block65/webcrypto-web-push'],
  'access tokens': ['auth/oauth/access-tokens.ts: jose', 'auth/oauth/signing-keys.ts: jose'],
  passkeys: ['auth/staff/second-factor/passkeys.ts: @simplewebauthn/server'],
  'root and the data of another user': ['cli/dispatch.ts: ./data-owner.ts'],
  'a restore from an encrypted copy': [
    'cli/dispatch.ts: ./service/installed.ts',
    'cli/verbs/sql.ts: Bun.spawn',
    'database/backup/encryption.ts: age-encryption',
  ],
  'a backup that was missed, and a service manager': [
    'cli/server/backup-process.ts: Bun.spawn',
    'cli/server/nightly-backup.ts: croner',
    'cli/verbs/serve.ts: ../server/service-manager.ts',
  ],
  'demo data, and the first owner': [
    'cli/server/demo-data-process.ts: Bun.spawn',
    'cli/server/ready-output.ts: ./libc.ts',
    'cli/server/start-report.ts: ../doctor/at-start.ts',
    'cli/verbs/make-demo-data.ts: ../../media/store.ts',
    'cli/verbs/make-demo-data.ts: ../../sandbox/demo/media.ts',
    'cli/verbs/make-demo-data.ts: ../../sandbox/demo/demo-rows.ts',
    'cli/verbs/serve.ts: ../targets/target.ts',
    'database/checkpointer.ts: startThread',
    'database/descriptors.ts: new Worker',
  ],
  'a server with TLS': ['cli/server/listen.ts: ./socket-activation.ts'],
  'backups, and a restore by the server': [
    'cli/server/loop-watch.ts: startThread',
    'cli/server/machine.ts: Bun.spawn',
    'cli/verbs/serve.ts: ../server/restore-request.ts',
    'database/backup/flush.ts: startThread',
    'main.ts: Bun.spawnSync',
  ],
  'install and upgrade': ['cli/service/data-process.ts: Bun.spawn', 'cli/service/machine.ts: Bun.spawn'],
  'a certificate from an authority': [
    'cli/verbs/serve.ts: ../server/acme/acme.ts',
    'cli/verbs/serve.ts: ../server/acme/files.ts',
  ],
  'the socket of a service manager': ['cli/verbs/serve.ts: ../server/socket-activation.ts'],
  'compressed responses and files of pages': [
    'http/compression.ts: node:zlib',
    'http/pages/bundle/bundle.ts: node:zlib',
  ],
  'renditions of a video': ['media/ffmpeg.ts: Bun.spawn'],
  'cards at Stripe': ['payments-processor/stripe/processor.ts: stripe'],
  imports: [
    'resources/imports/operations.ts: ./families.ts',
    'resources/imports/operations.ts: ./file-reader.ts',
    'resources/imports/operations.ts: ./import-file.ts',
    'resources/imports/operations.ts: ./headings.ts',
    'resources/imports/operations.ts: ./preview/preview.ts',
    'resources/imports/operations.ts: ./check/check.ts',
  ],
};

/** What provokes what is loaded or started later. */
export const provokedBy: ReadonlyMap<string, string> = new Map(
  Object.entries(PROVOKED).flatMap(([name, loaded]) => loaded.map((each) => [each, name] as const)),
);
