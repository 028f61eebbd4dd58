import type { StatementId } from '../../section.ts'
import { dutyCase, type ReceiverCase } from '../case.ts'
import { type Delivery, newDelivery } from '../delivery.ts'

/** A kind of delivery that is not genuine. */
interface Forgery {
  readonly id: ReceiverCase['id']
  /** The words after `a delivery with` that describe the forgery. */
  readonly what: string
  /** The statement on the signature that the delivery does not keep to. */
  readonly breaks: StatementId
  make(): Delivery
}

const asJson = (delivery: Delivery): string => String(delivery.body)

/** Makes a delivery whose body is altered after it was signed. */
function alterDelivery(alter: (body: string) => string | Buffer): Delivery {
  const delivery = newDelivery()
  return { ...delivery, body: alter(asJson(delivery)), signing: { text: asJson(delivery) } }
}

/** The digits of no signature. */
const zeros = '0'.repeat(64)

export const forgeries: readonly Forgery[] = [
  {
    id: 'RECV-002',
    what: 'one changed byte',
    breaks: 'EVENTS-24',
    make: () => alterDelivery((body) => body.replace('"rate_cents":845', '"rate_cents":945')),
  },
  {
    id: 'RECV-003',
    what: 'a signature with another secret',
    breaks: 'EVENTS-25',
    make: () => newDelivery({ signing: { key: { text: `whsec_${zeros.slice(0, 32)}` } } }),
  },
  {
    id: 'RECV-004',
    what: 'no signature',
    breaks: 'EVENTS-22',
    make: () => newDelivery({ signing: null }),
  },
  {
    id: 'RECV-005',
    what: 'an empty signature',
    breaks: 'EVENTS-22',
    make: () => newDelivery({ signing: { value: '' } }),
  },
  {
    id: 'RECV-006',
    what: 'a signature of the JSON after it was parsed and written again',
    breaks: 'EVENTS-24',
    make: () => {
      const delivery = newDelivery()
      const spaced = JSON.stringify(JSON.parse(asJson(delivery)), null, 2)
      return { ...delivery, body: spaced, signing: { text: asJson(delivery) } }
    },
  },
  {
    id: 'RECV-007',
    what: 'the prefix sha1= before the right digits',
    breaks: 'EVENTS-22',
    make: () => newDelivery({ signing: { prefix: 'sha1=' } }),
  },
  {
    id: 'RECV-008',
    what: 'the right digits without the prefix sha256=',
    breaks: 'EVENTS-22',
    make: () => newDelivery({ signing: { prefix: '' } }),
  },
  {
    id: 'RECV-009',
    what: 'the right digits in upper case',
    breaks: 'EVENTS-23',
    make: () => newDelivery({ signing: { digits: 'upper' } }),
  },
  {
    id: 'RECV-010',
    what: 'the right signature in the header X-PR-Signature',
    breaks: 'EVENTS-22',
    make: () => newDelivery({ signing: { header: 'X-PR-Signature' } }),
  },
  {
    id: 'RECV-011',
    what: 'the signature of another delivery',
    breaks: 'EVENTS-24',
    make: () => newDelivery({ signing: { text: asJson(newDelivery()) } }),
  },
  {
    id: 'RECV-012',
    what: 'the first half of the right signature',
    breaks: 'EVENTS-24',
    make: () => newDelivery({ signing: { digits: 'first half' } }),
  },
  {
    id: 'RECV-013',
    what: 'the right signature with more digits after it',
    breaks: 'EVENTS-24',
    make: () => newDelivery({ signing: { digits: 'extended' } }),
  },
  {
    id: 'RECV-014',
    what: 'a plain SHA-256 without any secret',
    breaks: 'EVENTS-25',
    make: () => newDelivery({ signing: { key: 'none' } }),
  },
  {
    id: 'RECV-015',
    what: 'a signature with an empty secret',
    breaks: 'EVENTS-25',
    make: () => newDelivery({ signing: { key: { text: '' } } }),
  },
  {
    id: 'RECV-016',
    what: 'a signature with letters that are not ASCII',
    breaks: 'EVENTS-23',
    make: () => newDelivery({ signing: { value: `sha256=${'é'.repeat(64)}` } }),
  },
  {
    id: 'RECV-017',
    what: 'an empty body and the signature of a full one',
    breaks: 'EVENTS-24',
    make: () => alterDelivery(() => ''),
  },
  {
    id: 'RECV-018',
    what: 'bytes that are not UTF-8 and the signature of the text without them',
    breaks: 'EVENTS-24',
    make: () => alterDelivery((body) => Buffer.concat([Buffer.from(body), Buffer.from([0xff, 0xfe])])),
  },
]

/** Cases with deliveries that are not genuine, each of which gets the status for a wrong signature. */
export const forgeryCases: readonly ReceiverCase[] = forgeries.map(({ id, what, breaks, make }) =>
  dutyCase(id, `The receiver refuses a delivery with ${what}.`)
    .judges('EVENTS-26', breaks)
    .by((t) => t.expectRefused(make())),
)
