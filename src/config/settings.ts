import { keysOf } from '../kernel/objects.ts';
import { MACHINE_ZONES } from '../kernel/zones/time-zones.ts';
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
  host: setting(text, '127.0.0.1', 'Address to listen on; a public one needs TLS files or --behind-proxy'),
  data: setting(path, './studiod-data', 'Data directory'),
  backupDir: setting(optional(path), undefined, 'Backup directory; default backups in the data directory'),
  backupSchedule: setting(schedule, '17 4 * * *', 'When serve makes backups, as a cron pattern in UTC; off for never'),
  backupMedia: setting(toggle, false, 'Include media files in the backups of serve, as --with-media does'),
  backupTargets: setting(
    targets,
    [],
    'Where else serve copies backups: directories and s3://bucket/prefix, separated by commas',
  ),
  backupKey: secret(passphrase, 'Key that encrypts and decrypts the copies at the targets; keep it apart from them'),
  backupS3Endpoint: setting(optional(storage), undefined, 'Address of the S3 storage; default Amazon'),
  backupS3Region: setting(optional(text), undefined, 'Region of the S3 storage'),
  backupS3AccessKeyId: setting(optional(text), undefined, 'Access key ID for the S3 storage'),
  backupS3SecretAccessKey: secret(text, 'Secret access key for the S3 storage'),
  mediaDir: setting(optional(path), undefined, 'Directory of uploaded media; default media in the data directory'),
  mediaMaxBytes: setting(whole(1, MAX_MEDIA_BYTES, 'BYTES'), 8_589_934_592, 'Largest media file that can be uploaded'),
  zoneinfo: setting(
    path,
    MACHINE_ZONES,
    'Directory with the time zone rules of this machine; the newer of these and the built-in ones are used',
  ),
  ffmpeg: setting(
    optional(program),
    undefined,
    'ffmpeg program, which creates posters and HLS renditions of videos; default ffmpeg on PATH; off for none',
  ),
  publicUrl: setting(optional(origin), undefined, 'Address at which others reach this server'),
  behindProxy: setting(toggle, false, 'A proxy in front terminates TLS, so a public address can use plain HTTP'),
  trustedProxies: setting(networks, [], 'Proxies whose X-Forwarded-For is trusted'),
  tlsCert: setting(optional(path), undefined, 'Certificate chain (PEM); with --tls-key, the server uses HTTPS'),
  tlsKey: setting(optional(path), undefined, 'Private key of the certificate (PEM)'),
  acmeDomain: setting(
    hostNames,
    [],
    'Host names of this server, to obtain and renew a certificate automatically (ACME); needs --acme-agree-terms',
  ),
  acmeAgreeTerms: setting(toggle, false, 'Agree to the terms of service of the certificate authority'),
  acmeEmail: setting(optional(email), undefined, 'Email address at which the certificate authority reaches you'),
  acmeDirectory: setting(
    directoryUrl,
    'https://acme-v02.api.letsencrypt.org/directory',
    'ACME directory of the certificate authority',
  ),
  acmeCaFile: setting(optional(path), undefined, 'Additional certificate authorities (PEM) for the ACME directory'),
  acmeHttpPort: setting(
    whole(1, 65_535, 'PORT'),
    80,
    'TCP port for plain HTTP requests of the certificate authority; everything else is redirected to HTTPS',
  ),
  allowNetworkStorage: setting(toggle, false, 'Accept a data directory on a network file system, at your own risk'),
  memberSignIn: setting(
    optional(oneOf('code', 'off')),
    undefined,
    'How members sign in: code, by email (default with --smtp-url), or off',
  ),
  memberIssuer: setting(
    optional(issuer),
    undefined,
    'OpenID Connect provider with which members sign in; needs --member-audience',
  ),
  memberAudience: setting(texts, [], 'Accepted values of aud in ID tokens: the client IDs of your apps'),
  memberTokenMaxHours: setting(
    whole(1, 8_784, 'HOURS'),
    24,
    'Longest validity of an ID token, from iat to exp; longer ones are refused',
  ),
  memberCorsOrigins: setting(origins, [], 'Origins of web pages that can call the member API'),
  processor: setting(
    optional(oneOf(...PROCESSOR_NAMES)),
    undefined,
    'Card processor; default the one set up in the console, or sandbox, which takes no real money',
  ),
  stripeSecretKey: secret(keyWithPrefix('sk_', 'rk_'), 'Secret key of the account or platform'),
  stripePublishableKey: setting(
    optional(keyWithPrefix('pk_')),
    undefined,
    'Publishable key, of the same mode as the secret key',
  ),
  stripeAccount: setting(
    optional(keyWithPrefix('acct_')),
    undefined,
    'On a platform, the connected account of the business',
  ),
  stripeWebhookSecret: secret(keyWithPrefix('whsec_'), 'Secret that signs messages to /webhooks/processor'),
  stripeApiUrl: setting(optional(service), undefined, 'Another address for the Stripe API, for tests'),
  webhookAllowedNetworks: setting(networks, [], 'Private networks to which webhooks can be sent'),
  webhookCaFile: setting(optional(path), undefined, 'Additional certificate authorities (PEM) for webhook endpoints'),
  rateBasic: setting(perMinute, BUSINESS_TIERS.basic, 'Requests per minute for API keys of tier basic'),
  ratePremium: setting(perMinute, BUSINESS_TIERS.premium, 'Requests per minute for API keys of tier premium'),
  ratePro: setting(perMinute, BUSINESS_TIERS.pro, 'Requests per minute for API keys of tier pro'),
  smtpUrl: secret(smtpUrl, 'Mail server; without it, no emails are sent; needs --mail-from'),
  mailFrom: setting(optional(email), undefined, 'Address emails are sent from'),
  smtpCaFile: setting(optional(path), undefined, 'Additional certificate authorities (PEM) for the mail server'),
  metricsToken: secret(token, 'Bearer token for /metrics, which is off without one'),
  logFormat: setting(
    oneOf('auto', 'text', 'json'),
    'auto',
    'Log format; auto is text on a terminal and JSON otherwise',
  ),
  logAddresses: setting(
    oneOf('on', 'off', 'truncated'),
    'on',
    'Whether log lines include the address of the caller; truncated keeps /24 of IPv4 and /48 of IPv6',
  ),
  logLevel: setting(oneOf('info', 'warn', 'error'), 'info', 'Log level; info includes every request'),
} as const satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof settings;

export type Config = { readonly [Name in SettingName]: (typeof settings)[Name] extends Setting<infer T> ? T : never };

/** The settings file, and whether secrets are in it. */
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
