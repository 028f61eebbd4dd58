import type { Alteration } from '../../../src/conformance/selftest/mutant.ts'
import {
  jsonOf,
  labelOf,
  type WireResponse,
  withHeader,
  withJson,
  withSignedBody,
} from '../../../src/conformance/selftest/wire.ts'
import { isObject } from '../../../src/conformance/wire/fields.ts'
import {
  answersWith,
  type Breakage,
  broken,
  changedJson,
  confuses,
  controlAnswers,
  errorIn,
  forgives,
  isLive,
  isOf,
  type Json,
  listed,
  objects,
  refused,
  refusesGood,
  refusesWith,
  sent,
  succeedsWith,
} from './breakage.ts'
import { goesTo } from './limits.ts'
import { labels } from './resources.ts'
import { sharedLimits } from './rules.ts'
import { expiresAfter, itemsOf, neverRefreshed, showsAtOnce } from './states.ts'
import { byAttempt, delivers } from './webhooks.ts'

/** Each choice of docs/choices.md, and what else could have been chosen. */

const download = goesTo('GET /v1/labels/{id}/download')
const sample = goesTo('GET /v1/sandbox/labels/{id}.pdf')

/** Whether an error is about a field with this name. */
const about =
  (shape: RegExp) =>
  ({ field }: Json): boolean =>
    shape.test(String(field))

function withoutLimits(response: WireResponse): WireResponse {
  const names = Object.keys(response.headers).filter((name) => name.startsWith('x-ratelimit'))
  return names.reduce((changed, name) => withHeader(changed, name, undefined), response)
}

/** Changes the text of an answer, where that changes anything. */
function rewritten(
  what: string,
  change: (text: string) => string,
  of: (path: string) => boolean = () => true,
): Breakage {
  const rewrite = (response: WireResponse): WireResponse | undefined => {
    const text = response.body.toString()
    const changed = change(text)
    return changed === text ? undefined : { ...response, body: Buffer.from(changed) }
  }
  return broken(what, { response: (response, { path }) => (of(path) ? rewrite(response) : undefined) })
}

