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

/** A kind of forged delivery that copies a part of a genuine delivery, which was accepted before. */
interface CopyingForgery extends Omit<Forgery, 'make'> {
  make(accepted: Delivery): Delivery
}

const asJson = (delivery: Delivery): string => String(delivery.body)

/** Makes a delivery whose body is altered after it was signed. */
function alterDelivery(alter: (body: string) => string | Buffer): Delivery {
  const delivery = newDelivery()
  return { ...delivery, body: alter(asJson(delivery)), signing: { text: asJson(delivery) } }
}

const changePrice = (body: string): string => body.replace('"rate_cents":845', '"rate_cents":945')

/** The digits of no signature. */
const zeros = '0'.repeat(64)

/** A signature of the right form that is made with another secret. */
const foreignSigning: Delivery['signing'] = { key: { text: `whsec_${zeros.slice(0, 32)}` } }

export const forgeries: readonly Forgery[] = [
  {
    id: 'RECV-002',
    what: 'one changed byte',
    breaks: 'EVENTS-24',
    make: () => alterDelivery(changePrice),
  },
  {
    id: 'RECV-003',
    what: 'a signature with another secret',
    breaks: 'EVENTS-25',
    make: () => newDelivery({ signing: foreignSigning }),
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
    make: () => withSignatureOf(newDelivery()),
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

/** Makes a forged delivery with the `data.id` of a genuine one and another price. */
const forge = (genuine: Delivery, signing: Delivery['signing']): Delivery => ({
  ...genuine,
  body: changePrice(asJson(genuine)),
  signing,
})

/** Makes two forged deliveries with the `data.id` of a genuine one: with the signature of another secret, and with none. */
export const forgeWithId = (genuine: Delivery): readonly Delivery[] => [
  forge(genuine, foreignSigning),
  forge(genuine, null),
]

/** Makes a forged delivery of a new event with the signature of a genuine delivery. */
export const withSignatureOf = (genuine: Delivery): Delivery =>
  newDelivery({ signing: { text: asJson(genuine) } })

const copyingForgeries: readonly CopyingForgery[] = [
  {
    id: 'RECV-056',
    what: 'the data.id of an accepted one, a changed body and a signature with another secret',
    breaks: 'EVENTS-25',
    make: (accepted) => forge(accepted, foreignSigning),
  },
  {
    id: 'RECV-057',
    what: 'the data.id of an accepted one, a changed body and no signature',
    breaks: 'EVENTS-22',
    make: (accepted) => forge(accepted, null),
  },
  {
    id: 'RECV-058',
    what: 'the body of a new event and the signature of an accepted delivery',
    breaks: 'EVENTS-24',
    make: withSignatureOf,
  },
]

const refusal = ({ id, what, breaks }: Pick<Forgery, 'id' | 'what' | 'breaks'>) =>
  dutyCase(id, `The receiver refuses a delivery with ${what}.`).judges('EVENTS-26', breaks)

/** Cases with deliveries that are not genuine, each of which gets the status for a wrong signature. */
export const forgeryCases: readonly ReceiverCase[] = [
  ...forgeries.map((each) => refusal(each).by((t) => t.expectRefused(each.make()))),
  ...copyingForgeries.map((each) =>
    refusal(each).by(async (t) => {
      const accepted = newDelivery()
      await t.expectAccepted(accepted)
      await t.expectRefused(each.make(accepted))
    }),
  ),
  dutyCase('RECV-059', 'The receiver accepts a genuine event after forged ones with the same data.id.')
    .judges('EVENTS-26', 'EVENTS-27')
    .by(async (t) => {
      const genuine = newDelivery()
      for (const forged of forgeWithId(genuine)) await t.send(forged)
      await t.expectAccepted(genuine)
    }),
]
