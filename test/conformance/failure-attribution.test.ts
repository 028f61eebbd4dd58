import { describe, expect, it } from 'vitest'
import { rules } from '../../src/conformance/catalogue.ts'
import { isObject } from '../../src/conformance/http/fields.ts'
import { openAlteredService } from '../../src/conformance/proof/altered-service.ts'
import { runSuite } from '../../src/conformance/runner/run.ts'
import { jsonOf, type WireRequest, type WireResponse, withJson } from '../../src/variations/wire.ts'
import { sharedSimulator } from '../support/shared-simulator.ts'

type Json = Readonly<Record<string, unknown>>

/** A service with one defect. */
interface Defect {
  readonly what: string
  /** The rule that finds this defect. */
  readonly finder: string
  /** Rules about other subjects, whose results are unknown because of the defect. */
  readonly others: readonly string[]
  /** Rules whose result the defect does not change. */
  readonly unmoved?: readonly string[]
  /** The only cause that the report names, however many rules fail. */
  readonly cause: string
  change(body: Json, call: { readonly method: string; readonly path: string }): Json | undefined
}

const isPurchase = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
  method === 'POST' && path === '/v1/labels'

const changeErrors =
  (change: (error: Json) => Json): Defect['change'] =>
  ({ error }) =>
    isObject(error) ? { error: change(error) } : undefined

const changeRates =
  (change: (rates: readonly unknown[]) => unknown): Defect['change'] =>
  (body) =>
    Array.isArray(body['rates']) ? { ...body, rates: change(body['rates']) } : undefined

const defects: readonly Defect[] = [
  {
    what: 'errors with another request id',
    finder: 'ERR-007',
    others: ['VAL-113', 'ERR-016', 'ERR-019'],
    cause: 'Broken rule: The request_id of every error is the same as its X-Request-Id.',
    change: changeErrors((error) => ({ ...error, request_id: 'req_other' })),
  },
  {
    what: 'a wallet without a balance',
    finder: 'WALLET-001',
    others: ['LABEL-221', 'WALLET-007', 'WALLET-003', 'BATCH-101'],
    cause: 'GET /v1/wallet: no balance in whole cents',
    change: (body, { path }) => (path === '/v1/wallet' && body['error'] === undefined ? {} : undefined),
  },
  {
    what: 'a wallet that shows other numbers than its balance',
    finder: 'WALLET-004',
    others: ['LABEL-222', 'BATCH-101'],
    cause: 'Broken rule: The wallet shows the balance that the account has.',
    change: (body, { path }) => (path === '/v1/wallet' ? { ...body, balance_cents: 7 } : undefined),
  },
  {
    what: 'no list of rates',
    finder: 'RATE-001',
    others: ['LABEL-408', 'KEY-020', 'LABEL-001'],
    cause: 'POST /v1/rates: no rates',
    change: (body, { path }) => (path === '/v1/rates' && body['error'] === undefined ? {} : undefined),
  },
  {
    what: 'rates that are not sorted',
    finder: 'RATE-009',
    others: ['KEY-020', 'RATE-123', 'RATE-101', 'RATE-020'],
    cause: 'Broken rule: Rates are sorted with the cheapest first.',
    change: changeRates(([first, second, ...rest]) => [second, first, ...rest]),
  },
  {
    what: 'scopes as one text',
    finder: 'ERR-010',
    others: ['SCOPE-001', 'SCOPE-203'],
    cause: 'Every error: error.key_scopes is not as documented',
    change: changeErrors((error) =>
      Array.isArray(error['key_scopes']) ? { ...error, key_scopes: error['key_scopes'].join(' ') } : error,
    ),
  },
  {
    what: 'the status of a tracker in capitals',
    finder: 'TRACK-005',
    others: ['TRACK-008', 'TRACK-101', 'TRACK-105'],
    unmoved: ['TRACK-006'],
    cause: 'GET /v1/trackers/{id}: status is not as documented',
    change: (body, { path }) =>
      path.startsWith('/v1/trackers/') && typeof body['status'] === 'string'
        ? { ...body, status: body['status'].toUpperCase() }
        : undefined,
  },
  {
    what: 'sandbox as a text',
    finder: 'LABEL-005',
    others: ['SAND-001', 'SAND-002', 'SAND-009', 'RATE-021', 'BATCH-022'],
    unmoved: ['LABEL-011'],
    cause: 'POST /v1/labels: sandbox is not as documented',
    change: (body) => ('sandbox' in body ? { ...body, sandbox: String(body['sandbox']) } : undefined),
  },
  {
    what: 'the price of a label in dollars at its purchase',
    finder: 'LABEL-004',
    others: ['LABEL-008', 'LABEL-011', 'HOOK-009', 'WALLET-009'],
    cause: 'POST /v1/labels: rate_cents is not as documented',
    change: (body, call) =>
      isPurchase(call) && typeof body['rate_cents'] === 'number'
        ? { ...body, rate_cents: body['rate_cents'] / 100 }
        : undefined,
  },
  {
    what: 'a purchase that names no carrier',
    finder: 'LABEL-008',
    others: ['TRACK-001'],
    unmoved: ['LABEL-001', 'VOID-001', 'HOOK-001', 'PDF-001', 'KEY-105'],
    cause: 'POST /v1/labels: no carrier',
    change: (body, call) => {
      const { carrier: _, ...rest } = body
      return isPurchase(call) ? rest : undefined
    },
  },
  {
    what: 'a purchase without a tracking number',
    finder: 'LABEL-002',
    others: ['TRACK-001'],
    unmoved: ['LABEL-001', 'VOID-001', 'HOOK-001', 'KEY-105'],
    cause: 'POST /v1/labels: no tracking_number',
    change: (body, call) => {
      const { tracking_number: _, ...rest } = body
      return isPurchase(call) ? rest : undefined
    },
  },
  {
    what: 'a purchase that tells a cent too much',
    finder: 'WALLET-003',
    others: ['BATCH-015', 'WALLET-005', 'WALLET-006', 'WALLET-009', 'RATE-207'],
    cause:
      'Broken rule: A live purchase reports the remaining wallet balance, and the wallet shows the same balance.',
    change: (body, call) =>
      isPurchase(call) && typeof body['wallet_balance_after_cents'] === 'number'
        ? { ...body, wallet_balance_after_cents: body['wallet_balance_after_cents'] + 1 }
        : undefined,
  },
  {
    what: 'prices that are no whole cents',
    finder: 'RATE-005',
    others: ['RATE-009', 'LABEL-008', 'CONV-003'],
    unmoved: ['ERR-016', 'LABEL-001', 'TRACK-005', 'KEY-103'],
    cause: 'POST /v1/rates: rates[].rate_cents is not as documented',
    change: changeRates((rates) => rates.map((rate) => ({ ...Object(rate), rate_cents: 871.5 }))),
  },
]

