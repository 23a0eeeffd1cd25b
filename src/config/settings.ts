import { keysOf } from '../kernel/objects.ts';
import { MACHINE_ZONES } from '../kernel/zones/clocks.ts';
import { PROCESSOR_NAMES } from '../payments-processor/port.ts';
import { BUSINESS_TIERS, UNLIMITED } from '../rate-limits/tiers.ts';
import { type Inputs, resolveSettings, type SettingSource } from './sources.ts';
import {
  directoryUrl,
  email,
  hostNames,
  issuer,
  keyWithPrefix,
  networks,
  oneOf,
  optional,
  origin,
  origins,
  passphrase,
  path,
  program,
  type SettingType,
  schedule,
  service,
  smtpUrl,
  storage,
  targets,
  text,
  texts,
  toggle,
  token,
  whole,
} from './types.ts';

/** One machine setting. Its flag, its environment variable and its key in studiod.toml follow from its name. */
export interface Setting<T> {
  readonly type: SettingType<T>;
  readonly default: T;
  readonly help: string;
  /** Never printed. */
  readonly isSecret: boolean;
}

const setting = <T>(type: SettingType<T>, initial: NoInfer<T>, help: string): Setting<T> => ({
  type,
  default: initial,
  help,
  isSecret: false,
});

const secret = <T>(type: SettingType<T>, help: string): Setting<T | undefined> => ({
  type: optional(type),
  default: undefined,
  help,
  isSecret: true,
});

/** 16 TiB: the largest file of ext4. */
const MAX_MEDIA_BYTES = 17_592_186_044_416;

const perMinute = whole(1, UNLIMITED);

