import { randomBytes } from 'node:crypto'
import { buildLocalUrl } from '../local-address.ts'
import type { SummedReview } from '../review/review-sum.ts'
import { Reviews } from '../review/reviews.ts'
import { deriveSigningSecret, findFirstKeys } from '../simulator/accounts/accounts.ts'
import type { Context } from '../simulator/accounts/context.ts'
import { startScenario } from '../simulator/scenarios/running.ts'
import type { Scenario } from '../simulator/scenarios/scenario.ts'
import { Simulator } from '../simulator/simulator.ts'
import { fail } from '../simulator/specification/errors.ts'
import type { Journal } from '../simulator/storage/journal.ts'
import { changeClock } from '../simulator/time/clock-moves.ts'
import type { InitialClock } from '../simulator/time/initial-clock.ts'
import { toTimestamp } from '../simulator/time/timestamp.ts'
import { explainRefusedUrl } from '../simulator/webhooks/webhook-url.ts'
import { removeTrailingSlashes } from '../trailing-slashes.ts'
import type { OfferedVariation } from '../variations/offered.ts'
import { createApp } from './app.ts'
import { createDefectReporter, printDefect } from './defects.ts'
import { Capacity } from './http/capacity.ts'
import { ForeignRequests } from './http/foreign-requests.ts'
import { parseAllowedHost } from './http/host-guard.ts'
import { readPath } from './http/unread-request.ts'
import { type Listening, listen } from './listen.ts'
import { watchLoop } from './loop-watch.ts'
import { openJournal, watchJournal } from './open-journal.ts'
import { Pauses } from './pause.ts'
import type { ServerContext } from './service/exchange.ts'
import { wrapObserver } from './service/observer.ts'
import { type Conceal, createSecretConcealer } from './service/redact.ts'
import type { ServedExchange, ServedHold } from './service/served-exchange.ts'
import { VariedService } from './service/varied-service.ts'
import { ReceivedEvents } from './webhooks/received-events.ts'
import { openWebhookSending, type Sending } from './webhooks/sending.ts'

export type { ServedExchange, ServedHold }

/** The options of `drydock serve` and of the library's simulator. */
export interface DrydockServerOptions {
  /** The port to listen on; 0 for any free port. */
  readonly port?: number | undefined
  readonly host?: string | undefined
  /** The path of the data file. Without it, all data are only in memory. */
  readonly data?: string | undefined
  /** The seed from which ids, tracking numbers and keys are derived; random by default. */
  readonly seed?: string | undefined
  /**
   * The mode, rate and start time of the default account's clock. A default account from the data file ignores the
   * start time `nowMs`.
   */
  readonly clock?: (Omit<InitialClock, 'nowMs'> & Partial<InitialClock>) | undefined
  /** The name of a built-in scenario, or the path of a scenario file. The scenario starts on the default account. */
  readonly scenario?: string | undefined
  readonly rateLimits?: boolean | undefined
  readonly magic?: boolean | undefined
  readonly control?: boolean | undefined
  readonly controlToken?: string | undefined
  readonly allowedHosts?: readonly string[] | undefined
  /** The URL at which clients reach the simulator, if it is not the bound address. */
  readonly publicUrl?: string | undefined
  readonly webhookUrl?: string | undefined
  /** The variations that the service applies; several can be combined. */
  readonly vary?: readonly OfferedVariation[] | undefined
  readonly onExchange?: ((exchange: ServedExchange) => void) | undefined
  /** Called if one piece of work has blocked the event loop for over 250 ms, with the request that caused it. */
  readonly onHold?: ((hold: ServedHold) => void) | undefined
  /** Called with messages for the operator, such as that writing to the data file failed. */
  readonly onNotice?: ((text: string) => void) | undefined
}

export interface Credentials {
  readonly keys: { readonly test: string | null; readonly live: string | null }
  /** The secret that signs the account's webhook events; it exists even before a webhook is set. */
  readonly signingSecret: string
}

/** A running simulator. */
export interface DrydockServer {
  readonly url: string
  readonly seed: string
  /** A text for the operator that says where the data are stored and whether they survive the process. */
  readonly durability: string
  /** Returns the current keys and signing secret of the default account. They change when a snapshot is loaded. */
  credentials(): Credentials
  /** Returns how often each variation has changed a request or a response; an empty list without variations. */
  countVariationChanges(): readonly { readonly id: string; readonly times: number }[]
  /** Ends all reviews. Returns their sum, also with the reviews of accounts that were reset or deleted before. */
  endReviews(): SummedReview
  close(): Promise<void>
}