/** Services with a defect in the headers or bytes of a response. */
const responseDefects: readonly {
  readonly what: string
  readonly chosen: readonly string[]
  readonly cause: string
  change(response: WireResponse, request: WireRequest): WireResponse | undefined
}[] = [
  {
    what: 'a byte order mark before every body',
    chosen: ['CONV-001', 'ERR-001', 'KEY-002', 'WALLET-007', 'CARR-001', 'RATE-001', 'LABEL-001'],
    cause: 'Bodies have a byte order mark before the JSON',
    change: (response) => ({ ...response, body: Buffer.concat([Buffer.from('\ufeff'), response.body]) }),
  },
  {
    what: 'a byte order mark before refusals for a limit',
    chosen: ['ERR-014', 'LIMIT-211'],
    cause: 'Bodies have a byte order mark before the JSON',
    change: (response) =>
      response.status === 429
        ? { ...response, body: Buffer.concat([Buffer.from('\ufeff'), response.body]) }
        : undefined,
  },
  {
    what: 'a wallet that redirects',
    chosen: ['WALLET-007', 'SCOPE-011', 'SCOPE-111', 'KEY-001', 'KEY-112'],
    cause: 'GET /v1/wallet redirects valid requests: 302 to http://elsewhere.test/sign-in',
    change: (_, { operation }) =>
      operation === 'getWallet'
        ? { status: 302, headers: { Location: 'http://elsewhere.test/sign-in' }, body: Buffer.alloc(0) }
        : undefined,
  },
  {
    what: 'a balance that is a text',
    chosen: ['CONV-003', 'WALLET-007', 'WALLET-004'],
    cause: 'GET /v1/wallet: balance_cents is not as documented',
    change: (response, { operation }) => {
      const body = jsonOf(response)
      return operation === 'getWallet' && isObject(body) && 'balance_cents' in body
        ? withJson(response, { ...body, balance_cents: String(body['balance_cents']) })
        : undefined
    },
  },
]

describe('a service with one defect', () => {
  const simulator = sharedSimulator()

  it.each(defects)(
    'the conformance report on a service with one defect has one cause, the rule about the defect: $what',
    async (wrong) => {
      const service = await openAlteredService(simulator.url, {
        response: (response, request) => {
          const body = jsonOf(response)
          const changed = isObject(body) ? wrong.change(body, request) : undefined
          return changed === undefined ? undefined : withJson(response, changed)
        },
      })
      try {
        const only = [wrong.finder, ...wrong.others, ...(wrong.unmoved ?? [])]
        const { report } = await runSuite({ baseUrl: service.baseUrl, only, throttlePatienceMs: 0 }, rules)
        const listStatusesAndCauses = (ids: readonly string[]) =>
          report.rules.filter(({ id }) => ids.includes(id)).map(({ status, because }) => [status, because])
        expect(listStatusesAndCauses([wrong.finder])).toEqual([['failed', null]])
        expect(listStatusesAndCauses(wrong.others)).toEqual(wrong.others.map(() => ['errored', wrong.finder]))
        expect(listStatusesAndCauses(wrong.unmoved ?? [])).toEqual(
          (wrong.unmoved ?? []).map(() => ['passed', null]),
        )
        expect(report.causes.map(({ title }) => title)).toEqual([wrong.cause])
        expect(report.causes[0]?.rules[0]).toBe(wrong.finder)
      } finally {
        await service.close()
      }
    },
  )

  it.each(responseDefects)(
    'the conformance report on a service with one defect has one cause for all rules that fail: $what',
    async ({ chosen, cause, change }) => {
      const service = await openAlteredService(simulator.url, { response: change })
      try {
        const only = [...chosen]
        const { report } = await runSuite({ baseUrl: service.baseUrl, only, throttlePatienceMs: 0 }, rules)
        expect(report.causes.map(({ title }) => title)).toEqual([cause])
        expect([...(report.causes[0]?.rules ?? [])].sort()).toEqual([...chosen].sort())
      } finally {
        await service.close()
      }
    },
  )
})