const requestChoices = listed({
  1: [
    answersWith('The key is looked at before the path.', (response, request) =>
      response.status === 404 && !('authorization' in request.headers)
        ? refused(response, 'AUTH.KEY.MISSING')
        : undefined,
    ),
    confuses('AUTH.RATE_LIMIT.EXCEEDED', 'AUTH.KEY.INSUFFICIENT_SCOPE'),
    answersWith('The limit is looked at before the key.', (response) =>
      errorIn(response)?.['code'] === 'AUTH.KEY.REVOKED'
        ? { ...refused(response, 'AUTH.RATE_LIMIT.EXCEEDED'), status: 429 }
        : undefined,
    ),
    confuses(
      'AUTH.KEY.INSUFFICIENT_SCOPE',
      'VALIDATION.FIELD.INVALID',
      (_, request) => jsonOf(request) === undefined,
    ),
    confuses('AUTH.KEY.SANDBOX_IN_PRODUCTION', 'RATE.EXPIRED'),
    confuses('VALIDATION.FIELD.INVALID', 'AUTH.KEY.SANDBOX_IN_PRODUCTION', about(/^rate_id$/)),
  ],
  2: [
    confuses('REQUEST.METHOD.NOT_ALLOWED', 'REQUEST.ROUTE.NOT_FOUND'),
    confuses('REQUEST.ROUTE.NOT_FOUND', 'REQUEST.METHOD.NOT_ALLOWED'),
    answersWith('Allow is missing.', (response) => withHeader(response, 'Allow', undefined)),
    answersWith('HEAD is taken nowhere.', (response, { method }) =>
      method === 'HEAD' && response.status !== 405 ? { ...response, status: 405 } : undefined,
    ),
    answersWith('HEAD is taken everywhere.', (response, { method }) =>
      method === 'HEAD' && response.status === 405 ? { ...response, status: 200 } : undefined,
    ),
    answersWith('Another method counts.', (response) =>
      response.status === 405 && response.headers['x-ratelimit-remaining'] !== undefined
        ? withHeader(response, 'X-RateLimit-Remaining', '298')
        : undefined,
    ),
    answersWith('A path that is not there has a limit.', (response) =>
      errorIn(response)?.['code'] === 'REQUEST.ROUTE.NOT_FOUND'
        ? withHeader(response, 'X-RateLimit-Limit', '300')
        : undefined,
    ),
  ],
  3: [
    forgives('VALIDATION.FIELD.INVALID', about(/^body$/)),
    forgives('VALIDATION.FIELD.INVALID', about(/^Content-Type$/)),
    refusesWith('No field is named.', 'VALIDATION.FIELD.INVALID', ({ field: _, ...rest }) => rest),
  ],
  4: [
    confuses('REQUEST.BODY.TOO_LARGE', 'VALIDATION.FIELD.INVALID'),
    forgives('VALIDATION.FIELD.INVALID', about(/^body$/)),
    forgives('VALIDATION.FIELD.INVALID', about(/name$|^rate_id$/)),
    confuses('BATCH.SIZE.EXCEEDED', 'REQUEST.BODY.TOO_LARGE'),
    answersWith('A body must be smaller than 256 KiB.', (response, { body }) =>
      body.length === 256 * 1024
        ? { ...refused(response, 'REQUEST.BODY.TOO_LARGE'), status: 413 }
        : undefined,
    ),
  ],
  5: [
    refusesWith('A field within a field has its own name alone.', undefined, ({ field, ...rest }) => {
      const last = String(field).split('.').at(-1)
      return last === String(field) ? undefined : { ...rest, field: last }
    }),
  ],
  6: [
    answersWith('What is not known is refused.', (response, request) =>
      isOf(request, 'createRates') && 'note' in sent(request)
        ? refused(response, 'VALIDATION.FIELD.INVALID')
        : undefined,
    ),
  ],
  7: [
    forgives('VALIDATION.FIELD.INVALID', about(/^parcel\./)),
    forgives('VALIDATION.FIELD.INVALID', about(/rate_cents$/)),
    answersWith('A weight must be a whole number.', (response, request) => {
      const { parcel } = sent(request)
      const isWhole = !isObject(parcel) || Number.isInteger(parcel['weight_oz'])
      return isWhole || response.status !== 200 ? undefined : refused(response, 'VALIDATION.FIELD.INVALID')
    }),
  ],
})

/** The ids of the first quote for every quote. */
const sameRateIds: Breakage = {
  what: 'The ids of rates come again.',
  open: (): Alteration => {
    let first: readonly Json[] = []
    return {
      response: (response, request) =>
        changedJson(response, request, 'createRates', ({ rates, ...rest }) => {
          if (first.length === 0) first = objects(rates)
          return {
            ...rest,
            rates: objects(rates).map((rate, index) => ({ ...rate, id: first[index]?.['id'] })),
          }
        }),
    }
  },
}

const answerChoices = listed({
  8: [
    answersWith('What is created is answered 200.', (response) =>
      response.status === 201 ? { ...response, status: 200 } : undefined,
    ),
    answersWith('A batch that was bought is answered 200.', (response) =>
      response.status === 202 ? { ...response, status: 200 } : undefined,
    ),
  ],
  9: [
    rewritten('Ids are in capitals.', (text) =>
      text.replace(/"([a-z]+)_([a-z0-9]{24})"/g, (_, prefix, digits) =>
        prefix === 'req' ? `"${prefix}_${digits}"` : `"${prefix}_${String(digits).toUpperCase()}"`,
      ),
    ),
    sameRateIds,
    controlAnswers('The ids of keys have another prefix.', (json) =>
      Array.isArray(json['keys'])
        ? {
            keys: objects(json['keys']).map((key) => ({ ...key, id: String(key['id']).replace('key', 'k') })),
          }
        : undefined,
    ),
  ],
  10: [rewritten('Times have no milliseconds.', (text) => text.replaceAll('.000Z"', 'Z"'))],
})

