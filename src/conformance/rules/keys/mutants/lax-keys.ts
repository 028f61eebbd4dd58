import { errorOf, isLive, keyOf } from '../../../../variations/json-responses.ts'
import { headerOf, jsonOf, withHeader, withJson } from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import { acceptInsteadOf, buildMutant } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'

/** Deliberately broken services that do not check the scopes, the expiration, the revocation or all characters of a key. */
export const laxKeyMutants: readonly Mutant[] = [
  buildMutant('live-scopes-unread', 'The scopes of live keys are not checked.')
    .kills('SCOPE-202')
    .by(acceptInsteadOf('AUTH.KEY.INSUFFICIENT_SCOPE', {}, isLive)),
  buildMutant('live-revoked-key-works', 'A revoked live key still works.')
    .kills('KEY-010')
    .by(acceptInsteadOf('AUTH.KEY.REVOKED', {}, isLive)),
  buildMutant('revoked-key-still-quotes', 'A revoked key still gets rates.')
    .kills('KEY-010')
    .by(acceptInsteadOf('AUTH.KEY.REVOKED', { rates: [] }, ({ operation }) => operation === 'createRates')),
  buildMutant('live-expired-key-works', 'An expired live key still works.')
    .kills('KEY-012')
    .by(acceptInsteadOf('AUTH.KEY.EXPIRED', {}, isLive)),
  buildMutant('expiry-with-leeway', 'A key still works for 30 seconds after its expiration.')
    .kills('KEY-012')
    .by({
      response: (response, request, wire) =>
        errorOf(response)?.['code'] === 'AUTH.KEY.EXPIRED' &&
        wire.advancedMs(wire.accountOf(request)) < 630_000
          ? { ...withJson(response, {}), status: 200 }
          : undefined,
    }),
  buildMutant('no-scopes-for-all', 'A key without scopes is accepted everywhere.')
    .kills('SCOPE-203')
    .by(() => {
      const bare = new Set<string>()
      return {
        controlResponse: (response) => {
          const json = jsonOf(response)
          const isBare = isObject(json) && Array.isArray(json['scopes']) && json['scopes'].length === 0
          if (isBare) bare.add(String(json['key']))
          return undefined
        },
        ...acceptInsteadOf('AUTH.KEY.INSUFFICIENT_SCOPE', {}, (request) => bare.has(keyOf(request))),
      }
    }),
  buildMutant('key-cut-short', 'A key with additional characters at its end is accepted.')
    .kills('KEY-030')
    .by({
      request: (request) => {
        const authorization = headerOf(request, 'authorization') ?? ''
        const cut = /^Bearer pr_(?:test|live)_[0-9a-f]{32}/.exec(authorization)?.[0]
        return cut === undefined || cut === authorization
          ? undefined
          : withHeader(request, 'authorization', cut)
      },
    }),
  buildMutant('last-digit-unread', 'A key with a wrong last digit is accepted.')
    .kills('KEY-031')
    .by(() => {
      const good = new Set<string>()
      return {
        response: (response, request) => {
          const begins = keyOf(request).slice(0, -1)
          if (response.status < 300) good.add(begins)
          return errorOf(response)?.['code'] === 'AUTH.KEY.INVALID' && good.has(begins)
            ? { ...withJson(response, {}), status: 200 }
            : undefined
        },
      }
    }),
]
