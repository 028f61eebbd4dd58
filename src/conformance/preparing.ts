import { BadInput } from './bad-input.ts'
import { openControlClient } from './control-client.ts'
import { discover } from './discovery.ts'
import { ControlFailed } from './failures.ts'
import { type Inbox, openInbox } from './inbox.ts'
import type { ConformanceOptions } from './options.ts'
import { builtInTexts, readProfile } from './profile.ts'
import { openRedactor, type Redactor } from './redaction.ts'
import type { Target, TargetControl } from './target.ts'

/** A target ready to be judged. */
export interface Prepared {
  readonly target: Target
  readonly redactor: Redactor
  /** Why nothing can be judged: nobody answers. */
  readonly unreachable: string | undefined
  close(): Promise<void>
}

const defaultTimeoutMs = 30_000

/** Looks at everything a user gave before anything is sent. Throws BadInput. */
export function checkOptions(options: ConformanceOptions): void {
  const base = readUrl(options.baseUrl, 'The base URL')
  const { key, liveKey, limitedKey, revokedKey, expiredKey } = options
  if (key?.startsWith('pr_live_')) {
    throw new BadInput(
      '--key is a live key. Give a test key (pr_test_…) there, and the live one, if at all, as --live-key.',
    )
  }
  if (liveKey?.startsWith('pr_test_'))
    throw new BadInput('--live-key is a test key: it begins with pr_test_.')
  for (const [name, each] of Object.entries({ limitedKey, revokedKey, expiredKey })) {
    if (each?.startsWith('pr_live_')) {
      throw new BadInput(`--${name.replace('Key', '-key')} is a live key. Rules with it need a test key.`)
    }
  }
  const sendsKeys = [key, liveKey, limitedKey, revokedKey, expiredKey].some((each) => each !== undefined)
  if (sendsKeys && base.protocol === 'http:' && options.allowHttp !== true && !isNear(base.hostname)) {
    throw new BadInput(
      `${options.baseUrl} would carry your keys unencrypted over the network. Use https, or --allow-http if that is meant.`,
    )
  }
  if (options.webhookPublicUrl !== undefined) {
    readUrl(options.webhookPublicUrl, '--webhook-public-url')
    if (options.webhookListen === undefined)
      throw new BadInput('--webhook-public-url also needs --webhook-listen HOST:PORT.')
  }
}

/**
 * Finds out what the target can do; with `probes` off, by one call at most, which changes nothing. Throws BadInput for
 * what cannot be used; see also `checkOptions`.
 */
export async function prepare(
  options: ConformanceOptions,
  { signal, probes }: { readonly signal: AbortSignal; readonly probes: boolean },
): Promise<Prepared> {
  const profile = readProfile(options.profile)
  const redactor = openRedactor(builtInTexts())
  const { key, liveKey, limitedKey, revokedKey, expiredKey, webhookSecret, controlToken } = options
  for (const secret of [key, liveKey, limitedKey, revokedKey, expiredKey, webhookSecret, controlToken]) {
    if (secret !== undefined) redactor.learn(secret)
  }
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const where = options.control ?? 'auto'
  const client =
    where === 'off'
      ? undefined
      : openControlClient({
          url: where === 'auto' ? `${baseUrl}/_drydock` : where,
          token: controlToken,
          timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
        })
  let control: TargetControl | undefined
  let unreachable: string | undefined
  try {
    control = client === undefined ? undefined : await discover(client, { probes })
    if (control === undefined && where !== 'auto' && where !== 'off') {
      unreachable = `What answers at ${where} is no control protocol.`
    }
  } catch (error) {
    if (!(error instanceof ControlFailed)) {
      await client?.close()
      throw error
    }
    unreachable = `No answer from ${client?.url}: ${error.message}`
  }
  const sets = control?.works.has('webhook') === true
  const inbox = unreachable === undefined ? await openInboxFor(options, { sets, signal }) : undefined
  const reaches =
    !probes || options.webhookPublicUrl === undefined || inbox === undefined || (await inbox.probe())
  return {
    target: {
      baseUrl,
      keys: { test: key, live: liveKey, limited: limitedKey, revoked: revokedKey, expired: expiredKey },
      control,
      profile,
      permissions: {
        spend: options.allowSpend ?? false,
        load: options.allowLoad ?? false,
        waitMs: options.allowWaitMs ?? 0,
        maxSpendCents: options.maxSpendCents ?? 2_000,
      },
      inbox,
      inboxTrouble: reaches
        ? undefined
        : `${options.webhookPublicUrl} does not lead here, as a request of our own showed`,
      webhookSecret,
    },
    redactor,
    unreachable,
    close: async () => {
      await inbox?.close()
      await client?.close()
    },
  }
}

/** Opened where it was asked for, and where the target can be told of it and is on this machine. */
async function openInboxFor(
  options: ConformanceOptions,
  { sets, signal }: { readonly sets: boolean; readonly signal: AbortSignal },
): Promise<Inbox | undefined> {
  if (options.webhookListen !== undefined) {
    const [, host, port] = /^(.+):(\d+)$/.exec(options.webhookListen) ?? []
    if (host === undefined || port === undefined || Number(port) > 65_535) {
      throw new BadInput(`--webhook-listen must be HOST:PORT, not "${options.webhookListen}".`)
    }
    const place = { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
    return openInbox({ ...place, publicUrl: options.webhookPublicUrl, signal }).catch((error: unknown) => {
      throw new BadInput(
        `--webhook-listen ${options.webhookListen}: ${error instanceof Error ? error.message : error}`,
      )
    })
  }
  const { hostname } = new URL(options.baseUrl)
  return sets && isLoopback(hostname) ? openInbox({ host: '127.0.0.1', port: 0, signal }) : undefined
}

function readUrl(text: string, what: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new BadInput(`${what} must be an http or https URL, not "${text}".`)
  }
  if (url.username !== '' || url.password !== '')
    throw new BadInput(`${what} must not hold a name or password.`)
  return url
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^127\.|^\[::1\]$/.test(hostname)
}

/** This machine, a private network, or a name without dots, such as a container's. */
function isNear(hostname: string): boolean {
  return (
    isLoopback(hostname) ||
    /^10\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\.|^169\.254\./.test(hostname) ||
    /^\[f[cd]/.test(hostname) ||
    !hostname.includes('.')
  )
}