export const defaultPort = 4010
export const defaultHost = '127.0.0.1'
const closeGraceMs = 3_000

/** Starts a simulator; resolves once it accepts requests. */
export async function startDrydockServer(options: DrydockServerOptions = {}): Promise<DrydockServer> {
  const { host = defaultHost, port = defaultPort } = options
  const assembled = await assembleServer(options)
  const { simulator, sending, address, onNotice } = assembled
  const journal =
    options.data === undefined ? null : await openJournal(options.data, simulator, { seed: options.seed })
  let listening: Listening | undefined
  let isBegun = false
  try {
    const { hostGuard } = assembled.server
    const app = createApp(assembled.server, { ...hostGuard, controlToken: options.controlToken })
    listening = await listen(assembled.server, app, { host, port })
    const url = buildLocalUrl(host, listening.port)
    assembled.bound.url = url
    if (address.url === '') address.url = url
    isBegun = true
    await startAccounts(simulator, journal, { options, onNotice })
    reportLoopHolds(assembled.server, options)
    return {
      url,
      seed: simulator.seed,
      durability: describeDurability(options.data),
      credentials: () => readCredentials(simulator.defaultAccount),
      countVariationChanges: () => assembled.server.varied?.countChanges() ?? [],
      endReviews: () => assembled.server.reviews.endReviews(simulator.listAccounts()),
      close: createSimulatorClose(assembled, listening),
    }
  } catch (error) {
    await listening?.close(0)
    await sending.transport.close()
    // The caller gets the error of the start, so a further error while closing the data file is ignored. If the accounts
    // have not started, nothing must be stored.
    await (isBegun ? journal?.close() : journal?.abandon())?.catch(() => undefined)
    throw error
  }
}

/** The simulator and the state of its server, before the server listens. */
interface Assembled {
  readonly simulator: Simulator
  readonly server: ServerContext
  readonly sending: Sending
  /** The URL that clients use: the public URL if one is set, else the bound address. Empty until it is known. */
  readonly address: { url: string }
  /** The bound address; empty until the server listens. */
  readonly bound: { url: string }
  readonly onNotice: (text: string) => void
}

async function assembleServer(options: DrydockServerOptions): Promise<Assembled> {
  const conceal = createSecretConcealer({
    isPartOfSecret: (digits) => simulator.isPartOfSecret(digits),
    texts: options.controlToken === undefined ? [] : [options.controlToken],
  })
  const { onNotice, onExchange, notice } = wrapObservers(options, conceal)
  checkWebhookUrlAndHosts(options)
  const scenario = options.scenario === undefined ? undefined : await readScenarioFile(options.scenario)
  const varied =
    options.vary === undefined || options.vary.length === 0 ? undefined : new VariedService(options.vary)
  const sending = openWebhookSending(varied)
  const reportDefect = createDefectReporter(notice, conceal)
  const address = { url: removeTrailingSlashes(options.publicUrl ?? '') }
  const reviews = new Reviews((error) => reportDefect(error, 'The review'))
  const simulator = new Simulator({
    baseUrl: () => address.url,
    send: sending.send,
    onNotice,
    onDefect: (error) => reportDefect(error, 'Due work, which is tried again,'),
    seed: options.seed ?? randomBytes(8).toString('hex'),
    ...(options.magic !== undefined && { magic: options.magic }),
    ...(options.rateLimits !== undefined && { rateLimits: options.rateLimits }),
    ...(options.clock !== undefined && { clock: { nowMs: null, ...options.clock } }),
    observer: reviews,
    setUp: (account) => setUpDefaultAccount(account, { webhookUrl: options.webhookUrl, scenario }),
  })
  const isControlled = options.control ?? true
  const { host = defaultHost, publicUrl, allowedHosts = [] } = options
  const bound = { url: '' }
  const server: ServerContext = {
    simulator,
    onExchange,
    reportDefect,
    conceal,
    pauses: new Pauses(),
    capacity: new Capacity(onNotice),
    isControlled,
    hostGuard: { host, publicUrl, allowedHosts },
    foreign: new ForeignRequests(),
    received: new ReceivedEvents(),
    reviews,
    varied,
    getLocalUrl: () => bound.url,
    endings: new Set(),
  }
  return { simulator, server, sending, address, bound, onNotice }
}