const limitChoices = listed({
  11: [
    sharedLimits,
    answersWith('Windows are the minutes of the clock.', (response) => {
      const reset = Number(response.headers['x-ratelimit-reset'])
      return Number.isNaN(reset)
        ? undefined
        : withHeader(response, 'X-RateLimit-Reset', String(Math.floor(reset / 60) * 60))
    }),
    answersWith('What is refused does not count.', (response) => {
      const left = Number(response.headers['x-ratelimit-remaining'])
      return [403, 422].includes(response.status)
        ? withHeader(response, 'X-RateLimit-Remaining', String(left + 1))
        : undefined
    }),
    answersWith('What the limit refuses prolongs the window.', (response) =>
      response.status === 429 ? withHeader(response, 'Retry-After', '60') : undefined,
    ),
  ],
  12: [
    answersWith('Without a good key there are no limits.', (response, request) =>
      response.status === 401 || !('authorization' in request.headers) ? withoutLimits(response) : undefined,
    ),
    answersWith('A path that is not there has a limit.', (response) =>
      errorIn(response)?.['code'] === 'REQUEST.ROUTE.NOT_FOUND'
        ? withHeader(response, 'X-RateLimit-Limit', '300')
        : undefined,
    ),
    answersWith('Another method has no limits.', (response) =>
      response.status === 405 ? withoutLimits(response) : undefined,
    ),
  ],
  13: [
    answersWith('Downloads have no limit.', (response, request) =>
      download(request) ? withHeader(response, 'X-RateLimit-Limit', '0') : undefined,
    ),
    answersWith('Samples have no limit.', (response, request) =>
      sample(request) ? withHeader(response, 'X-RateLimit-Limit', '0') : undefined,
    ),
    {
      what: 'Downloads count as labels that are read.',
      open: () => {
        let downloads = 0
        return {
          response: (response, request) => {
            if (download(request) && response.status !== 429) downloads += 1
            const left = Number(response.headers['x-ratelimit-remaining']) - downloads
            return isOf(request, 'getLabel') && downloads > 0
              ? withHeader(response, 'X-RateLimit-Remaining', String(left))
              : undefined
          },
        }
      },
    },
  ],
})

const keyChoices = listed({
  14: [
    answersWith('An empty header is an invalid key.', (response, request) =>
      request.headers['authorization']?.trim() === '' ? refused(response, 'AUTH.KEY.INVALID') : undefined,
    ),
    forgives('AUTH.KEY.INVALID'),
    confuses(
      'AUTH.KEY.INVALID',
      'AUTH.KEY.MISSING',
      (_, { headers }) => !/^Bearer /.test(headers['authorization'] ?? ''),
    ),
    confuses('AUTH.KEY.REVOKED', 'AUTH.KEY.EXPIRED'),
  ],
  15: [
    refusesGood(
      'To register a tracker takes another scope.',
      'registerTracker',
      'AUTH.KEY.INSUFFICIENT_SCOPE',
    ),
    refusesGood('To list deliveries takes a scope.', 'listDeliveries', 'AUTH.KEY.INSUFFICIENT_SCOPE'),
  ],
  16: [
    refusesWith('What is live is not found by a test key.', 'AUTH.KEY.SANDBOX_IN_PRODUCTION', (_, response) =>
      refused(response, 'LABEL.NOT_FOUND'),
    ),
    answersWith("What is another's is told to be so.", (response) => {
      const code = String(errorIn(response)?.['code'])
      return /^(RATE|LABEL|BATCH|TRACKER)\.NOT_FOUND$/.test(code)
        ? refused(response, 'AUTH.KEY.SANDBOX_IN_PRODUCTION')
        : undefined
    }),
  ],
})

