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
import { type Conceal, createConceal } from './service/redact.ts'
import type { ServedExchange, ServedHold } from './service/served-exchange.ts'
import { VariedService } from './service/varied-service.ts'
import { ReceivedEvents } from './webhooks/received-events.ts'
import { openSending, type Sending } from './webhooks/sending.ts'

export type { ServedExchange, ServedHold }

/** The options of `drydock serve`, and of the library. */
export interface DrydockServerOptions {
  /** The port to listen on; 0 for any free port. */
  readonly port?: number | undefined
  readonly host?: string | undefined
  /** The data file; without it, everything is in memory. */
  readonly data?: string | undefined
  /** The seed of ids, numbers and keys; random by default. */
  readonly seed?: string | undefined
  /** The mode and start of the default account's clock. A stored account ignores `nowMs`. */
  readonly clock?: (Omit<InitialClock, 'nowMs'> & Partial<InitialClock>) | undefined
  /** A built-in scenario or a file, started on the default account. */
  readonly scenario?: string | undefined
  readonly rateLimits?: boolean | undefined
  readonly magic?: boolean | undefined
  readonly control?: boolean | undefined
  readonly controlToken?: string | undefined
  readonly allowedHosts?: readonly string[] | undefined
  /** The URL at which clients reach the simulator, if it is not the bound address. */
  readonly publicUrl?: string | undefined
  readonly webhookUrl?: string | undefined
  /** The variations with which the service responds; they can be combined. */
  readonly vary?: readonly OfferedVariation[] | undefined
  readonly onExchange?: ((exchange: ServedExchange) => void) | undefined
  /**
   * Receives each time over 250 ms in which one piece of work blocked the event loop, with the request that caused it.
   */
  readonly onHold?: ((hold: ServedHold) => void) | undefined
  /** Receives messages for the operator, such as that a write failed or an unfinished last write was dropped. */
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
  /** A sentence that says where the data are and how long they last. */
  readonly durability: string
  /** Returns the default account's present keys and secret; a snapshot may have replaced them. */
  credentials(): Credentials
  /** Lists how often each variation has changed a request or a response; empty without variations. */
  applied(): readonly { readonly id: string; readonly times: number }[]
  /** Ends the reviews of all accounts. Returns the sum of all reviews so far, also of accounts that were deleted or reset. */
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
      applied: () => assembled.server.varied?.applied() ?? [],
      endReviews: () => assembled.server.reviews.endAll(simulator.accounts()),
      close: createServerClose(assembled, listening),
    }
  } catch (error) {
    await listening?.close(0)
    await sending.transport.close()
    // A second error while closing is ignored, so that the error of the start is reported. If the accounts have not
    // started, there is nothing to store.
    await (isBegun ? journal?.close() : journal?.abandon())?.catch(() => undefined)
    throw error
  }
}

/** The parts of a simulator and its server before the server listens. */
interface Assembled {
  readonly simulator: Simulator
  readonly server: ServerContext
  readonly sending: Sending
  /** The URL for clients. Unless it was configured, it is empty until the server listens. */
  readonly address: { url: string }
  /** The bound address; empty until the server listens. */
  readonly bound: { url: string }
  readonly onNotice: (text: string) => void
}

async function assembleServer(options: DrydockServerOptions): Promise<Assembled> {
  const conceal = createConceal({
    isPartOfSecret: (digits) => simulator.isPartOfSecret(digits),
    texts: options.controlToken === undefined ? [] : [options.controlToken],
  })
  const { onNotice, onExchange, notice } = wrapObservers(options, conceal)
  checkOptions(options)
  const scenario = options.scenario === undefined ? undefined : await readScenarioFile(options.scenario)
  const varied =
    options.vary === undefined || options.vary.length === 0 ? undefined : new VariedService(options.vary)
  const sending = openSending(varied)
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
    localUrl: () => bound.url,
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

/** Watches the event loop until the server closes. */
function reportLoopHolds({ endings, conceal }: ServerContext, { onHold }: DrydockServerOptions): void {
  if (onHold === undefined) return
  const end = watchLoop(({ heldMs, request }) => {
    const path = request === null ? null : conceal(readPath(request.url ?? ''))
    onHold({ atMs: Date.now(), heldMs, method: request?.method ?? null, path })
  })
  endings.add(end)
}

function createServerClose(
  { simulator, server, sending }: Assembled,
  { close }: Listening,
): () => Promise<void> {
  return async () => {
    for (const end of server.endings) end()
    await close(closeGraceMs)
    server.pauses.end()
    simulator.halt()
    await sending.halt()
    await simulator.end()
  }
}

/**
 * Wraps the observers so that they cannot disturb the simulator or see secrets. Without an observer, `notice`
 * writes to stderr.
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

/** Throws VALIDATION.FIELD.INVALID for an invalid webhook URL or host name among the options. */
function checkOptions({ webhookUrl, allowedHosts = [] }: DrydockServerOptions): void {
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
 * Sets the mode and rate of a stored account's clock. The clock keeps its time; if `nowMs` differs from that time, a
 * notice says so.
 */
async function applyClockPace(
  account: Context,
  { mode, rate, nowMs = null }: NonNullable<DrydockServerOptions['clock']>,
  onNotice: (text: string) => void,
): Promise<void> {
  const { now } = await changeClock(account, { mode, rate })
  if (nowMs === null || now === toTimestamp(nowMs)) return
  onNotice(
    `the stored default account goes on from ${now}; a start time of the clock is only for a new account.`,
  )
}

/** Reads a scenario by its name or from a file. Loads the code for scenarios on demand, because most runs read none. */
async function readScenarioFile(nameOrFile: string): Promise<Scenario> {
  const { loadScenario } = await import('./scenarios/scenario-source.ts')
  return loadScenario(nameOrFile)
}

/** Applies the options for the default account, at each start and each reset. */
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
