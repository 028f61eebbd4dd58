import { z } from 'zod'
import { Seeded } from '../support/seeded.ts'
import { checkOutcome, checkRawResponse, type FuzzFinding } from './check-response.ts'
import { Connection, type Outcome } from './connection.ts'
import { drawRequest } from './grammar.ts'
import { mutateRequest } from './mutations.ts'
import { type Keys, type Pool, rememberIds } from './pool.ts'
import { drawRawBytes, type RawShape } from './raw-shapes.ts'
import { encodeRequest, type FuzzRequest, normalisePath } from './request.ts'
import type { Target } from './target.ts'

/** A request whose response was not as documented. */
export interface Failure {
  readonly finding: FuzzFinding
  /** The number of the request in the order in which its lane sent requests. */
  readonly index: number
  readonly sent: FuzzRequest | RawShape
}

/**
 * The number of slow requests to remember. A request that blocks the event loop also delays others, so all are
 * candidates.
 */
const maxSlowRequests = 24

/** The next request of a lane: method, target, headers and body as separate values, or all as raw bytes. */
type Sending = { readonly request: FuzzRequest } | { readonly raw: RawShape }

/**
 * A lane: sends requests one after the other, to accounts that no other lane uses. So the same seed gives the same
 * requests, although the fuzz test runs several lanes at the same time.
 */
export class FuzzLane {
  readonly name: string
  readonly #seed: string
  readonly #target: Target
  readonly #connection: Connection
  pool: Pool
  #index = 0
  /** The slowest requests since the accounts of the lane were created, with their durations. */
  #slow: { readonly request: FuzzRequest; readonly tookMs: number }[] = []
  /** The last request, for the report if the server dies. */
  last: Sending | undefined

  private constructor(
    name: string,
    given: { readonly seed: string; readonly target: Target; readonly pool: Pool },
  ) {
    this.name = name
    this.#seed = given.seed
    this.#target = given.target
    this.#connection = new Connection(given.target.port)
    this.pool = given.pool
  }

  static async open(
    name: string,
    given: { readonly seed: string; readonly target: Target },
  ): Promise<FuzzLane> {
    return new FuzzLane(name, { ...given, pool: await createPool(given.target, name) })
  }

  /** Sends the next request and returns the problem of its response, if it has one. */
  async sendNextRequest(): Promise<Failure | undefined> {
    const index = this.#index
    this.#index += 1
    const draw = new Seeded(`${this.#seed}/${this.name}/${index}`)
    const sending = this.#drawNextSending(draw)
    this.last = sending
    if ('raw' in sending) {
      const finding = await this.sendRawBytes(sending.raw)
      return finding && { finding, index, sent: sending.raw }
    }
    const startedAt = performance.now()
    const outcome = await this.#connection.exchange(encodeRequest(sending.request), sending.request.method)
    this.#noteSlow(sending.request, performance.now() - startedAt)
    this.#rememberIdsOf(outcome)
    const finding = checkOutcome(sending.request, outcome)
    return finding && { finding, index, sent: sending.request }
  }

  /** Sends an earlier request again, or a simpler form of it. */
  async sendAgain(request: FuzzRequest): Promise<FuzzFinding | undefined> {
    return checkOutcome(request, await this.#connection.exchange(encodeRequest(request), request.method))
  }

  /**
   * Sends bytes that may be no request. Each response must have the error envelope, and there must be no more responses
   * than requests.
   */
  async sendRawBytes(shape: RawShape): Promise<FuzzFinding | undefined> {
    const outcome = await this.#connection.sendAndReadAll(shape.bytes)
    if (outcome.timedOut) return { kind: `raw silence`, what: `${shape.name}: the connection stays open` }
    if (outcome.answers.length > shape.answers)
      return { kind: 'raw answers', what: `${shape.name}: ${outcome.answers.length} answers` }
    if (outcome.rest.length > 0)
      return {
        kind: 'raw rest',
        what: `${shape.name}: ${outcome.rest.toString('latin1', 0, 80)} is no answer`,
      }
    for (const answer of outcome.answers) {
      const finding = checkRawResponse(answer)
      if (finding !== undefined)
        return { kind: `raw ${finding.kind}`, what: `${shape.name}: ${finding.what}` }
    }
    return undefined
  }

  /** Replaces the accounts of the lane by new ones. */
  useNewAccounts(pool: Pool): void {
    this.pool = pool
    this.#slow = []
  }

  /** Returns the slowest requests. One of them may have delayed the others. */
  listSlowRequests(): readonly FuzzRequest[] {
    return this.#slow.map(({ request }) => request)
  }

  #noteSlow(request: FuzzRequest, tookMs: number): void {
    if (tookMs < 50) return
    this.#slow.push({ request, tookMs })
    this.#slow.sort((a, b) => b.tookMs - a.tookMs)
    this.#slow.splice(maxSlowRequests)
  }

  close(): void {
    this.#connection.close()
  }

  #drawNextSending(draw: Seeded): Sending {
    if (draw.chance(0.04)) return { raw: drawRawBytes(this.pool, draw) }
    const { call, request } = drawRequest(this.pool, draw)
    const isPlain = draw.chance(0.35) && call.alwaysMutated !== true
    const sent = isPlain ? request : mutateRequest(request, draw)
    return { request: deletesAccount(sent) || advancesByYears(sent) ? request : sent }
  }

  #rememberIdsOf({ answers }: Outcome): void {
    for (const { status, body } of answers)
      if (status < 300 && body.length > 0) rememberIds(this.pool, body.toString('latin1', 0, 20_000))
  }
}

/** Whether a request deletes an account of the run. Without these accounts, every request would be refused. */
function deletesAccount(request: FuzzRequest): boolean {
  return request.method === 'DELETE' && /^\/_drydock\/accounts\/[^/]*\/?$/i.test(normalisePath(request))
}

/** Whether a request advances the clock by years. Such a request may take long, because of its many polls. */
function advancesByYears({ target, body }: FuzzRequest): boolean {
  if (!target.includes('/clock') || body.kind !== 'json') return false
  const given = years.safeParse(body.value)
  return given.success && given.data.seconds > 10_000_000
}

const years = z.object({ seconds: z.number() })

const made = z.object({ keys: z.object({ test: z.string(), live: z.string() }) })

/** Creates the accounts of a lane: one that is fully checked, and one for faults and foreign snapshots. */
export async function createPool(target: Target, name: string): Promise<Pool> {
  const [account, spare] = [`lane-${name}`, `spare-${name}`]
  const keys = await recreateAccount(target, account)
  const spareKeys = await recreateAccount(target, spare)
  const snapshot = await target.service.read({ method: 'GET', path: `/_drydock/accounts/${spare}/snapshot` })
  return { account, keys, spare: { account: spare, keys: spareKeys, snapshot }, ids: new Map() }
}

async function recreateAccount({ service }: Target, id: string): Promise<Keys> {
  await service.trySend({ method: 'DELETE', path: `/_drydock/accounts/${id}` })
  const body = { id, seed: id, clock: { mode: 'frozen', now: '2030-03-04T12:00:00Z' } }
  return made.parse(await service.read({ method: 'POST', path: '/_drydock/accounts', body })).keys
}