const addressChoices = listed({
  17: [
    forgives('VALIDATION.FIELD.REQUIRED', about(/^(street1|city|state|zip|country)$/)),
    forgives('VALIDATION.FIELD.REQUIRED', about(/_address\.name$/)),
    answersWith('To validate an address takes a name.', (response, request) =>
      isOf(request, 'validateAddress') && response.status === 200 && !('name' in sent(request))
        ? refused(response, 'VALIDATION.FIELD.REQUIRED')
        : undefined,
    ),
    succeedsWith('A second line of the street is lost.', 'validateAddress', ({ address, ...rest }) => ({
      ...rest,
      address: isObject(address) ? { ...address, street2: null } : address,
    })),
  ],
  18: [
    succeedsWith('The address is as it was sent.', 'validateAddress', (json, request) => ({
      ...json,
      address: { ...sent(request), street2: null },
    })),
    succeedsWith('The address is not shown.', 'validateAddress', ({ address: _, ...rest }) => rest),
  ],
  19: [forgives('ADDRESS.VALIDATION.FAILED'), forgives('LABEL.ADDRESS.UNDELIVERABLE')],
  20: [
    forgives('ADDRESS.VALIDATION.AMBIGUOUS'),
    refusesWith('There is one suggestion.', 'ADDRESS.VALIDATION.AMBIGUOUS', ({ suggestions, ...rest }) => ({
      ...rest,
      suggestions: objects(suggestions).slice(0, 1),
    })),
    refusesWith(
      'A suggestion is no whole address.',
      'ADDRESS.VALIDATION.AMBIGUOUS',
      ({ suggestions, ...rest }) => ({
        ...rest,
        suggestions: objects(suggestions).map((each) => ({ ...each, street1: 'Oak Street' })),
      }),
    ),
  ],
  21: [
    succeedsWith('A label has street alone.', 'buyLabel', ({ to_address, ...rest }) => {
      const { street1: _, ...others }: Json = isObject(to_address) ? { ...to_address } : {}
      return { ...rest, to_address: others }
    }),
    succeedsWith('Numbers are made up anew.', 'getLabel', ({ to_address, ...rest }) => ({
      ...rest,
      to_address: isObject(to_address) ? { ...to_address, phone: '+15125550199' } : to_address,
    })),
    succeedsWith('What was sent is made up.', 'buyLabel', ({ from_address, ...rest }) => ({
      ...rest,
      from_address: isObject(from_address) ? { ...from_address, phone: '+15125550199' } : from_address,
    })),
  ],
  22: [
    forgives('VALIDATION.FIELD.REQUIRED', about(/^parcel\./)),
    broken('Sizes do not count.', {
      request: (request) => {
        const { parcel, ...rest } = sent(request)
        if (!isOf(request, 'createRates') || !isObject(parcel) || !('length' in parcel)) return undefined
        return withJson(request, { ...rest, parcel: { ...parcel, length: 1, width: 1, height: 1 } })
      },
    }),
  ],
})

function purchase(what: string, change: (label: Json, isLiveKey: boolean) => Json | undefined): Breakage {
  return succeedsWith(what, 'buyLabel', (label, request) => change(label, isLive(request)))
}

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

const rateChoices = listed({
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
    forgives('LABEL.WEIGHT.EXCEEDED'),
    forgives('LABEL.ADDRESS.UNDELIVERABLE'),
    forgives('LABEL.SERVICE.UNAVAILABLE'),
  ],
  30: [
    confuses('WALLET.PAYMENT.FAILED', 'WALLET.INSUFFICIENT_BALANCE'),
    confuses('WALLET.PAYMENT_METHOD.MISSING', 'WALLET.PAYMENT.FAILED'),
    confuses('WALLET.INSUFFICIENT_BALANCE', 'WALLET.PAYMENT.FAILED'),
    purchase('The wallet is not topped up.', (label) => ({ ...label, wallet_balance_after_cents: 0 })),
  ],
})

