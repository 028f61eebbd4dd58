import { withJson } from '../../../../src/conformance/selftest/wire.ts'
import { isObject } from '../../../../src/conformance/wire/fields.ts'
import {
  acceptsInsteadOf,
  confuses,
  isOf,
  type Json,
  objects,
  purchase,
  refused,
  refusesGood,
  refusesWith,
  rewritten,
  sent,
  succeedsWith,
} from '../answers.ts'
import { type Breakage, listed } from '../breakage.ts'
import { expiresAfter } from '../states.ts'

/** Rates, carriers and purchases (choices 23 to 30, 49). */

function refusesQuote(what: string, when: (request: Json) => boolean): Breakage {
  return refusesGood(what, 'createRates', 'LABEL.ADDRESS.UNDELIVERABLE', (request) => when(sent(request)))
}

const soldOnce: Breakage = {
  what: 'A rate is sold once.',
  open: () => {
    const sold = new Set<unknown>()
    return {
      response: (response, request) => {
        const { rate_id } = sent(request)
        if (!isOf(request, 'buyLabel') || response.status !== 201) return undefined
        if (sold.has(rate_id)) return refused(response, 'RATE.NOT_FOUND')
        sold.add(rate_id)
        return undefined
      },
    }
  },
}

const equalPrices = succeedsWith('Equal prices stand in any order.', 'createRates', ({ rates, ...rest }) => {
  const list = [...objects(rates)].reverse()
  return { ...rest, rates: list.sort((a, b) => Number(a['rate_cents']) - Number(b['rate_cents'])) }
})

const failed = (what: string, change: (json: Json) => Json): Breakage =>
  succeedsWith(what, 'createRates', (json) =>
    json['failed_carriers'] === undefined ? undefined : change(json),
  )

export const rateChoices = listed({
  23: [
    refusesQuote('An address that cannot be delivered to is not quoted.', ({ to_address }) => {
      return isObject(to_address) && to_address['zip'] === '00000'
    }),
    refusesQuote('A parcel that is too heavy is not quoted.', ({ parcel }) => {
      return isObject(parcel) && Number(parcel['weight_oz']) > 4_000
    }),
  ],
  24: [equalPrices],
  25: [
    failed('Carriers that failed are names alone.', (json) => ({
      ...json,
      failed_carriers: objects(json['failed_carriers']).map(({ carrier }) => carrier),
    })),
    succeedsWith('The list of failures is always there.', 'createRates', (json) => ({
      failed_carriers: [],
      ...json,
    })),
    failed('The account of a client fails alone.', (json) => ({
      ...json,
      rates: [...objects(json['rates']), { ...objects(json['rates'])[0], carrier: 'UPS' }],
    })),
  ],
  26: [
    refusesWith('With all carriers failed the list is empty.', 'RATE.CARRIER.UNAVAILABLE', (_, response) => ({
      ...withJson(response, { rates: [] }),
      status: 200,
    })),
  ],
  27: [
    expiresAfter(900_000, 'RATE.EXPIRED'),
    confuses('RATE.EXPIRED', 'RATE.NOT_FOUND'),
    confuses('RATE.NOT_FOUND', 'RATE.EXPIRED'),
  ],
  28: [
    soldOnce,
    purchase('A sandbox label shows another price.', (label, live) =>
      live ? undefined : { ...label, rate_cents: 1 },
    ),
  ],
  29: [
    acceptsInsteadOf('LABEL.WEIGHT.EXCEEDED'),
    acceptsInsteadOf('LABEL.ADDRESS.UNDELIVERABLE'),
    acceptsInsteadOf('LABEL.SERVICE.UNAVAILABLE'),
  ],
  30: [
    confuses('WALLET.PAYMENT.FAILED', 'WALLET.INSUFFICIENT_BALANCE'),
    confuses('WALLET.PAYMENT_METHOD.MISSING', 'WALLET.PAYMENT.FAILED'),
    confuses('WALLET.INSUFFICIENT_BALANCE', 'WALLET.PAYMENT.FAILED'),
    purchase('The wallet is not topped up.', (label) => ({ ...label, wallet_balance_after_cents: 0 })),
  ],
  49: [
    rewritten('UPS is called by its whole name.', (text) =>
      text.replaceAll('"UPS"', '"United Parcel Service"'),
    ),
    acceptsInsteadOf('LABEL.WEIGHT.EXCEEDED'),
    acceptsInsteadOf('LABEL.SERVICE.UNAVAILABLE'),
  ],
})
