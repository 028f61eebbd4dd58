import { BadInput } from '../bad-input.ts'
import type { ConformanceOptions } from '../options.ts'
import { ControlFailed } from '../wire/failures.ts'
import { openRedactor, type Redactor } from '../wire/redaction.ts'
import { openControlClient } from './control-client.ts'
import { discover } from './discovery.ts'
import { isLoopback } from './hosts.ts'
import { claimWithinMs, type Inbox, openInbox } from './inbox.ts'
import { builtInTexts, readProfile } from './profile.ts'
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

/**
 * Finds out what the target can do; with `probes` off, by one call at most, which changes nothing. Throws BadInput for
 * what cannot be used; what can be seen without sending anything is for `checkOptions`.
 */
export async function prepare(
  options: ConformanceOptions,
  {
    signal,
    probes,
    onControl,
  }: {
    readonly signal: AbortSignal
    readonly probes: boolean
    /** Hears of every call of the control protocol, and whether it got an answer. */
    onControl?(place: string): (sent: { readonly worked: boolean }) => void
  },
): Promise<Prepared> {
  const profile = readProfile(options.profile)
  const redactor = openRedactor(builtInTexts())
  for (const { name, company, street1, street2, phone, email } of Object.values(profile.addresses)) {
    for (const text of [name, company, street1, street2, phone, email]) {
      if (typeof text === 'string') redactor.learnPerson(text)
    }
  }
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
          onSecret: redactor.learn,
          ...(onControl !== undefined && { onSend: onControl }),
        })
  let control: TargetControl | undefined
  let unreachable: string | undefined
  try {
    control = client === undefined ? undefined : await discover(client, { probes, signal })
    if (control === undefined && where !== 'auto' && where !== 'off' && !signal.aborted) {
      unreachable = redactor.conceal(`What answers at ${where} is no control protocol.${controlHint(where)}`)
    }
  } catch (error) {
    if (!(error instanceof ControlFailed)) {
      await client?.close()
      throw error
    }
    unreachable = redactor.conceal(`No answer from ${client?.url}: ${error.message}`)
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
    return openInbox({
      ...place,
      publicUrl: options.webhookPublicUrl,
      signal,
      claimWithinMs: Math.min(claimWithinMs, options.deliveryPatienceMs ?? claimWithinMs),
    }).catch((error: unknown) => {
      throw new BadInput(
        `--webhook-listen ${options.webhookListen}: ${error instanceof Error ? error.message : error}`,
      )
    })
  }
  const { hostname } = new URL(options.baseUrl)
  return sets && isLoopback(hostname) ? openInbox({ host: '127.0.0.1', port: 0, signal }) : undefined
}

/** Where one would be, for an address that may be a simulator's without it. */
function controlHint(where: string): string {
  const base = where.replace(/\/v1\/*$|\/+$/, '')
  return base.endsWith('/_drydock') ? '' : ` A simulator has its own at ${base}/_drydock.`
}