const walletChoices = listed({
  31: [
    purchase('A sandbox purchase is taken from the balance.', (label, live) =>
      live
        ? undefined
        : { ...label, wallet_balance_after_cents: Number(label['wallet_balance_after_cents']) - 1 },
    ),
    succeedsWith('The wallet of the sandbox is limited.', 'getWallet', (wallet) => ({
      ...wallet,
      unlimited: false,
    })),
  ],
  32: [
    succeedsWith('The wallet tells of its past.', 'getWallet', (wallet) => ({ ...wallet, ledger: [] })),
    succeedsWith(
      'The wallet does not tell of auto-reload.',
      'getWallet',
      ({ auto_reload: _, ...rest }) => rest,
    ),
  ],
})

const labelChoices = listed({
  33: [
    delivers('A webhook names the sample.', (event) => {
      const { data } = event
      if (!isObject(data)) return undefined
      const url = String(data['label_url']).replace('/v1/labels/', '/v1/sandbox/labels/')
      return { ...event, data: { ...data, label_url: url.replace('/download', '.pdf') } }
    }),
    purchase('A sandbox label names the download.', (label, live) =>
      live ? undefined : { ...label, label_url: String(label['label_url']).replace('/sandbox', '') },
    ),
    purchase('A live label names a sample.', (label, live) =>
      live
        ? { ...label, label_url: String(label['label_url']).replace('/labels', '/sandbox/labels') }
        : undefined,
    ),
    answersWith('A sample takes a key.', (response, request) =>
      sample(request) && !('authorization' in request.headers)
        ? refused(response, 'AUTH.KEY.MISSING')
        : undefined,
    ),
    answersWith('A PDF is told to be bytes.', (response, request) =>
      download(request) && response.status === 200
        ? withHeader(response, 'content-type', 'application/octet-stream')
        : undefined,
    ),
  ],
  34: [
    labels('A void is pending.', (label) =>
      label['void_status'] === 'requested' ? { ...label, void_status: 'pending' } : undefined,
    ),
    labels('A label does not tell when its void was asked for.', ({ void_requested_at, ...rest }) =>
      void_requested_at === undefined ? undefined : rest,
    ),
    succeedsWith('A void answers the whole label.', 'voidLabel', (json) => ({ ...json, carrier: 'UPS' })),
  ],
  35: [
    {
      what: 'After a scan a pending void is too late.',
      open: () => {
        let isScanned = false
        return {
          controlRequest: ({ path }) => {
            if (path.endsWith('/scan')) isScanned = true
            return undefined
          },
          response: (response) =>
            isScanned && errorIn(response)?.['code'] === 'LABEL.VOID.ALREADY_REQUESTED'
              ? refused(response, 'LABEL.VOID.INELIGIBLE')
              : undefined,
        }
      },
    },
  ],
})

const twice: Breakage = {
  what: 'Each registration makes a tracker.',
  open: () => {
    const seen = new Set<unknown>()
    return {
      response: (response, request) =>
        changedJson(response, request, 'registerTracker', (tracker) => {
          const { id } = tracker
          if (!seen.has(id)) seen.add(id)
          else return { ...tracker, id: `trk_${'0'.repeat(24)}` }
          return undefined
        }),
    }
  },
}

const trackers = ['registerTracker', 'getTracker'] as const
const eventsOf = (
  what: string,
  change: (events: readonly Json[], tracker: Json) => readonly Json[],
): Breakage =>
  succeedsWith(what, trackers, (tracker) => ({
    ...tracker,
    events: change(objects(tracker['events']), tracker),
  }))

