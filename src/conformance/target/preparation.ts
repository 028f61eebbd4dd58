import { removeTrailingSlashes } from '../../trailing-slashes.ts'
import { BadInput } from '../bad-input.ts'
import { ControlFailed } from '../http/failures.ts'
import { isObject } from '../http/fields.ts'
import { createRedactor, type Redactor } from '../http/redaction.ts'
import { findErrorCode } from '../http/spec-error.ts'
import type { ConformanceOptions } from '../options.ts'
import { describeAccessProblem } from './access.ts'
import { type CallOutcome, type ControlClient, openControlClient } from './control-client.ts'
import { discoverControl } from './discovery.ts'
import { isLoopback } from './hosts.ts'
import { claimWithinMs, type Inbox, openInbox } from './inbox.ts'
import { listBuiltInTexts, type Profile, readProfile } from './profile.ts'
import type { Target, TargetControl } from './target.ts'

/** A target that is ready to be tested. */
export interface Prepared {
  readonly target: Target
  readonly redactor: Redactor
  /** If the control protocol does not respond, why nothing can be tested; undefined if it responds or is not used. */
  readonly unreachable: string | undefined
  close(): Promise<void>
}

const defaultTimeoutMs = 30_000

/** How many cents a run may take from a live wallet by default. */
const maxChargedCents = 2_000
/**
 * The default limit for test-key purchases that are not yet proved free, in cents. With a lower limit, a run would wait
 * for minutes until earlier purchases are proved free.
 */
const maxUnprovenCents = 5_000

/**
 * Finds out what the target can do, and creates the parts that a run needs. With `probes` off, it sends at most one
 * call, which changes nothing. Throws BadInput for options that do not fit the target. `checkOptions` has checked the
 * options before.
 */
export async function openTarget(
  options: ConformanceOptions,
  preparation: PreparationOptions,
): Promise<Prepared> {
  const profile = readProfile(options.profile)
  const redactor = openRedactorFor(options, profile)
  const client = openControlFor(options, { redactor, onControl: preparation.onControl })
  const { control, unreachable } = await findControlProtocol(client, { options, redactor, preparation })
  const canSetWebhook = control?.works.has('webhook') === true
  const inbox =
    unreachable === undefined
      ? await openInboxFor(options, { canSetWebhook, signal: preparation.signal })
      : undefined
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
        hasUserLimit: options.maxSpendCents !== undefined,
        maxSpendCents:
          options.maxSpendCents ?? (options.allowSpend === true ? maxChargedCents : maxUnprovenCents),
      },
      inbox,
      inboxTrouble: preparation.probes ? await findInboxProblem(inbox, options) : undefined,
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

interface PreparationOptions {
  readonly signal: AbortSignal
  readonly probes: boolean
  /** Called before each call of the control protocol. Returns a function to call with the outcome. */
  onControl?(place: string): (sent: CallOutcome) => void
}

const baseUrlOf = ({ baseUrl }: ConformanceOptions): string => removeTrailingSlashes(baseUrl)

/** Creates a redactor that masks the keys and secrets in the options, and the people in the profile. */
function openRedactorFor(options: ConformanceOptions, profile: Profile): Redactor {
  const redactor = createRedactor(listBuiltInTexts())
  for (const { name, company, street1, street2, phone, email } of Object.values(profile.addresses)) {
    for (const text of [name, company, street1, street2, phone, email]) {
      if (typeof text === 'string') redactor.addPersonalText(text)
    }
  }
  const { key, liveKey, limitedKey, revokedKey, expiredKey, webhookSecret, controlToken } = options
  for (const secret of [key, liveKey, limitedKey, revokedKey, expiredKey, webhookSecret, controlToken]) {
    if (secret !== undefined) redactor.addSecret(secret)
  }
  for (const value of Object.values(options.headers ?? {})) redactor.addSecret(value)
  return redactor
}

/** Creates a client for the control protocol; undefined if the run does not use the protocol. */
function openControlFor(
  options: ConformanceOptions,
  {
    redactor,
    onControl,
  }: { readonly redactor: Redactor; readonly onControl: PreparationOptions['onControl'] },
): ControlClient | undefined {
  const where = options.control ?? 'auto'
  if (where === 'off') return undefined
  const url = where === 'auto' ? `${baseUrlOf(options)}/_drydock` : where
  const isBehindGateway = new URL(url).origin === new URL(options.baseUrl).origin
  return openControlClient({
    url,
    token: options.controlToken,
    ...(isBehindGateway && options.headers !== undefined && { headers: options.headers }),
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
    onSecret: redactor.addSecret,
    ...(onControl !== undefined && { onSend: onControl }),
  })
}

