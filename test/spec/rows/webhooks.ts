import type { Alteration } from '../../../src/conformance/selftest/mutant.ts'
import {
  jsonOf,
  labelOf,
  type WireDelivery,
  withHeader,
  withSignedBody,
} from '../../../src/conformance/selftest/wire.ts'
import { isObject } from '../../../src/conformance/wire/fields.ts'
import type { Json } from './answers.ts'
import { type Breakage, broken, each, listed } from './breakage.ts'
import { another } from './fields.ts'

/** Changes what is delivered, signed as it should be. */
export function delivers(what: string, change: (event: Json) => Json | undefined): Breakage {
  return broken(what, {
    webhook: (delivery) => {
      const event = jsonOf(delivery)
      const changed = isObject(event) ? change(structuredClone({ ...event })) : undefined
      return changed === undefined
        ? undefined
        : [withSignedBody(delivery, Buffer.from(JSON.stringify(changed)))]
    },
  })
}

/** Counts the attempts of each delivery; `change` is given the number of this one, from 1 on. */
export function byAttempt(
  what: string,
  change: (attempt: number, delivery: WireDelivery) => readonly WireDelivery[] | undefined,
): Breakage {
  return {
    what,
    open: (): Alteration => {
      const made = new Map<string, number>()
      return {
        webhook: (delivery) => {
          const attempt = (made.get(labelOf(delivery)) ?? 0) + 1
          made.set(labelOf(delivery), attempt)
          return change(attempt, delivery)
        },
      }
    },
  }
}

export const attemptRows = each(['1', '2', '3', '4', '5'] as const, (number) => [
  byAttempt(`Attempt ${number} is dropped.`, (attempt) => (attempt === Number(number) ? [] : undefined)),
  byAttempt(`Attempt ${number} comes twice.`, (attempt, delivery) =>
    attempt === Number(number) ? [delivery, delivery] : undefined,
  ),
])

function payloadField(name: string) {
  const [first = '', second] = name.split('.')
  const edit = (change: (holder: Json, field: string) => void) => (event: Json) => {
    const inner = event['data']
    const data: Json = isObject(inner) ? { ...inner } : {}
    if (second === undefined) change(event, first)
    else change(data, second)
    return second === undefined ? event : { ...event, data }
  }
  const remove = edit((holder, field) => {
    delete holder[field]
  })
  const change = edit((holder, field) => {
    holder[field] = another(holder[field])
  })
  return [delivers(`${name} is missing.`, remove), delivers(`${name} is another.`, change)] as const
}

export const payloadRows = each(
  [
    'event',
    'data.id',
    'data.carrier',
    'data.service',
    'data.tracking_number',
    'data.rate_cents',
    'data.label_url',
    'data.created_at',
    'timestamp',
  ] as const,
  payloadField,
)

const signature = 'pr-signature'

export const signatureRows = listed({
  'PR-Signature': [
    broken('There is no signature.', { webhook: (delivery) => [withHeader(delivery, signature, undefined)] }),
    broken('The signature is made with another secret.', {
      webhook: (delivery) => [withSignedBody({ ...delivery, secret: 'whsec_another' }, delivery.body)],
    }),
    broken('The signature is made over other bytes.', {
      webhook: (delivery) => {
        const { headers } = withSignedBody(delivery, Buffer.from(`${delivery.body} `))
        return [{ ...delivery, headers }]
      },
    }),
    broken('The digest has no prefix.', {
      webhook: (delivery) => [
        withHeader(delivery, signature, String(delivery.headers[signature]).replace('sha256=', '')),
      ],
    }),
  ],
})
