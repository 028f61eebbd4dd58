import { errorOf } from '../../../../variations/json-responses.ts'
import { withJson } from '../../../../variations/wire.ts'
import type { OperationName } from '../../../http/operation.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { ratesOf } from '../../../proof/quotes.ts'
import { buildOtherClientMutant } from '../../../proof/stateful/other-clients.ts'
import { buildResponseMutant, buildStatefulMutant, withError } from '../../../proof/stateful/stateful.ts'
import type { RuleId } from '../../../rule.ts'

const otherClientRows: readonly (readonly [string, string, RuleId, OperationName])[] = [
  ['label-of-any-client', "A client can read other clients' labels.", 'KEY-201', 'getLabel'],
  ['void-by-any-client', "A client can void other clients' labels.", 'KEY-203', 'voidLabel'],
  ['tracker-of-any-client', "A client can read other clients' trackers.", 'KEY-204', 'getTracker'],
  ['batch-of-any-client', "A client can read other clients' batches.", 'KEY-205', 'getBatch'],
  ['batch-bought-by-any-client', "A client can buy other clients' batches.", 'KEY-206', 'buyBatch'],
]

/** Deliberately broken services that do not check which client owns a resource. */
const otherClientMutants: readonly Mutant[] = [
  ...otherClientRows.map(([id, deviation, rule, operation]) =>
    buildOtherClientMutant(id, deviation)
      .kills(rule)
      .by((asked) => (asked.operation === operation ? asked.id : undefined)),
  ),
  buildOtherClientMutant('download-of-any-client', "A client can download the PDFs of other clients' labels.")
    .kills('KEY-202')
    .by(({ request, id }) => (request.path.endsWith('/download') ? id : undefined)),
  buildOtherClientMutant(
    'rate-of-any-client',
    'A client can buy rates that another client requested with a test key.',
  )
    .kills('KEY-208')
    .by(({ operation, asked, isLive }) =>
      operation === 'buyLabel' && !isLive ? String(asked['rate_id']) : undefined,
    ),
  buildOtherClientMutant(
    'quoted-client-pays',
    'If a client buys a rate that another client requested, the other client pays.',
  )
    .kills('KEY-207')
    .by(({ operation, asked }) => (operation === 'buyLabel' ? String(asked['rate_id']) : undefined)),
]

/** Deliberately broken services that let only the key that created a resource use it, and refuse the client's other keys. */
export const rotationMutants: readonly Mutant[] = [
  buildResponseMutant('rates-per-key', 'Only the key that requested a rate can buy it.')
    .kills('KEY-038')
    .by(() => {
      const quoted = new Map<unknown, string>()
      return (seen) => {
        if (seen.operation === 'createRates' && seen.isGood)
          for (const { id } of ratesOf(seen.json)) quoted.set(id, seen.key)
        const owner = quoted.get(seen.asked['rate_id'])
        const isOther =
          seen.operation === 'buyLabel' && seen.isGood && owner !== undefined && owner !== seen.key
        return isOther ? withError(seen, [404, 'RATE.NOT_FOUND']) : undefined
      }
    }),
  buildResponseMutant('voids-per-key', 'Only the key that bought a label can void it.')
    .kills('KEY-039')
    .by(() => {
      const bought = new Map<string, string>()
      return (seen) => {
        if (seen.operation === 'buyLabel' && seen.isGood) bought.set(String(seen.json['id']), seen.key)
        const isOther = seen.operation === 'voidLabel' && seen.isGood && bought.get(seen.id) !== seen.key
        return isOther ? withError(seen, [404, 'LABEL.NOT_FOUND']) : undefined
      }
    }),
  buildResponseMutant('pending-voids-per-key', 'Every key of a client can void the same label once more.')
    .kills('KEY-040')
    .by(() => {
      const voided = new Map<string, string>()
      return ({ operation, id, key, isGood, response }) => {
        if (operation !== 'voidLabel') return undefined
        if (isGood) voided.set(id, key)
        const isPending = errorOf(response)?.['code'] === 'LABEL.VOID.ALREADY_REQUESTED'
        return isPending && voided.get(id) !== key
          ? { ...withJson(response, { id }), status: 200 }
          : undefined
      }
    }),
  buildStatefulMutant(
    'any-revocation-ends-test-keys',
    'When any key of a client is revoked, all test keys of the client are refused.',
  )
    .kills('KEY-041')
    .by(() => {
      const ended = new Set<string>()
      return {
        controlled: ({ method, path }) => {
          const [, account] = /\/accounts\/([^/]+)\/keys\/[^/]+$/.exec(path) ?? []
          if (method === 'DELETE' && account !== undefined) ended.add(account)
        },
        after: (seen) =>
          seen.isGood && !seen.isLive && ended.has(seen.account)
            ? withError(seen, [401, 'AUTH.KEY.REVOKED'])
            : undefined,
      }
    }),
  ...otherClientMutants,
]