/** Finds out what the control protocol can do. Turns ControlFailed into a result; on other errors, closes the client and throws. */
async function findControlProtocol(
  client: ControlClient | undefined,
  by: {
    readonly options: ConformanceOptions
    readonly redactor: Redactor
    readonly preparation: PreparationOptions
  },
): Promise<{ readonly control?: TargetControl | undefined; readonly unreachable: string | undefined }> {
  if (client === undefined) return { unreachable: undefined }
  const { options, redactor, preparation } = by
  const where = options.control ?? 'auto'
  try {
    const control = await discoverControl(client, preparation)
    if (control !== undefined || preparation.signal.aborted) return { control, unreachable: undefined }
    const hiddenBecause = options.key === undefined ? await describeWhyControlIsHidden(client) : undefined
    const notFound =
      where === 'auto'
        ? undefined
        : `The response from ${where} is not from a control protocol.${suggestControlAddress(where)}`
    const trouble = hiddenBecause ?? notFound
    return { unreachable: trouble === undefined ? undefined : redactor.conceal(trouble) }
  } catch (error) {
    if (!(error instanceof ControlFailed)) {
      await client.close()
      throw error
    }
    return { unreachable: redactor.conceal(`No response from ${client.url}: ${error.message}`) }
  }
}

/** If a service in maintenance or a gateway hides the control protocol, describes it; otherwise undefined. */
async function describeWhyControlIsHidden(client: ControlClient): Promise<string | undefined> {
  const { status, json } = await client.ask('GET', '/')
  const error = isObject(json) ? json['error'] : undefined
  // The request had no key, so a 401 or a documented error code may come from the service itself.
  if (status === 401 || findErrorCode(isObject(error) ? error['code'] : undefined) !== undefined)
    return undefined
  return describeAccessProblem({ status })
}

/**
 * Resolves with the reason why webhook deliveries to the public URL would not arrive; undefined if they would, or if
 * the options name no public URL.
 */
async function findInboxProblem(
  inbox: Inbox | undefined,
  { webhookPublicUrl }: ConformanceOptions,
): Promise<string | undefined> {
  if (webhookPublicUrl === undefined || inbox === undefined || (await inbox.probe())) return undefined
  return `${webhookPublicUrl} does not lead to this process, as a test request showed`
}

/**
 * Opens the inbox for webhook deliveries if an option asks for it, or if the target is on this machine and its
 * webhook URL can be set. Throws BadInput.
 */
async function openInboxFor(
  options: ConformanceOptions,
  { canSetWebhook, signal }: { readonly canSetWebhook: boolean; readonly signal: AbortSignal },
): Promise<Inbox | undefined> {
  if (options.webhookListen !== undefined) {
    const [, host, port] = /^(.+):(\d+)$/.exec(options.webhookListen) ?? []
    if (host === undefined || port === undefined || Number(port) > 65_535) {
      throw new BadInput(
        `--webhook-listen must be HOST:PORT, such as 127.0.0.1:8080, not "${options.webhookListen}".`,
      )
    }
    const place = { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
    return openInbox({
      ...place,
      publicUrl: options.webhookPublicUrl,
      signal,
      claimWithinMs: Math.min(claimWithinMs, options.deliveryPatienceMs ?? claimWithinMs),
    }).catch((error: unknown) => {
      throw new BadInput(
        `Cannot listen at --webhook-listen ${options.webhookListen}: ${error instanceof Error ? error.message : error}`,
      )
    })
  }
  const { hostname } = new URL(options.baseUrl)
  return canSetWebhook && isLoopback(hostname) ? openInbox({ host: '127.0.0.1', port: 0, signal }) : undefined
}

/** If the address in `--control` lacks the path of a simulator's control protocol, returns a hint; otherwise an empty text. */
function suggestControlAddress(where: string): string {
  const base = removeTrailingSlashes(where).replace(/\/v1$/, '')
  return base.endsWith('/_drydock') ? '' : ` The control protocol of a simulator is at ${base}/_drydock.`
}
