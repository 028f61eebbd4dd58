import { randomBytes } from 'node:crypto'
import { firstKeys, signingSecretOf } from '../simulator/accounts/accounts.ts'
import type { Context } from '../simulator/accounts/context.ts'
import { startScenario } from '../simulator/scenarios/running.ts'
import type { Scenario } from '../simulator/scenarios/scenario.ts'
import { Simulator } from '../simulator/simulator.ts'
import { fail } from '../simulator/specification/errors.ts'
import { changeClock } from '../simulator/time/clock-moves.ts'
import type { InitialClock } from '../simulator/time/initial-clock.ts'
import { toTimestamp } from '../simulator/time/timestamp.ts'
import type { WebhookAttempt } from '../simulator/webhooks/outbox.ts'
import { validateWebhookUrl } from '../simulator/webhooks/webhook-url.ts'
import { createApp, createOptionsApp } from './app.ts'
import { printDefect, tellDefects } from './defects.ts'
import { ForeignRequests } from './foreign-requests.ts'
import { allowedName } from './host-guard.ts'
import { type Listening, listen } from './listen.ts'
import { safeObserver } from './observer.ts'
import { openJournal, watchJournal } from './open-journal.ts'
import { Pauses } from './pause.ts'
import { type Conceal, concealing } from './redact.ts'
import type { ServedExchange } from './served-exchange.ts'
import { createWebhookTransport } from './webhook-transport.ts'

export type { ServedExchange }

/** The options of `drydock serve`, and of the library. */
export interface DrydockServerOptions {
  /** 0: any free port. */
  readonly port?: number | undefined
  readonly host?: string | undefined
  /** Keep everything in this file; without it, memory only. */
  readonly data?: string | undefined
  /** What ids, numbers and keys are derived from; random where left out. */
  readonly seed?: string | undefined
  /** How the default account's time runs; `nowMs` is where it begins, which a stored account has done. */
  readonly clock?: (Omit<InitialClock, 'nowMs'> & Partial<InitialClock>) | undefined
  /** A built-in scenario or a file, set going on the default account. */
  readonly scenario?: string | undefined
  readonly rateLimits?: boolean | undefined
  readonly magic?: boolean | undefined
  readonly control?: boolean | undefined
  readonly controlToken?: string | undefined
  readonly allowedHosts?: readonly string[] | undefined
  /** Where clients reach the simulator, where that is not the address bound. */
  readonly publicUrl?: string | undefined
  readonly webhookUrl?: string | undefined
  readonly onExchange?: ((exchange: ServedExchange) => void) | undefined
  /** Things a person should know: an unfinished last write dropped, a failed write. */
  readonly onNotice?: ((text: string) => void) | undefined
}

export interface Credentials {
  readonly keys: { readonly test: string | null; readonly live: string | null }
  /** What its events are signed with, or will be once it has a webhook. */
  readonly signingSecret: string
}

/** A simulator that accepts requests. */
export interface DrydockServer {
  readonly url: string
  readonly seed: string
  /** What survives what, in words. */
  readonly durability: string
  /** How the default account is used as it stands: a snapshot may have brought other keys and another secret. */
  credentials(): Credentials
  close(): Promise<void>
}

export const defaultPort = 4010
export const defaultHost = '127.0.0.1'
const closeGraceMs = 3_000

