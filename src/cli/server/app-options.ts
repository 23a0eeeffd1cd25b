import type { MemberIssuer } from '../../auth/members/issuer.ts';
import { remoteIssuer } from '../../auth/members/remote-issuer.ts';
import type { Config } from '../../config/settings.ts';
import { BoundedMap } from '../../kernel/bounded-map.ts';
import type { Clock } from '../../kernel/clock.ts';
import { parseScopedAddress, truncated } from '../../kernel/ip-address.ts';
import { createFfmpeg, type Ffmpeg } from '../../media/ffmpeg.ts';
import { release } from '../release.ts';
import { exit, VerbError } from '../verb.ts';
import type { Log } from './log.ts';
import { readPemFile } from './pem-file.ts';

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** Row: one client, as src/rate-limits/client-address.ts says; 10 lines. Addresses whose network is kept. */
const MAX_SHOWN = 1_000;

/** How the log shows an address; undefined where it shows none. */
const addressDisplay = ({ logAddresses }: Config): ((address: string) => string) | undefined => {
  if (logAddresses === 'off') return undefined;
  if (logAddresses === 'on') return (text) => text;
  const shown = new BoundedMap<string>(MAX_SHOWN);
  return (text) => {
    let network = shown.get(text);
    if (network === undefined) {
      const address = parseScopedAddress(text);
      network = address === undefined ? text : truncated(address);
      shown.set(text, network);
    }
    return network;
  };
};

/** The program that makes renditions; undefined where there is none. @throws VerbError when the configured one is missing. */
const ffmpegOf = ({ ffmpeg }: Config): Ffmpeg | undefined => {
  if (ffmpeg === 'off') return undefined;
  const found = Bun.which(ffmpeg ?? 'ffmpeg');
  if (found !== null) return createFfmpeg(found);
  if (ffmpeg === undefined) return undefined;
  throw new VerbError(`--ffmpeg: program '${ffmpeg}' was not found. Install ffmpeg, or set --ffmpeg off.`, exit.usage);
};

/** The options of an application that follow from the settings, for `serve` and `sandbox`. */
export const appOptions = (config: Config, log: Log) => ({
  release,
  mode: 'serve' as const,
  tiers: { basic: config.rateBasic, premium: config.ratePremium, pro: config.ratePro },
  trustedProxies: config.trustedProxies,
  onForwardedIgnored: (peer: string) =>
    log.warn('X-Forwarded-For is ignored: its sender is not in --trusted-proxies', {
      peer: addressDisplay(config)?.(peer),
    }),
  memberCorsOrigins: config.memberCorsOrigins,
  memberSignIn: config.memberSignIn !== 'off',
  mediaMaxBytes: config.mediaMaxBytes,
  ffmpeg: ffmpegOf(config),
  metricsToken: config.metricsToken,
  onDiskChange: (isFull: boolean, free: number) => {
    const facts = { freeBytes: free };
    if (isFull) log.error('the database disk is full: writes are refused until space is freed', facts);
    else log.info('the database disk has space again', facts);
  },
  reportError: (error: unknown, where: string) => log.error(describe(error), { where }),
  showAddress: addressDisplay(config),
  ...(log.request === undefined ? {} : { accessLog: log.request }),
});

/** The configured provider of ID tokens, if any. @throws VerbError when only half of it is configured. */
export const memberIssuers = (config: Config, clock: Clock, log: Log): MemberIssuer[] => {
  const { memberIssuer: issuer, memberAudience: audiences, memberTokenMaxHours: maxTokenHours } = config;
  if ((issuer === undefined) !== (audiences.length === 0)) {
    throw new VerbError(
      '--member-issuer and --member-audience must be set together. Set both, or neither.',
      exit.usage,
    );
  }
  if (issuer === undefined) return [];
  const report = (message: string, error: unknown) => log.warn(`${message}: ${describe(error)}`);
  return [remoteIssuer({ issuer, audiences, maxTokenHours, clock, report })];
};

/** The network options of webhooks. @throws VerbError when the file of certificate authorities cannot be read. */
export const webhookNetwork = ({ webhookAllowedNetworks, webhookCaFile }: Config) => ({
  allowedNetworks: webhookAllowedNetworks,
  ...(webhookCaFile === undefined ? {} : { extraCa: [readPemFile('--webhook-ca-file', webhookCaFile)] }),
});
