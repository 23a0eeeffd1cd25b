import { BUSINESS_TIERS, UNLIMITED } from '../rate-limits/tiers.ts';
import { type Given, type Source, sought } from './sources.ts';
import {
  issuer,
  type Kind,
  keyOf,
  networks,
  oneOf,
  onOff,
  optional,
  origin,
  origins,
  path,
  schedule,
  service,
  text,
  texts,
  token,
  whole,
} from './types.ts';

/** One machine setting. Its flag, its name in the environment and its key in studiod.toml follow from its name. */
export interface Setting<T> {
  readonly kind: Kind<T>;
  readonly fallback: T;
  readonly help: string;
  /** Never printed. */
  readonly secret: boolean;
}

const setting = <T>(kind: Kind<T>, fallback: NoInfer<T>, help: string): Setting<T> => ({
  kind,
  fallback,
  help,
  secret: false,
});

const perMinute = whole(1, UNLIMITED);

/** Every machine setting; business settings live in the database (contract/appliance.md "Configuration"). */
export const settings = {
  port: setting(whole(0, 65_535, 'PORT'), 8420, 'TCP port to listen on; 0 takes a free one'),
  host: setting(text, '127.0.0.1', 'address to listen on; a public one wants TLS files or --behind-proxy'),
  data: setting(path, './studiod-data', 'the data directory'),
  backupDir: setting(optional(path), undefined, 'where backups go; default backups in the data directory'),
  backupSchedule: setting(schedule, '17 4 * * *', 'when serve makes a backup by itself, in UTC; off for never'),
  publicUrl: setting(optional(origin), undefined, 'the address by which others reach this server'),
  behindProxy: setting(onOff, false, 'a proxy in front ends TLS, so that a public address may be plain HTTP'),
  trustedProxies: setting(networks, [], 'proxies whose X-Forwarded-For is believed'),
  tlsCert: setting(optional(path), undefined, 'certificate chain (PEM); with --tls-key the server speaks HTTPS'),
  tlsKey: setting(optional(path), undefined, 'private key of the certificate (PEM)'),
  allowNetworkStorage: setting(onOff, false, 'accept a data directory on a network file system, at your own risk'),
  memberIssuer: setting(
    optional(issuer),
    undefined,
    'the OpenID Connect provider by whose ID tokens members sign in; wants --member-audience',
  ),
  memberAudience: setting(texts, [], 'what ID tokens must name in aud: the client ids of your apps'),
  memberCorsOrigins: setting(origins, [], 'origins whose pages may call the member API'),
  processor: setting(oneOf('sandbox', 'stripe'), 'sandbox', 'where cards are charged; sandbox takes no real money'),
  stripeSecretKey: {
    ...setting(optional(keyOf('sk_', 'rk_')), undefined, 'the secret key of the account, or of the platform'),
    secret: true,
  },
  stripePublishableKey: setting(
    optional(keyOf('pk_')),
    undefined,
    'the key for the devices of members, of the same mode',
  ),
  stripeAccount: setting(optional(keyOf('acct_')), undefined, 'the connected account of the business, on a platform'),
  stripeWebhookSecret: {
    ...setting(optional(keyOf('whsec_')), undefined, 'signs what comes in at /webhooks/processor'),
    secret: true,
  },
  stripeApiUrl: setting(optional(service), undefined, 'a stand-in for Stripe, for tests'),
  webhookAllowedNetworks: setting(
    networks,
    [],
    'private networks that webhooks may reach; for closed networks and tests',
  ),
  webhookCaFile: setting(optional(path), undefined, 'extra certificate authorities (PEM) for webhook receivers'),
  rateBasic: setting(perMinute, BUSINESS_TIERS.basic, 'requests a minute for API keys of tier basic'),
  ratePremium: setting(perMinute, BUSINESS_TIERS.premium, 'requests a minute for API keys of tier premium'),
  ratePro: setting(perMinute, BUSINESS_TIERS.pro, 'requests a minute for API keys of tier pro'),
  metricsToken: {
    ...setting(optional(token), undefined, 'opens /metrics to whoever sends this as a bearer token'),
    secret: true,
  },
  logFormat: setting(oneOf('auto', 'text', 'json'), 'auto', 'auto is text on a terminal and JSON otherwise'),
  logLevel: setting(oneOf('info', 'warn', 'error'), 'info', 'info logs each request; warn and error only trouble'),
} as const satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof settings;

/** The settings as the program uses them. */
export type Config = { readonly [Name in SettingName]: (typeof settings)[Name] extends Setting<infer T> ? T : never };

/** The settings, and for each where its value came from. */
export interface Configured {
  readonly config: Config;
  readonly sources: Readonly<Record<SettingName, Source>>;
}

export const settingNames = Object.keys(settings) as SettingName[];

/**
 * Settles every setting: flag, then STUDIOD_X, then STUDIOD_X_FILE, then studiod.toml, then its default.
 * @throws UsageError with one line for each thing that is wrong, unknown names included.
 */
export const configure = (given: Given): Configured => {
  const { values, sources } = sought(settings, given);
  return { config: values as Config, sources: sources as Record<SettingName, Source> };
};
