import { BadInput } from '../bad-input.ts'
import type { ConformanceOptions } from '../options.ts'
import { ControlFailed } from '../wire/failures.ts'
import { openRedactor, type Redactor } from '../wire/redaction.ts'
import { type ControlClient, type HeardOfCall, openControlClient } from './control-client.ts'
import { discover } from './discovery.ts'
import { isLoopback } from './hosts.ts'
import { claimWithinMs, type Inbox, openInbox } from './inbox.ts'
import { builtInTexts, type Profile, readProfile } from './profile.ts'
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

/** What a live wallet may be charged where nobody said how much. */
const mostChargedCents = 2_000
/** What test keys may have bought that is not yet shown to be free: with less at stake a run waits for minutes. */
const mostAtStakeCents = 5_000

/**
 * Finds out what the target can do; with `probes` off, by one call at most, which changes nothing. Throws BadInput for
 * what cannot be used; what can be seen without sending anything is for `checkOptions`.
 */
export async function prepare(options: ConformanceOptions, looking: Looking): Promise<Prepared> {
  const profile = readProfile(options.profile)
  const redactor = openRedactorFor(options, profile)
  const client = openControlFor(options, { redactor, onControl: looking.onControl })
  const { control, unreachable } = await findControl(client, { options, redactor, looking })
  const sets = control?.works.has('webhook') === true
  const inbox =
    unreachable === undefined ? await openInboxFor(options, { sets, signal: looking.signal }) : undefined
  const { key, liveKey, limitedKey, revokedKey, expiredKey, webhookSecret } = options
  return {
    target: {
      baseUrl: baseUrlOf(options),
      keys: { test: key, live: liveKey, limited: limitedKey, revoked: revokedKey, expired: expiredKey },
      control,
      profile,
      permissions: {
        spend: options.allowSpend ?? false,
        load: options.allowLoad ?? false,
        trust: options.trustSandbox ?? false,
        waitMs: options.allowWaitMs ?? 0,
        maxSpendCents:
          options.maxSpendCents ?? (options.allowSpend === true ? mostChargedCents : mostAtStakeCents),
      },
      inbox,
      inboxTrouble: looking.probes ? await inboxTroubleOf(inbox, options) : undefined,
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

interface Looking {
  readonly signal: AbortSignal
  readonly probes: boolean
  /** Hears of every call of the control protocol, and whether it got an answer. */
  onControl?(place: string): (sent: HeardOfCall) => void
}

const baseUrlOf = ({ baseUrl }: ConformanceOptions): string => baseUrl.replace(/\/+$/, '')

/** Knows all keys and secrets that were given, and the people of the profile. */
function openRedactorFor(options: ConformanceOptions, profile: Profile): Redactor {
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
  return redactor
}

/** Undefined where the control protocol is not to be used. */
function openControlFor(
  options: ConformanceOptions,
  { redactor, onControl }: { readonly redactor: Redactor; readonly onControl: Looking['onControl'] },
): ControlClient | undefined {
  const where = options.control ?? 'auto'
  if (where === 'off') return undefined
  return openControlClient({
    url: where === 'auto' ? `${baseUrlOf(options)}/_drydock` : where,
    token: options.controlToken,
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
    onSecret: redactor.learn,
    ...(onControl !== undefined && { onSend: onControl }),
  })
}

/** Closes the client where it throws. */
async function findControl(
  client: ControlClient | undefined,
  by: { readonly options: ConformanceOptions; readonly redactor: Redactor; readonly looking: Looking },
): Promise<{ readonly control?: TargetControl | undefined; readonly unreachable: string | undefined }> {
  if (client === undefined) return { unreachable: undefined }
  const { options, redactor, looking } = by
  const where = options.control ?? 'auto'
  try {
    const control = await discover(client, looking)
    const isMissing = control === undefined && where !== 'auto' && !looking.signal.aborted
    const trouble = `What answers at ${where} is no control protocol.${controlHint(where)}`
    return { control, unreachable: isMissing ? redactor.conceal(trouble) : undefined }
  } catch (error) {
    if (!(error instanceof ControlFailed)) {
      await client.close()
      throw error
    }
    return { unreachable: redactor.conceal(`No answer from ${client.url}: ${error.message}`) }
  }
}

/** Why deliveries to the public address would not arrive; undefined where they do, or nothing is known of it. */
async function inboxTroubleOf(
  inbox: Inbox | undefined,
  { webhookPublicUrl }: ConformanceOptions,
): Promise<string | undefined> {
  if (webhookPublicUrl === undefined || inbox === undefined || (await inbox.probe())) return undefined
  return `${webhookPublicUrl} does not lead here, as a request of our own showed`
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