/** Starts the accounts, and stores their state if there is a data file. */
async function startAccounts(
  simulator: Simulator,
  journal: Journal | null,
  { options, onNotice }: { readonly options: DrydockServerOptions } & Pick<Assembled, 'onNotice'>,
): Promise<void> {
  const isStored = journal !== null && journal.recovered.records > 0
  simulator.begin(journal)
  if (options.clock !== undefined && isStored)
    await applyClockPace(simulator.defaultAccount, options.clock, onNotice)
  await simulator.commit()
  if (journal !== null && options.data !== undefined) watchJournal(options.data, journal, onNotice)
}

/** Calls `onHold` for each piece of work that blocks the event loop, until the server closes. */
function reportLoopHolds({ endings, conceal }: ServerContext, { onHold }: DrydockServerOptions): void {
  if (onHold === undefined) return
  const end = watchLoop(({ heldMs, request }) => {
    const path = request === null ? null : conceal(readPath(request.url ?? ''))
    onHold({ atMs: Date.now(), heldMs, method: request?.method ?? null, path })
  })
  endings.add(end)
}

function createSimulatorClose(
  { simulator, server, sending }: Assembled,
  { close }: Listening,
): () => Promise<void> {
  return async () => {
    for (const end of server.endings) end()
    await close(closeGraceMs)
    server.pauses.end()
    simulator.stopTimers()
    await sending.halt()
    await simulator.end()
  }
}

/**
 * Wraps the callbacks in the options, so that their errors do not disturb the simulator and no secret reaches them.
 * Without `onNotice`, `notice` writes to stderr.
 */
function wrapObservers(options: DrydockServerOptions, conceal: Conceal) {
  const onNotice =
    options.onNotice === undefined
      ? () => undefined
      : wrapObserver('onNotice', options.onNotice, { notice: printDefect, conceal })
  const notice = options.onNotice === undefined ? printDefect : onNotice
  const watch = options.onExchange && wrapObserver('onExchange', options.onExchange, { notice, conceal })
  const onExchange =
    watch && ((exchange: ServedExchange) => watch({ ...exchange, path: conceal(exchange.path) }))
  return { onNotice, notice, onExchange }
}

/** Throws VALIDATION.FIELD.INVALID if the webhook URL or an allowed host is invalid. */
function checkWebhookUrlAndHosts({ webhookUrl, allowedHosts = [] }: DrydockServerOptions): void {
  const reason = webhookUrl === undefined ? undefined : explainRefusedUrl(webhookUrl)
  if (reason !== undefined) fail('VALIDATION.FIELD.INVALID', { message: `--webhook-url ${reason}.` })
  const odd = allowedHosts.find((allowed) => parseAllowedHost(allowed) === undefined)
  if (odd === undefined) return
  const message = `--allowed-host must be a name such as dock.test or an address, not "${odd}".`
  fail('VALIDATION.FIELD.INVALID', { message })
}

function readCredentials(account: Context): Credentials {
  const { signingSecret } = account.state.webhook.get()
  return { keys: findFirstKeys(account), signingSecret: signingSecret ?? deriveSigningSecret(account) }
}

function describeDurability(file: string | undefined): string {
  if (file === undefined) return 'memory: nothing survives the end of this process'
  return `file: changes survive the end of this process, but not a power cut (${file})`
}

/**
 * Sets the mode and rate of the clock of an account that was read from the data file. The clock keeps its stored time. If
 * the options ask for another time, a notice says that it is ignored.
 */
async function applyClockPace(
  account: Context,
  { mode, rate, nowMs = null }: NonNullable<DrydockServerOptions['clock']>,
  onNotice: (text: string) => void,
): Promise<void> {
  const { now } = await changeClock(account, { mode, rate })
  if (nowMs === null || now === toTimestamp(nowMs)) return
  onNotice(
    `the clock of the stored default account continues from ${now}; a start time of the clock applies only to a new account.`,
  )
}

/** Reads a built-in scenario or a scenario file. Loads the code for scenarios here, because most runs use none. */
async function readScenarioFile(nameOrFile: string): Promise<Scenario> {
  const { loadScenario } = await import('./scenarios/scenario-source.ts')
  return loadScenario(nameOrFile)
}

/** Sets the webhook and starts the scenario of the default account. Called at each start and each reset. */
function setUpDefaultAccount(
  account: Context,
  {
    webhookUrl,
    scenario,
  }: { readonly webhookUrl: string | undefined; readonly scenario: Scenario | undefined },
): void {
  if (webhookUrl !== undefined) {
    account.state.webhook.set({ url: webhookUrl, signingSecret: deriveSigningSecret(account) })
  }
  if (scenario !== undefined) startScenario(account, scenario)
}