const trackingChoices = listed({
  36: [
    twice,
    succeedsWith('A registration answers an id alone.', 'registerTracker', ({ id }) => ({ id })),
    forgives('VALIDATION.FIELD.INVALID', about(/^carrier$/)),
    answersWith('Letter case counts in a name.', (response, request) =>
      isOf(request, 'registerTracker') && sent(request)['carrier'] === 'fedex'
        ? refused(response, 'VALIDATION.FIELD.INVALID')
        : undefined,
    ),
  ],
  37: [
    eventsOf('The newest event stands first.', (events) => [...events].reverse()),
    eventsOf('An event has no time.', (events) => events.map(({ timestamp: _, ...rest }) => rest)),
    eventsOf('An event has no place.', (events) => events.map((event) => ({ ...event, location: null }))),
  ],
  38: [
    succeedsWith('The digits of a number mean nothing.', trackers, (tracker) =>
      /^9999\d{3}$/.test(String(tracker['tracking_number']))
        ? { ...tracker, status: 'pre_transit', events: [] }
        : undefined,
    ),
    succeedsWith('A number that nobody knows is on its way.', trackers, (tracker) =>
      String(tracker['tracking_number']).startsWith('1Z') ? { ...tracker, status: 'in_transit' } : undefined,
    ),
  ],
  39: [showsAtOnce, neverRefreshed],
})

const carrierAccountChoices = listed({
  40: [
    forgives('CARRIER.ACCOUNT.INVALID_CREDENTIALS'),
    forgives('CARRIER.ACCOUNT.NOT_FOUND'),
    succeedsWith('Accounts have no names.', 'listCarrierAccounts', ({ carrier_accounts }) => ({
      carrier_accounts: objects(carrier_accounts).map((account) => ({ ...account, nickname: 'mine' })),
    })),
  ],
})

const batches = ['createBatch', 'getBatch'] as const

const batchChoices = listed({
  41: [
    forgives('VALIDATION.FIELD.REQUIRED', about(/^items/)),
    forgives('VALIDATION.FIELD.INVALID', about(/^items$/)),
    answersWith('A rate that is gone spoils a batch.', (response, request) =>
      itemsOf(request) > 0 && request.body.includes('rate_long_gone')
        ? refused(response, 'RATE.NOT_FOUND')
        : undefined,
    ),
  ],
  42: [
    forgives('WALLET.INSUFFICIENT_BALANCE'),
    succeedsWith('A batch costs as much as its first item.', batches, (batch) => ({
      ...batch,
      total_cost_cents: objects(batch['items'])[0]?.['rate_cents'],
    })),
  ],
  43: [
    succeedsWith('A batch is done at once.', batches, (batch) => ({
      ...batch,
      status: batch['status'] === 'processing' ? 'completed' : batch['status'],
    })),
    succeedsWith('An item does not tell why it failed.', batches, (batch) => ({
      ...batch,
      items: objects(batch['items']).map((item) => ({ ...item, error: null })),
    })),
    controlAnswers('An item that failed is paid for.', (wallet) =>
      'balance_cents' in wallet ? { ...wallet, balance_cents: 98_500 } : undefined,
    ),
    {
      what: 'A batch tells of its first label alone.',
      open: () => {
        const told = new Set<string>()
        return {
          webhook: (delivery) => {
            told.add(labelOf(delivery))
            return told.size > 2 ? [] : undefined
          },
        }
      },
    },
  ],
  44: [
    {
      what: 'A batch that is completed can be bought again.',
      open: () => {
        const completed = new Set<string>()
        return {
          response: (response, request) => {
            const id = /bat_[a-z0-9]+/.exec(request.path)?.[0] ?? ''
            const json = jsonOf(response)
            if (isObject(json) && json['status'] === 'completed') completed.add(id)
            return isOf(request, 'buyBatch') && completed.has(id)
              ? { ...withJson(response, {}), status: 202 }
              : undefined
          },
        }
      },
    },
  ],
})

