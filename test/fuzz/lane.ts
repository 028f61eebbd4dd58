import { z } from 'zod'
import { Seeded } from '../support/seeded.ts'
import { Connection, type Outcome } from './connection.ts'
import { drawRequest } from './grammar.ts'
import { type Finding, judgeOutcome, judgeRawAnswer } from './judge.ts'
import { mutate } from './mutations.ts'
import { type Keys, type Pool, rememberIds } from './pool.ts'
import { drawRaw, type RawShape } from './raw-shapes.ts'
import { encode, type FuzzRequest, plainPath } from './request.ts'
import type { Target } from './target.ts'

/** Something sent that was answered otherwise than documented. */
export interface Failure {
  readonly finding: Finding
  /** Which request of its lane it was. */
  readonly index: number
  readonly sent: FuzzRequest | RawShape
}

/** Behind a request that holds the loop, others wait as long: among so many it is found. */
const mostSlow = 24

/** The request at a place in the lane. */
type Sending = { readonly request: FuzzRequest } | { readonly raw: RawShape }

/** Requests one after the other to accounts of their own, so that a seed gives the same ones again. */
export class FuzzLane {
  readonly name: string
  readonly #seed: string
  readonly #target: Target
  readonly #connection: Connection
  pool: Pool
  #index = 0
  /** The slowest requests since the accounts were made, and how long each took. */
  #slow: { readonly request: FuzzRequest; readonly tookMs: number }[] = []
  /** The last request, for the report of a dead server. */
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
    return new FuzzLane(name, { ...given, pool: await openPool(given.target, name) })
  }

  /** Sends the next request; gives what is wrong with its answer. */
  async step(): Promise<Failure | undefined> {
    const index = this.#index
    this.#index += 1
    const draw = new Seeded(`${this.#seed}/${this.name}/${index}`)
    const sending = this.#draw(draw)
    this.last = sending
    if ('raw' in sending) {
      const finding = await this.tryRaw(sending.raw)
      return finding && { finding, index, sent: sending.raw }
    }
    const startedAt = performance.now()
    const outcome = await this.#connection.exchange(encode(sending.request), sending.request.method)
    this.#noteSlow(sending.request, performance.now() - startedAt)
    this.#remember(outcome)
    const finding = judgeOutcome(sending.request, outcome)
    return finding && { finding, index, sent: sending.request }
  }

  /** Sends a request once more, or a simpler one. */
  async try(request: FuzzRequest): Promise<Finding | undefined> {
    return judgeOutcome(request, await this.#connection.exchange(encode(request), request.method))
  }

  /** Bytes that may be no request: answered in the envelope or not at all, and never more often than asked. */
  async tryRaw(shape: RawShape): Promise<Finding | undefined> {
    const outcome = await this.#connection.pour(shape.bytes)
    if (outcome.timedOut) return { kind: `raw silence`, what: `${shape.name}: the connection stays open` }
    if (outcome.answers.length > shape.answers)
      return { kind: 'raw answers', what: `${shape.name}: ${outcome.answers.length} answers` }
    if (outcome.rest.length > 0)
      return {
        kind: 'raw rest',
        what: `${shape.name}: ${outcome.rest.toString('latin1', 0, 80)} is no answer`,
      }
    for (const answer of outcome.answers) {
      const finding = judgeRawAnswer(answer)
      if (finding !== undefined)
        return { kind: `raw ${finding.kind}`, what: `${shape.name}: ${finding.what}` }
    }
    return undefined
  }

  /** Goes on with accounts that are new. */
  renew(pool: Pool): void {
    this.pool = pool
    this.#slow = []
  }

  /** The requests that took longest, of which one may have held the others up. */
  heaviest(): readonly FuzzRequest[] {
    return this.#slow.map(({ request }) => request)
  }

  #noteSlow(request: FuzzRequest, tookMs: number): void {
    if (tookMs < 50) return
    this.#slow.push({ request, tookMs })
    this.#slow.sort((a, b) => b.tookMs - a.tookMs)
    this.#slow.splice(mostSlow)
  }

  close(): void {
    this.#connection.close()
  }

  #draw(draw: Seeded): Sending {
    if (draw.chance(0.04)) return { raw: drawRaw(this.pool, draw) }
    const { call, request } = drawRequest(this.pool, draw)
    const isPlain = draw.chance(0.35) && call.alwaysMutated !== true
    const sent = isPlain ? request : mutate(request, draw)
    return { request: endsAccount(sent) || movesYears(sent) ? request : sent }
  }

  #remember({ answers }: Outcome): void {
    for (const { status, body } of answers)
      if (status < 300 && body.length > 0) rememberIds(this.pool, body.toString('latin1', 0, 20_000))
  }
}

/** The run's own accounts stay: without them every request would be refused alike. */
function endsAccount(request: FuzzRequest): boolean {
  return request.method === 'DELETE' && /^\/_drydock\/accounts\/[^/]*\/?$/i.test(plainPath(request))
}

/** Thirty years of polls are a lot of work, rightly asked for: a test of its own sees that others are let in between. */
function movesYears({ target, body }: FuzzRequest): boolean {
  if (!target.includes('/clock') || body.kind !== 'json') return false
  const given = years.safeParse(body.value)
  return given.success && given.data.seconds > 10_000_000
}

const years = z.object({ seconds: z.number() })

const made = z.object({ keys: z.object({ test: z.string(), live: z.string() }) })

/** Accounts of a lane, made anew: one that is held to everything, one for faults and foreign snapshots. */
export async function openPool(target: Target, name: string): Promise<Pool> {
  const [account, spare] = [`lane-${name}`, `spare-${name}`]
  const keys = await remake(target, account)
  const spareKeys = await remake(target, spare)
  const snapshot = await target.service.read({ method: 'GET', path: `/_drydock/accounts/${spare}/snapshot` })
  return { account, keys, spare: { account: spare, keys: spareKeys, snapshot }, ids: new Map() }
}

async function remake({ service }: Target, id: string): Promise<Keys> {
  await service.ask({ method: 'DELETE', path: `/_drydock/accounts/${id}` })
  const body = { id, seed: id, clock: { mode: 'frozen', now: '2030-03-04T12:00:00Z' } }
  return made.parse(await service.read({ method: 'POST', path: '/_drydock/accounts', body })).keys
}
