import { jsonOf } from '../../../src/conformance/selftest/wire.ts'
import { isObject } from '../../../src/conformance/wire/fields.ts'
import {
  acceptsInsteadOf,
  answersWith,
  controlAnswers,
  isLive,
  refused,
  refusesGood,
  succeedsWith,
} from './answers.ts'
import { listed } from './breakage.ts'

export const keyTypeRows = listed({
  pr_live_: [
    succeedsWith('Labels of a live key are of the sandbox.', 'buyLabel', (label, request) =>
      isLive(request) ? { ...label, sandbox: true } : undefined,
    ),
    succeedsWith('The live key is not charged.', 'buyLabel', (label, request) =>
      isLive(request) ? { ...label, wallet_balance_after_cents: 100_000 } : undefined,
    ),
  ],
  pr_test_: [
    succeedsWith('Labels of a test key are real.', 'buyLabel', (label, request) =>
      isLive(request) ? undefined : { ...label, sandbox: false },
    ),
    succeedsWith('The test key is charged.', 'buyLabel', (label, request) =>
      isLive(request)
        ? undefined
        : {
            ...label,
            wallet_balance_after_cents:
              Number(label['wallet_balance_after_cents']) - Number(label['rate_cents']),
          },
    ),
  ],
})

export const keyFormatRows = listed({
  'prefix and 32 hexadecimal characters': [
    acceptsInsteadOf('AUTH.KEY.INVALID'),
    controlAnswers('Keys are in capitals.', ({ keys, ...rest }) =>
      isObject(keys) && typeof keys['test'] === 'string'
        ? { ...rest, keys: { ...keys, test: keys['test'].toUpperCase() } }
        : undefined,
    ),
  ],
  environment: [
    acceptsInsteadOf('AUTH.KEY.SANDBOX_IN_PRODUCTION'),
    {
      what: 'A label is seen by the key alone that bought it.',
      open: () => {
        const buyers = new Map<unknown, string | undefined>()
        return {
          response: (response, request) => {
            const json = jsonOf(response)
            const key = request.headers['authorization']
            if (!isObject(json) || response.status > 299) return undefined
            if (request.operation === 'buyLabel') buyers.set(json['id'], key)
            const isOthers = request.operation === 'getLabel' && buyers.get(json['id']) !== key
            return isOthers ? refused(response, 'LABEL.NOT_FOUND') : undefined
          },
        }
      },
    },
  ],
  scopes: [
    acceptsInsteadOf('AUTH.KEY.INSUFFICIENT_SCOPE'),
    answersWith('A key with one scope has none.', (response, request) =>
      request.operation !== undefined && ![401, 403].includes(response.status)
        ? refused(response, 'AUTH.KEY.INSUFFICIENT_SCOPE')
        : undefined,
    ),
  ],
  expiration: [
    acceptsInsteadOf('AUTH.KEY.EXPIRED'),
    refusesGood('A key has expired from the beginning.', 'getWallet', 'AUTH.KEY.EXPIRED'),
    controlAnswers('A key does not know when it expires.', (json) =>
      'expires_at' in json ? { ...json, expires_at: null } : undefined,
    ),
  ],
})