/** Each attempt is signed for its own body. */
function bodyOf(what: string, change: (attempt: number) => string): Breakage {
  return byAttempt(what, (attempt, delivery) => {
    const event = jsonOf(delivery)
    if (!isObject(event) || attempt === 1) return undefined
    return [withSignedBody(delivery, Buffer.from(JSON.stringify({ ...event, timestamp: change(attempt) })))]
  })
}

/** Attempts after the first go to whatever URL the account has by then. */
const goesWithTheUrl: Breakage = {
  what: 'A pending delivery goes to the URL of the moment.',
  open: () => {
    const seen = new Set<string>()
    let account = ''
    return {
      controlRequest: ({ path }) => {
        account = /accounts\/([^/]+)\/webhook$/.exec(path)?.[1] ?? account
        return undefined
      },
      webhook: async (delivery, wire) => {
        const isFirst = !seen.has(labelOf(delivery))
        seen.add(labelOf(delivery))
        if (isFirst) return undefined
        await wire.emit(account, jsonOf(delivery))
        return []
      },
    }
  },
}

/** The log as the service lists it, changed. */
function log(what: string, change: (entries: readonly Json[]) => readonly Json[]): Breakage {
  return succeedsWith(what, 'listDeliveries', ({ deliveries }) => ({
    deliveries: change(objects(deliveries)),
  }))
}

const logged = {
  id: `whd_${'0'.repeat(24)}`,
  event: 'label.created',
  label_id: `lbl_${'0'.repeat(24)}`,
  status: 'failed',
  response_code: null,
  attempts: 0,
  created_at: '2030-03-04T12:00:00.000Z',
  last_attempt_at: null,
  next_attempt_at: null,
}

const webhookChoices = listed({
  45: [
    broken('A redirect is a success.', { reply: (status) => (status === 302 ? 200 : undefined) }),
    broken('What is gone is not tried again.', { reply: (status) => (status === 410 ? 200 : undefined) }),
    broken('A failure is a success.', {
      reply: (status) => (status > 499 || status === 0 ? 200 : undefined),
    }),
    goesWithTheUrl,
  ],
  46: [
    bodyOf('Each attempt has a time of its own.', (attempt) => `2030-03-04T12:00:0${attempt}.000Z`),
    broken('What is signed is sorted and spaced.', {
      webhook: (delivery) => {
        const { headers } = withSignedBody(delivery, Buffer.from(JSON.stringify(jsonOf(delivery), null, 1)))
        return [{ ...delivery, headers }]
      },
    }),
  ],
  47: [
    log('The oldest stands first.', (entries) => [...entries].reverse()),
    log('An entry is pending for ever.', (entries) =>
      entries.map((entry) => ({ ...entry, status: 'pending' })),
    ),
    log('Every environment sees an entry.', (entries) => (entries.length === 0 ? [logged] : entries)),
  ],
  48: [log('What was never sent has failed.', (entries) => (entries.length === 0 ? [logged] : entries))],
})

const otherChoices = listed({
  49: [
    rewritten('UPS is called by its whole name.', (text) =>
      text.replaceAll('"UPS"', '"United Parcel Service"'),
    ),
    forgives('LABEL.WEIGHT.EXCEEDED'),
    forgives('LABEL.SERVICE.UNAVAILABLE'),
  ],
  50: [
    refusesWith('docs_url leads elsewhere.', undefined, (error) => ({
      ...error,
      docs_url: 'https://example.com/docs',
    })),
    answersWith('There is no page of errors.', (response, { path }) =>
      path.startsWith('/docs/errors') ? { ...response, status: 404 } : undefined,
    ),
  ],
})

export const choiceRows = [
  ...requestChoices,
  ...answerChoices,
  ...limitChoices,
  ...keyChoices,
  ...addressChoices,
  ...rateChoices,
  ...walletChoices,
  ...labelChoices,
  ...trackingChoices,
  ...carrierAccountChoices,
  ...batchChoices,
  ...webhookChoices,
  ...otherChoices,
] as const
