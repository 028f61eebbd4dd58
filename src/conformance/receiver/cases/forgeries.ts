import type { RuleResult } from '../../report/report.ts'
import type { StatementId } from '../../section.ts'
import { defineErrorCase, type ReceiverCase } from '../case.ts'
import { createDelivery, type Delivery } from '../delivery.ts'

/** A kind of forged webhook delivery, which the receiver must refuse. */
interface Forgery {
  readonly id: ReceiverCase['id']
  /** A description of the forged part, which follows the words `a delivery with`. */
  readonly what: string
  /** The statement of the specification that a receiver breaks if it accepts the forged delivery. */
  readonly breaks: StatementId
  make(): Delivery
}

/** A kind of forged webhook delivery that copies a part of a genuine delivery, which the receiver has accepted before. */
interface CopyingForgery extends Omit<Forgery, 'make'> {
  make(accepted: Delivery): Delivery
}

const readBodyText = (delivery: Delivery): string => String(delivery.body)

/** Creates a webhook delivery whose body is altered after it was signed. */
function alterDelivery(alter: (body: string) => string | Buffer): Delivery {
  const delivery = createDelivery()
  return { ...delivery, body: alter(readBodyText(delivery)), signing: { text: readBodyText(delivery) } }
}

const changePrice = (body: string): string => body.replace('"rate_cents":845', '"rate_cents":945')

/** Hexadecimal digits that are no valid signature. */
const zeroDigits = '0'.repeat(64)

/** A signature in the documented form, but made with another secret. */
const foreignSigning: Delivery['signing'] = { key: { text: `whsec_${zeroDigits.slice(0, 32)}` } }

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
    make: () => createDelivery({ signing: foreignSigning }),
  },
  {
    id: 'RECV-004',
    what: 'no signature',
    breaks: 'EVENTS-22',
    make: () => createDelivery({ signing: null }),
  },
  {
    id: 'RECV-005',
    what: 'an empty signature',
    breaks: 'EVENTS-22',
    make: () => createDelivery({ signing: { value: '' } }),
  },
  {
    id: 'RECV-006',
    what: 'a signature of the JSON after it was parsed and written again',
    breaks: 'EVENTS-24',
    make: () => {
      const delivery = createDelivery()
      const spaced = JSON.stringify(JSON.parse(readBodyText(delivery)), null, 2)
      return { ...delivery, body: spaced, signing: { text: readBodyText(delivery) } }
    },
  },
  {
    id: 'RECV-007',
    what: 'the prefix sha1= before the correct digits',
    breaks: 'EVENTS-22',
    make: () => createDelivery({ signing: { prefix: 'sha1=' } }),
  },
  {
    id: 'RECV-008',
    what: 'the correct digits without the prefix sha256=',
    breaks: 'EVENTS-22',
    make: () => createDelivery({ signing: { prefix: '' } }),
  },
  {
    id: 'RECV-009',
    what: 'the correct digits in upper case',
    breaks: 'EVENTS-23',
    make: () => createDelivery({ signing: { digits: 'upper' } }),
  },
  {
    id: 'RECV-064',
    what: 'the prefix SHA256= in upper case before the correct digits',
    breaks: 'EVENTS-22',
    make: () => createDelivery({ signing: { prefix: 'SHA256=' } }),
  },
  {
    id: 'RECV-010',
    what: 'the correct signature in the header X-PR-Signature',
    breaks: 'EVENTS-22',
    make: () => createDelivery({ signing: { header: 'X-PR-Signature' } }),
  },
  {
    id: 'RECV-011',
    what: 'the signature of another delivery',
    breaks: 'EVENTS-24',
    make: () => forgeWithCopiedSignature(createDelivery()),
  },
  {
    id: 'RECV-012',
    what: 'the first half of the correct signature',
    breaks: 'EVENTS-24',
    make: () => createDelivery({ signing: { digits: 'first half' } }),
  },
  {
    id: 'RECV-013',
    what: 'the correct signature with more digits after it',
    breaks: 'EVENTS-24',
    make: () => createDelivery({ signing: { digits: 'extended' } }),
  },
  {
    id: 'RECV-014',
    what: 'a plain SHA-256 without any secret',
    breaks: 'EVENTS-25',
    make: () => createDelivery({ signing: { key: 'none' } }),
  },
  {
    id: 'RECV-015',
    what: 'a signature with an empty secret',
    breaks: 'EVENTS-25',
    make: () => createDelivery({ signing: { key: { text: '' } } }),
  },
  {
    id: 'RECV-016',
    what: 'a signature with letters that are not ASCII',
    breaks: 'EVENTS-23',
    make: () => createDelivery({ signing: { value: `sha256=${'é'.repeat(64)}` } }),
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
  {
    id: 'RECV-063',
    what: 'a signature that is correct except for its last digit',
    breaks: 'EVENTS-24',
    make: () => createDelivery({ signing: { digits: 'other last' } }),
  },
]

