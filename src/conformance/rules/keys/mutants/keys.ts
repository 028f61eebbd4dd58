import { errorOf, keyOf, readSuccessJson } from '../../../../variations/json-responses.ts'
import { headerOf, jsonOf, withHeader, withJson } from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import { acceptInsteadOf, buildMutant, refuseWith } from '../../../proof/builders.ts'
import type { Alteration, Mutant } from '../../../proof/mutant.ts'
import { buildErrorResponse } from '../../../proof/refusal.ts'
import { okResponse } from './refused-keys.ts'

/** The rules about keys that do not exist or are malformed. */
const invalidRules = ['KEY-002', 'KEY-003', 'KEY-004', 'KEY-005', 'KEY-006'] as const

/** Creates a deliberately broken service whose keys do not have the documented form. */
function buildKeyMutant(
  environment: 'test' | 'live',
  id: string,
  change: (digits: string) => string,
  back: RegExp,
): Mutant {
  // safe regex: takes linear time, as it is a literal prefix and exactly 32 characters.
  const shape = new RegExp(`pr_${environment}_([0-9a-f]{32})`, 'g')
  return buildMutant(id, `${environment === 'test' ? 'Test' : 'Live'} keys do not have the documented form.`)
    .kills(environment === 'test' ? 'KEY-017' : 'KEY-018')
    .by({
      controlResponse: (response) => {
        const text = response.body.toString('utf8')
        const changed = text.replace(shape, (_, digits: string) => `pr_${environment}_${change(digits)}`)
        return changed === text ? undefined : { ...response, body: Buffer.from(changed) }
      },
      request: (request) => {
        const authorization = headerOf(request, 'authorization') ?? ''
        const restored = authorization.replace(back, '$1')
        return restored === authorization ? undefined : withHeader(request, 'authorization', restored)
      },
    })
}

const expiryMs = 600_000
const dayMs = 24 * 3_600_000

/**
 * Changes the responses that refuse a key with the error `code`, for a broken service. `change` gets the milliseconds
 * by which the clock was moved. If it returns `served`, the service accepts the key; if `unknown`, it calls the key unknown.
 */
const changeKeyRefusals = (
  code: string,
  change: (advancedMs: number) => 'served' | 'unknown' | undefined,
): Alteration => ({
  response: (response, request, wire) => {
    if (errorOf(response)?.['code'] !== code) return undefined
    switch (change(wire.advancedMs(wire.accountOf(request)))) {
      case 'served':
        return { ...withJson(response, {}), status: 200 }
      case 'unknown':
        return buildErrorResponse(401, 'AUTH.KEY.INVALID')
      default:
        return undefined
    }
  },
})