/** Starts a simulator; resolves once it accepts requests. */
export async function startDrydockServer(options: DrydockServerOptions = {}): Promise<DrydockServer> {
  const { host = defaultHost, port = defaultPort } = options
  const conceal = concealing({
    isSecretPart: (digits) => simulator.isSecretPart(digits),
    texts: options.controlToken === undefined ? [] : [options.controlToken],
  })
  const { onNotice, onExchange, notice } = observersOf(options, conceal)
  checkOptions(options)
  const scenario = options.scenario === undefined ? undefined : await readScenarioFile(options.scenario)
  const transport = createWebhookTransport()
  let halting = false
  const tellDefect = tellDefects(notice, conceal)
  let baseUrl = options.publicUrl?.replace(/\/+$/, '') ?? ''
  const simulator = new Simulator({
    baseUrl: () => baseUrl,
    send: async (attempt: WebhookAttempt) => {
      const outcome = await transport.send(attempt)
      return halting && outcome.responseCode === null ? null : outcome
    },
    onNotice,
    onDefect: (error) => tellDefect(error, 'Something due, which will be tried again,'),
    seed: options.seed ?? randomBytes(8).toString('hex'),
    ...(options.magic !== undefined && { magic: options.magic }),
    ...(options.rateLimits !== undefined && { rateLimits: options.rateLimits }),
    ...(options.clock !== undefined && { clock: { nowMs: null, ...options.clock } }),
    setUp: (account) => setUp(account, { webhookUrl: options.webhookUrl, scenario }),
  })
  const pauses = new Pauses()
  const isControlled = options.control ?? true
  const foreign = new ForeignRequests()
  const server = { simulator, onExchange, tellDefect, conceal, pauses, isControlled, foreign }
  const guarded = {
    host,
    publicUrl: options.publicUrl,
    allowedHosts: options.allowedHosts ?? [],
    controlToken: options.controlToken,
  }
  const answering = { fetch: createApp(server, guarded), serverWide: createOptionsApp(server, guarded) }
  const journal =
    options.data === undefined
      ? null
      : await openJournal(options.data, simulator, { seed: options.seed, onNotice })
  let listening: Listening | undefined
  try {
    listening = await listen(server, answering, { host, port })
    const { close } = listening
    const url = urlOf(host, listening.port)
    if (baseUrl === '') baseUrl = url
    const isStored = journal !== null && journal.recovered.records > 0
    simulator.begin(journal)
    if (options.clock !== undefined && isStored)
      await resetPace(simulator.defaultAccount, options.clock, onNotice)
    await simulator.commit()
    if (journal !== null && options.data !== undefined) watchJournal(options.data, journal, onNotice)
    return {
      url,
      seed: simulator.seed,
      durability: durabilityOf(options.data),
      credentials: () => credentialsOf(simulator.defaultAccount),
      close: async () => {
        await close(closeGraceMs)
        pauses.end()
        simulator.halt()
        // Attempts that a receiver has not answered are cut; they stay due, and are made again after a restart.
        halting = true
        await transport.close()
        await simulator.end()
      },
    }
  } catch (error) {
    await listening?.close(0)
    await transport.close()
    // It is why the start failed, perhaps, and need not be heard twice.
    await journal?.close().catch(() => undefined)
    throw error
  }
}

/** Those who listen, such that none of them can do harm or hear a secret; `notice` is for what is told even if nobody listens. */
function observersOf(options: DrydockServerOptions, conceal: Conceal) {
  const onNotice =
    options.onNotice === undefined
      ? () => undefined
      : safeObserver('onNotice', options.onNotice, { notice: printDefect, conceal })
  const notice = options.onNotice === undefined ? printDefect : onNotice
  const watch = options.onExchange && safeObserver('onExchange', options.onExchange, { notice, conceal })
  const onExchange =
    watch && ((exchange: ServedExchange) => watch({ ...exchange, path: conceal(exchange.path) }))
  return { onNotice, notice, onExchange }
}

/** Refuses a webhook's URL or a host's name that could not be. */
function checkOptions({ webhookUrl, allowedHosts = [] }: DrydockServerOptions): void {
  const reason = webhookUrl === undefined ? undefined : validateWebhookUrl(webhookUrl)
  if (reason !== undefined) fail('VALIDATION.FIELD.INVALID', { message: `--webhook-url ${reason}.` })
  const odd = allowedHosts.find((allowed) => allowedName(allowed) === undefined)
  if (odd === undefined) return
  const message = `--allowed-host must be a name such as dock.test or an address, not "${odd}".`
  fail('VALIDATION.FIELD.INVALID', { message })
}

function credentialsOf(account: Context): Credentials {
  const { signingSecret } = account.state.webhook.get()
  return { keys: firstKeys(account), signingSecret: signingSecret ?? signingSecretOf(account) }
}

function durabilityOf(file: string | undefined): string {
  if (file === undefined) return 'memory: nothing survives the end of this process'
  return `file: what was answered survives the death of this process, not a power cut (${file})`
}

/** A stored account has a clock already: it goes on from where that is, however it is to run. */
async function resetPace(
  account: Context,
  { mode, rate, nowMs = null }: NonNullable<DrydockServerOptions['clock']>,
  onNotice: (text: string) => void,
): Promise<void> {
  const { now } = await changeClock(account, { mode, rate })
  if (nowMs === null || now === toTimestamp(nowMs)) return
  onNotice(
    `the default account is stored and goes on from ${now}; where a clock begins is for one that begins.`,
  )
}

/** Reading a scenario is code that most runs never need. */
async function readScenarioFile(nameOrFile: string): Promise<Scenario> {
  const { loadScenario } = await import('./scenarios/scenario-source.ts')
  return loadScenario(nameOrFile)
}

/** What the options say of the default account: it holds from each start and each reset on. */
function setUp(
  account: Context,
  {
    webhookUrl,
    scenario,
  }: { readonly webhookUrl: string | undefined; readonly scenario: Scenario | undefined },
): void {
  if (webhookUrl !== undefined) {
    account.state.webhook.set({ url: webhookUrl, signingSecret: signingSecretOf(account) })
  }
  if (scenario !== undefined) startScenario(account, scenario)
}

/** An address as a client writes it; bound to every address, the loopback one is always reachable. */
function urlOf(host: string, port: number): string {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`
  if (host === '::') return `http://[::1]:${port}`
  return host.includes(':') ? `http://[${host}]:${port}` : `http://${host}:${port}`
}