/** Creates a forged webhook delivery with the `data.id` of a genuine one and another price. */
const forgeDelivery = (genuine: Delivery, signing: Delivery['signing']): Delivery => ({
  ...genuine,
  body: changePrice(readBodyText(genuine)),
  signing,
})

/** Creates two forged webhook deliveries with the `data.id` of a genuine one: one signed with another secret, and one not signed. */
export const forgeWithSameId = (genuine: Delivery): readonly Delivery[] => [
  forgeDelivery(genuine, foreignSigning),
  forgeDelivery(genuine, null),
]

/** Creates a forged webhook delivery: a new event with the signature of a genuine delivery. */
export const forgeWithCopiedSignature = (genuine: Delivery): Delivery =>
  createDelivery({ signing: { text: readBodyText(genuine) } })

const copyingForgeries: readonly CopyingForgery[] = [
  {
    id: 'RECV-056',
    what: 'the data.id of an accepted one, a changed body and a signature with another secret',
    breaks: 'EVENTS-25',
    make: (accepted) => forgeDelivery(accepted, foreignSigning),
  },
  {
    id: 'RECV-057',
    what: 'the data.id of an accepted one, a changed body and no signature',
    breaks: 'EVENTS-22',
    make: (accepted) => forgeDelivery(accepted, null),
  },
  {
    id: 'RECV-058',
    what: 'the body of a new event and the signature of an accepted delivery',
    breaks: 'EVENTS-24',
    make: forgeWithCopiedSignature,
  },
]

const defineRefusalCase = ({ id, what, breaks }: Pick<Forgery, 'id' | 'what' | 'breaks'>) =>
  defineErrorCase(id, `The receiver refuses a delivery with ${what}.`).judges('EVENTS-26', breaks)

/** Examination cases with forged deliveries. The receiver must refuse each with the status for a wrong signature. */
export const forgeryCases: readonly ReceiverCase[] = [
  ...forgeries.map((each) => defineRefusalCase(each).by((t) => t.expectRefused(each.make()))),
  ...copyingForgeries.map((each) =>
    defineRefusalCase(each).by(async (t) => {
      const accepted = createDelivery()
      await t.expectAccepted(accepted)
      await t.expectRefused(each.make(accepted))
    }),
  ),
  defineErrorCase('RECV-059', 'The receiver accepts a genuine event after forged ones with the same data.id.')
    .judges('EVENTS-26', 'EVENTS-27')
    .by(async (t) => {
      const genuine = createDelivery()
      for (const forged of forgeWithSameId(genuine)) await t.send(forged)
      await t.expectAccepted(genuine)
    }),
]

const isForgeryCase = (id: string): boolean =>
  [...forgeries, ...copyingForgeries].some((each) => each.id === id)

/**
 * Gives wrong responses to forgeries one cause: if a receiver responds to a delivery with a wrong signature as to one
 * without a signature, it does not look at signatures, or it refuses with another status. All failed cases with this
 * response then name RECV-004, which in the second case names the option for the status.
 */
export function attributeForgeries(results: readonly RuleResult[]): readonly RuleResult[] {
  const findFailed = (id: string) => results.find((each) => each.id === id && each.status === 'failed')
  const unsigned = findFailed('RECV-004')
  if (unsigned === undefined || findFailed('RECV-003')?.actual !== unsigned.actual) return results
  const follows = ({ id, status, actual }: RuleResult): boolean =>
    status === 'failed' && isForgeryCase(id) && id !== unsigned.id && actual === unsigned.actual
  const status = Number(unsigned.actual)
  const isRefusal = status >= 400 && status < 500
  const advice = `${status}; if the receiver refuses with ${status} on purpose, add --status-unauthorized ${status}`
  const first = isRefusal ? { ...unsigned, actual: advice } : unsigned
  return results.map((each) => {
    if (each === unsigned) return first
    return follows(each) ? { ...each, because: unsigned.id } : each
  })
}
