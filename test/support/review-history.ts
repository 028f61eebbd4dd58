import { Exchange, type ExchangeSource } from '../../src/review/exchange.ts'
import type { Attempt, Finding } from '../../src/review/finding.ts'
import { FindingLog } from '../../src/review/occurrences.ts'
import type { Connection, ConnectionUse } from '../../src/review/waiting-requests.ts'
import {
  getOperation,
  type Operation,
  type OperationName,
} from '../../src/simulator/specification/operations.ts'
import { scopes } from '../../src/simulator/specification/scopes.ts'

const testKey = {
  id: 'key_1',
  value: `pr_test_${'d0c0'.repeat(8)}`,
  environment: 'test',
  scopes,
  createdAtMs: 0,
  expiresAtMs: null,
  revokedAtMs: null,
} as const

/** The differences from the usual exchange, which is a POST /v1/rates with all scopes and an immediate response 200. */
export interface ExchangeChanges
  extends Partial<Omit<ExchangeSource, 'operation' | 'requestBody' | 'responseBody' | 'connection'>> {
  readonly operation?: OperationName | Operation
  /** Whether the request reached no operation: an unknown path or method. */
  readonly isUnrouted?: boolean
  /** The id in the path. */
  readonly resource?: string
  /** The bodies as JSON values. */
  readonly request?: unknown
  readonly response?: unknown
  /** The number of the connection, and of the request on it. */
  readonly connection?: readonly [id: number, count: number]
  /** The facts about the connection, if its end matters. */
  readonly connectionFacts?: Connection
  /** The headers of the response: names and values alternate. */
  readonly responseHeaders?: readonly string[]
}

/** How clients use the connections that histories share, by the id of the connection. */
export type ConnectionUses = Map<number, ConnectionUse | undefined>

/** Returns the usual exchange with changes. */
export function createExchangeSource(changes: ExchangeChanges): ExchangeSource {
  const {
    operation: named = 'createRates',
    isUnrouted = false,
    resource = 'id',
    request,
    response,
    connection,
    connectionFacts,
    ...others
  } = changes
  const operation = typeof named === 'string' ? getOperation(named) : named
  const path = operation.path.replace('{id}', resource)
  const [id, count] = connection ?? [1, 1]
  return {
    id: 'req_1',
    atMs: 0,
    method: operation.method,
    path,
    status: operation.successStatus,
    errorCode: null,
    requestBody: request === undefined ? null : Buffer.from(JSON.stringify(request)),
    responseBody: response === undefined ? null : JSON.stringify(response),
    decidedBy: [],
    requestHeaders: [],
    responseHeaders: [],
    lost: null,
    operation: isUnrouted ? undefined : operation,
    key: testKey,
    url: path,
    startMs: 0,
    endMs: 5,
    connection: connectionFacts ?? { id, closedAtMs: null },
    isFirstOnConnection: count === 1,
    goneAtMs: null,
    unreadBytes: 0,
    fault: null,
    ...others,
  }
}

/**
 * Builds a history of one account for the tests of a finding. Each exchange starts 10 ms after the last one and takes 5
 * ms, in real time and on the account's clock.
 */
export class ReviewHistory {
  readonly #log: FindingLog
  readonly #uses: ConnectionUses
  #number = 0
  /** Real time, which `wait` moves with the account's clock, and `moveClock` does not. */
  #realMs = 1_000
  #accountMs = Date.UTC(2030, 0, 1)

  constructor(finding: Finding, uses: ConnectionUses = new Map()) {
    this.#log = new FindingLog([finding])
    this.#uses = uses
  }

  /** Adds an exchange; returns its request id. */
  exchange(changes: ExchangeChanges = {}): string {
    this.#number += 1
    this.wait(10)
    const source = createExchangeSource({
      id: `req_${this.#number}`,
      atMs: this.#accountMs,
      startMs: this.#realMs,
      endMs: this.#realMs + 5,
      connection: [1, this.#number],
      ...changes,
    })
    const { connection } = source
    connection.use ??= this.#uses.get(connection.id)
    this.#log.observeExchange(new Exchange(source))
    this.#uses.set(connection.id, connection.use)
    return source.id
  }

  /** Adds a webhook attempt. By default it is the first of a delivery and gets 200 after 20 ms. */
  attempt(changes: Partial<Attempt> = {}): void {
    const attempt: Attempt = {
      deliveryId: 'whd_1',
      labelId: 'lbl_1',
      number: 1,
      atMs: this.#accountMs,
      durationMs: 20,
      status: 200,
      failure: null,
      isTestReceiver: false,
      fault: null,
      isRedelivery: false,
      isRepeat: false,
      isLate: false,
      outcome: 'succeeded',
      ...changes,
    }
    this.#log.observeAttempt(attempt, this.#realMs)
  }

  /** Lets time pass, in real time and on the account's clock. */
  wait(spanMs: number): void {
    this.#realMs += spanMs
    this.#accountMs += spanMs
  }

  /** Lets real time pass while the account's clock is frozen. */
  waitFrozen(spanMs: number): void {
    this.#realMs += spanMs
  }

  /** Moves the account's clock by the control protocol. */
  moveClock(spanMs: number): void {
    const fromMs = this.#accountMs
    this.#accountMs += spanMs
    this.#log.observeClockMove({ fromMs, toMs: this.#accountMs })
  }

  /** Adds a change of the account's settings by the control protocol. */
  changeSettings(): void {
    this.#log.observeSettingsChange()
  }

  /** Returns another key with the same rights. */
  otherKey(id = 'key_2'): typeof testKey & { readonly id: string } {
    return { ...testKey, id: id as 'key_1' }
  }

  /** Returns the request ids of the finding's occurrences, at most the latest 20. */
  get requests(): readonly string[] {
    return this.#log.listOccurrences()[0]?.requests ?? []
  }

  get details(): readonly string[] {
    return this.#log.listOccurrences()[0]?.details ?? []
  }

  get count(): number {
    return this.#log.listOccurrences()[0]?.count ?? 0
  }
}

/** Begins a history for the tests of a finding. Several histories with the same `uses` are of one simulator. */
export function openReviewHistory(finding: Finding, uses?: ConnectionUses): ReviewHistory {
  return new ReviewHistory(finding, uses)
}