export const keyMutants: readonly Mutant[] = [
  buildMutant('nobody-let-in', 'Requests with a valid key are refused.')
    .kills('KEY-001')
    .by(refuseWith('getWallet', 401, 'AUTH.KEY.INVALID')),
  buildMutant('everybody-let-in', 'Requests without a key are accepted.')
    .kills('KEY-001', 'KEY-112')
    .by({
      request: (request) =>
        request.operation === 'getWallet' && headerOf(request, 'authorization') === undefined
          ? okResponse
          : undefined,
    }),
  buildMutant('unknown-key-accepted', 'Any key is accepted.')
    .kills(...invalidRules)
    .by(acceptInsteadOf('AUTH.KEY.INVALID')),
  buildMutant('unknown-key-missing', 'The error for an unknown key says that the key is missing.')
    .kills('KEY-002', 'KEY-003')
    .by({
      response: (response) =>
        errorOf(response)?.['code'] === 'AUTH.KEY.INVALID'
          ? buildErrorResponse(401, 'AUTH.KEY.MISSING')
          : undefined,
    }),
  buildMutant('malformed-key-unprocessable', 'The error for a malformed key says that a field is invalid.')
    .kills('KEY-004', 'KEY-005', 'KEY-006')
    .by({
      request: (request) => {
        const key = keyOf(request)
        return key === '' || /^pr_(test|live)_[0-9a-f]{32}$/.test(key)
          ? undefined
          : buildErrorResponse(422, 'VALIDATION.FIELD.INVALID')
      },
    }),
  buildMutant('basic-accepted', 'A key is also accepted with the Basic scheme.')
    .kills('KEY-007')
    .by({
      request: (request) => {
        const [, encoded] = /^Basic (.+)$/.exec(headerOf(request, 'authorization') ?? '') ?? []
        if (encoded === undefined) return undefined
        const key = Buffer.from(encoded, 'base64').toString('utf8').replace(/:$/, '')
        return withHeader(request, 'authorization', `Bearer ${key}`)
      },
    }),
  buildMutant('bare-key-accepted', 'A key is also accepted without the Bearer scheme.')
    .kills('KEY-008')
    .by({
      request: (request) => {
        const value = headerOf(request, 'authorization') ?? ''
        return value.startsWith('pr_') ? withHeader(request, 'authorization', `Bearer ${value}`) : undefined
      },
    }),
  buildMutant('revoked-key-works', 'A revoked key still works.')
    .kills('KEY-009', 'KEY-010', 'KEY-016')
    .by(acceptInsteadOf('AUTH.KEY.REVOKED')),
  buildMutant('expired-key-works', 'An expired key still works.')
    .kills('KEY-011', 'KEY-012')
    .by(acceptInsteadOf('AUTH.KEY.EXPIRED')),
  buildMutant('key-expires-early', 'A key expires two minutes too early.')
    .kills('KEY-012')
    .by(() =>
      refuseWith(
        'getWallet',
        401,
        'AUTH.KEY.EXPIRED',
        (_, request, wire) => wire.advancedMs(wire.accountOf(request)) >= 480_000,
      ),
    ),
  buildMutant('labels-per-key', 'Only the key that bought a label can read it.')
    .kills('KEY-015')
    .by(() => {
      const buyers = new Map<string, string>()
      return {
        response: (response, request) => {
          const id = readSuccessJson(response)?.['id']
          if (request.operation === 'buyLabel' && typeof id === 'string') buyers.set(id, keyOf(request))
          const isOthers =
            request.operation === 'getLabel' && typeof id === 'string' && buyers.get(id) !== keyOf(request)
          return isOthers ? buildErrorResponse(404, 'LABEL.NOT_FOUND') : undefined
        },
      }
    }),
  buildMutant(
    'revocation-hits-all',
    'Once one key is revoked, the other keys of the account are refused, too.',
  )
    .kills('KEY-016')
    .by(() => {
      const hit = new Set<string | undefined>()
      return {
        response: (response, request, wire) => {
          const account = wire.accountOf(request)
          if (errorOf(response)?.['code'] === 'AUTH.KEY.REVOKED') hit.add(account)
          return response.status < 300 && hit.has(account)
            ? buildErrorResponse(401, 'AUTH.KEY.REVOKED')
            : undefined
        },
      }
    }),
  buildKeyMutant('test', 'long-test-keys', (digits) => `${digits}00`, /^(Bearer pr_test_[0-9a-f]{32})00$/),
  buildKeyMutant(
    'test',
    'hyphened-test-keys',
    (digits) => `${digits}-t`,
    /^(Bearer pr_test_[0-9a-f]{32})-t$/,
  ),
  buildKeyMutant('live', 'long-live-keys', (digits) => `${digits}00`, /^(Bearer pr_live_[0-9a-f]{32})00$/),
  buildMutant('key-values-listed', 'The list of keys shows the values of the keys.')
    .kills('KEY-029')
    .by(() => {
      const values = new Map<unknown, unknown>()
      return {
        controlResponse: (response) => {
          const json = jsonOf(response)
          if (!isObject(json)) return undefined
          if (typeof json['key'] === 'string') values.set(json['id'], json['key'])
          if (!Array.isArray(json['keys'])) return undefined
          const keys = json['keys'].filter(isObject)
          return withJson(response, { keys: keys.map((each) => ({ ...each, key: values.get(each['id']) })) })
        },
      }
    }),
  buildMutant('key-expires-seconds-early', 'In the last five seconds before it expires, a key gets no rates.')
    .kills('KEY-033')
    .by(
      refuseWith('createRates', 401, 'AUTH.KEY.EXPIRED', (_, request, wire) => {
        const advanced = wire.advancedMs(wire.accountOf(request))
        return advanced >= expiryMs - 5_000 && advanced < expiryMs
      }),
    ),
  buildMutant('key-expires-seconds-late', 'A key still works for 1.5 seconds after its expiration.')
    .kills('KEY-034')
    .by(
      changeKeyRefusals('AUTH.KEY.EXPIRED', (advanced) =>
        advanced < expiryMs + 1_500 ? 'served' : undefined,
      ),
    ),
  buildMutant('expired-key-forgotten', 'The error for a key expired days ago says that the key is unknown.')
    .kills('KEY-035')
    .by(changeKeyRefusals('AUTH.KEY.EXPIRED', (advanced) => (advanced > 2 * dayMs ? 'unknown' : undefined))),
  buildMutant('expired-key-works-again', 'A key that expired months ago works again.')
    .kills('KEY-042')
    .by(changeKeyRefusals('AUTH.KEY.EXPIRED', (advanced) => (advanced > 60 * dayMs ? 'served' : undefined))),
  buildMutant('revoked-key-works-again', 'A key that was revoked months ago works again.')
    .kills('KEY-042')
    .by(changeKeyRefusals('AUTH.KEY.REVOKED', (advanced) => (advanced > 60 * dayMs ? 'served' : undefined))),
  buildMutant('revoked-key-forgotten', 'The error for a key revoked days ago says that the key is unknown.')
    .kills('KEY-036')
    .by(changeKeyRefusals('AUTH.KEY.REVOKED', (advanced) => (advanced > 2 * dayMs ? 'unknown' : undefined))),
]