/** Every machine setting; business settings are in the database (contract/appliance.md "Configuration"). */
export const settings = {
  port: setting(whole(0, 65_535, 'PORT'), 8420, 'TCP port to listen on; 0 for a free one'),
  host: setting(text, '127.0.0.1', 'address to listen on; a public one needs TLS files or --behind-proxy'),
  data: setting(path, './studiod-data', 'the data directory'),
  backupDir: setting(optional(path), undefined, 'the directory for backups; default backups in the data directory'),
  backupSchedule: setting(schedule, '17 4 * * *', 'when serve makes backups, as a cron pattern in UTC; off for never'),
  backupMedia: setting(toggle, false, 'the backups of serve have the files of media too, as with --with-media'),
  backupTargets: setting(
    targets,
    [],
    'where else the backups of serve are copied: directories, and s3://bucket/prefix, separated by commas',
  ),
  backupKey: secret(passphrase, 'encrypts the copies at the targets, and opens them; keep it apart from them'),
  backupS3Endpoint: setting(optional(storage), undefined, 'the address of the S3 storage; default Amazon'),
  backupS3Region: setting(optional(text), undefined, 'the region of the S3 storage'),
  backupS3AccessKeyId: setting(optional(text), undefined, 'the id of the key for the S3 storage'),
  backupS3SecretAccessKey: secret(text, 'the secret of the key for the S3 storage'),
  mediaDir: setting(optional(path), undefined, 'where uploaded media are kept; default media in the data directory'),
  mediaMaxBytes: setting(
    whole(1, MAX_MEDIA_BYTES, 'BYTES'),
    8_589_934_592,
    'the largest media file that may be uploaded',
  ),
  zoneinfo: setting(
    path,
    MACHINE_ZONES,
    'the directory with the rules of time zones of this machine; the newer of these and those of the program count',
  ),
  ffmpeg: setting(
    optional(program),
    undefined,
    'the program ffmpeg, which makes posters and HLS renditions of videos; default the ffmpeg on PATH; off to use none',
  ),
  publicUrl: setting(optional(origin), undefined, 'the address at which others reach this server'),
  behindProxy: setting(toggle, false, 'a proxy in front terminates TLS, so that a public address may use plain HTTP'),
  trustedProxies: setting(networks, [], 'proxies whose X-Forwarded-For is trusted'),
  tlsCert: setting(optional(path), undefined, 'certificate chain (PEM); with --tls-key the server uses HTTPS'),
  tlsKey: setting(optional(path), undefined, 'private key of the certificate (PEM)'),
  acmeDomain: setting(
    hostNames,
    [],
    'the host names of this server, for which it obtains and renews a certificate by itself (ACME); needs --acme-agree-terms',
  ),
  acmeAgreeTerms: setting(toggle, false, 'you agree to the terms of service of the certificate authority'),
  acmeEmail: setting(optional(email), undefined, 'where the certificate authority reaches you'),
  acmeDirectory: setting(
    directoryUrl,
    'https://acme-v02.api.letsencrypt.org/directory',
    'the ACME directory of the certificate authority',
  ),
  acmeCaFile: setting(optional(path), undefined, 'additional certificate authorities (PEM) for the ACME directory'),
  acmeHttpPort: setting(
    whole(1, 65_535, 'PORT'),
    80,
    'TCP port for plain HTTP, where the certificate authority asks; everything else is redirected to HTTPS',
  ),
  allowNetworkStorage: setting(toggle, false, 'accepts a data directory on a network file system, at your own risk'),
  memberSignIn: setting(
    optional(oneOf('code', 'off')),
    undefined,
    'how members sign in here: code, by mail, which is the default with --smtp-url, or off',
  ),
  memberIssuer: setting(
    optional(issuer),
    undefined,
    'the OpenID Connect provider with which members sign in; needs --member-audience',
  ),
  memberAudience: setting(texts, [], 'accepted values of aud in ID tokens: the client ids of your apps'),
  memberTokenMaxHours: setting(
    whole(1, 8_784, 'HOURS'),
    24,
    'the longest time, from iat to exp, for which an ID token may be valid; longer ones are refused',
  ),
  memberCorsOrigins: setting(origins, [], 'origins of web pages that may call the member API'),
  processor: setting(oneOf(...PROCESSOR_NAMES), 'sandbox', 'charges the cards; sandbox takes no real money'),
  stripeSecretKey: secret(keyWithPrefix('sk_', 'rk_'), 'the secret key of the account, or of the platform'),
  stripePublishableKey: setting(
    optional(keyWithPrefix('pk_')),
    undefined,
    'the publishable key, of the same mode as the secret key',
  ),
  stripeAccount: setting(
    optional(keyWithPrefix('acct_')),
    undefined,
    'on a platform, the connected account of the business',
  ),
  stripeWebhookSecret: secret(keyWithPrefix('whsec_'), 'the secret that signs messages to /webhooks/processor'),
  stripeApiUrl: setting(optional(service), undefined, 'another address for the Stripe API, for tests'),
  webhookAllowedNetworks: setting(networks, [], 'private networks to which webhooks may be sent'),
  webhookCaFile: setting(optional(path), undefined, 'additional certificate authorities (PEM) for webhook receivers'),
  rateBasic: setting(perMinute, BUSINESS_TIERS.basic, 'requests per minute for API keys of tier basic'),
  ratePremium: setting(perMinute, BUSINESS_TIERS.premium, 'requests per minute for API keys of tier premium'),
  ratePro: setting(perMinute, BUSINESS_TIERS.pro, 'requests per minute for API keys of tier pro'),
  smtpUrl: secret(smtpUrl, 'the mail server; without it no mail is sent; needs --mail-from'),
  mailFrom: setting(optional(email), undefined, 'the address from which mails are sent'),
  smtpCaFile: setting(optional(path), undefined, 'additional certificate authorities (PEM) for the mail server'),
  metricsToken: secret(token, 'the bearer token for /metrics, which is off without one'),
  logFormat: setting(oneOf('auto', 'text', 'json'), 'auto', 'auto is text on a terminal and JSON otherwise'),
  logAddresses: setting(
    oneOf('on', 'off', 'truncated'),
    'on',
    'whether log lines have the address of the caller; truncated keeps /24 of IPv4 and /48 of IPv6',
  ),
  logLevel: setting(oneOf('info', 'warn', 'error'), 'info', 'info includes every request'),
} as const satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof settings;

export type Config = { readonly [Name in SettingName]: (typeof settings)[Name] extends Setting<infer T> ? T : never };

/** The settings file, and whether secrets stand in it. */
interface SettingsFile {
  readonly path: string;
  readonly hasSecrets: boolean;
}

export interface Configured {
  readonly config: Config;
  readonly sources: Readonly<Record<SettingName, SettingSource>>;
  /** Variables that Kubernetes or a docker link has written, which set nothing. */
  readonly ignored: readonly string[];
  /** Undefined where there is none. */
  readonly file: SettingsFile | undefined;
}

export const settingNames = keysOf(settings);

/**
 * Resolves every setting: flag, then STUDIOD_X, then STUDIOD_X_FILE, then studiod.toml, then the default. What a service
 * gives its server counts after the flags and the environment of this process.
 * @throws UsageError with one line for each error, unknown names included.
 */
export const configure = (inputs: Inputs): Configured => {
  const { values, sources, ignored, path } = resolveSettings(settings, inputs);
  const hasSecrets = settingNames.some((name) => sources[name] === 'file' && settings[name].isSecret);
  const file = path === undefined ? undefined : { path, hasSecrets };
  return { config: values as Config, sources: sources as Record<SettingName, SettingSource>, ignored, file };
};
