import type { Json } from '../../../selftest/builders.ts'
import { Receivers } from '../../../selftest/held-events.ts'
import type { Mutant } from '../../../selftest/mutant.ts'
import { Overlaps } from '../../../selftest/overlaps.ts'
import {
  type Answered,
  type Asked,
  blocking,
  refusing,
  remembering,
  told,
  watching,
} from '../../../selftest/watched.ts'
import { jsonOf, withJson, withSignedBody } from '../../../selftest/wire.ts'
import { isObject } from '../../../wire/fields.ts'

const isBought = ({ operation, isGood }: Answered): boolean => operation === 'buyLabel' && isGood
const isRead = ({ operation, isGood }: Answered): boolean => operation === 'getLabel' && isGood
const idOf = ({ json }: Answered): string => String(json['id'])

const bare = (address: unknown): unknown =>
  isObject(address) ? { ...address, phone: null, email: null } : address

const withoutContacts = (seen: Answered) =>
  told(seen, { from_address: bare(seen.json['from_address']), to_address: bare(seen.json['to_address']) })

/** The labels that were bought singly; batches make the others. */
class Singles {
  readonly #ids = new Set<string>()
  note(seen: Answered): void {
    if (isBought(seen)) this.#ids.add(idOf(seen))
  }
  has(id: string): boolean {
    return this.#ids.has(id)
  }
}

/** Labels that are read otherwise than they were bought. */
const readingMutants: readonly Mutant[] = [
  watching(
    'addresses-bare-to-other-keys',
    'A label shows phones and e-mails to the key alone that bought it.',
    ['EXPL-003', 'EXPL-007'],
    () => {
      const buyers = new Map<string, string>()
      return (seen) => {
        if (isBought(seen)) buyers.set(idOf(seen), seen.key)
        const buyer = buyers.get(seen.id)
        return isRead(seen) && buyer !== undefined && buyer !== seen.key ? withoutContacts(seen) : undefined
      }
    },
  ),
  watching(
    'label-url-of-last-bought',
    'A label that is read has the label_url of the label that was bought last.',
    ['EXPL-003'],
    () => {
      const last = new Map<string, unknown>()
      return (seen) => {
        const whose = `${seen.account} ${seen.isLive}`
        if (isBought(seen)) last.set(whose, seen.json['label_url'])
        const label_url = last.get(whose)
        return isRead(seen) && label_url !== undefined && label_url !== seen.json['label_url']
          ? told(seen, { label_url })
          : undefined
      }
    },
  ),
  watching(
    'older-label-reads-as-last',
    'A label that is read has the carrier and the service of the label that was bought last.',
    ['EXPL-003'],
    () => {
      const last = new Map<string, Json>()
      return (seen) => {
        const whose = `${seen.account} ${seen.isLive}`
        if (isBought(seen)) last.set(whose, seen.json)
        const { carrier, service } = last.get(whose) ?? seen.json
        const isOther = carrier !== seen.json['carrier'] || service !== seen.json['service']
        return isRead(seen) && isOther ? told(seen, { carrier, service }) : undefined
      }
    },
  ),
  watching(
    'older-label-from-last-sender',
    'A label that is read has the addresses of the label that was bought last with the same key.',
    ['EXPL-003'],
    () => {
      const last = new Map<string, Json>()
      return (seen) => {
        if (isBought(seen)) last.set(seen.key, seen.json)
        const { id, from_address, to_address } = last.get(seen.key) ?? seen.json
        return isRead(seen) && id !== seen.json['id'] ? told(seen, { from_address, to_address }) : undefined
      }
    },
  ),
  watching(
    'batch-labels-without-contacts',
    'Labels of batches have no phones and e-mails where they are read.',
    ['EXPL-003', 'EXPL-004'],
    () => {
      const singles = new Singles()
      return (seen) => {
        singles.note(seen)
        return isRead(seen) && !singles.has(seen.id) ? withoutContacts(seen) : undefined
      }
    },
  ),
  watching(
    'batch-labels-not-downloaded',
    'The PDF of a label that a batch made is not found.',
    ['EXPL-003', 'EXPL-004'],
    () => {
      const singles = new Singles()
      return (seen) => {
        singles.note(seen)
        if (!seen.request.path.endsWith('/download') || seen.response.status > 299) return undefined
        if (singles.has(seen.id)) return undefined
        const answer = refusing(seen, [404, 'LABEL.NOT_FOUND'])
        return { ...answer, headers: { ...answer.headers, 'Content-Type': 'application/json' } }
      }
    },
  ),
  watching(
    'price-of-last-quote',
    'A label that is read has the price that its service has in the latest quote of the client.',
    ['EXPL-003'],
    () => {
      const prices = new Map<string, unknown>()
      return (seen) => {
        const name = (of: Json) => `${seen.account} ${of['carrier']} ${of['service']}`
        if (seen.operation === 'createRates' && Array.isArray(seen.json['rates']))
          for (const rate of seen.json['rates'].filter(isObject)) prices.set(name(rate), rate['rate_cents'])
        const rate_cents = prices.get(name(seen.json))
        return isRead(seen) && rate_cents !== undefined && rate_cents !== seen.json['rate_cents']
          ? told(seen, { rate_cents })
          : undefined
      }
    },
  ),
]

/** A refusal that the next purchase has to hear, too. */
const sticking = (id: string, deviation: string, refused: readonly [number, string]): Mutant =>
  blocking(id, deviation, ['EXPL-003'], refused, () => {
    const stuck = new Set<string>()
    return {
      notes: (seen) => {
        if (seen.operation === 'buyLabel' && seen.code === refused[1]) stuck.add(seen.account)
      },
      blocks: ({ operation, account }) => operation === 'buyLabel' && stuck.delete(account),
    }
  })

const purchaseMutants: readonly Mutant[] = [
  sticking(
    'failure-sticks-to-next-purchase',
    'After a purchase that failed unexpectedly, the next one of the client fails, too.',
    [500, 'LABEL.CREATION.FAILED'],
  ),
  sticking(
    'overweight-sticks-to-next-purchase',
    'After a package over the maximum weight, the next label of the client is refused as one.',
    [422, 'LABEL.WEIGHT.EXCEEDED'],
  ),
  sticking(
    'undeliverable-sticks-to-next-purchase',
    'After an address that cannot be delivered to, the next label of the client is refused for its address.',
    [422, 'LABEL.ADDRESS.UNDELIVERABLE'],
  ),
  remembering(
    'parallel-purchases-one-label',
    'A rate that is bought twice at one time is charged twice, and both are told one label.',
    ['EXPL-003', 'EXPL-001'],
    () => {
      const overlaps = new Overlaps()
      const first = new Map<string, Json>()
      const nameOf = ({ account, asked }: Asked): string => `${account} ${asked['rate_id']}`
      return {
        before: (asked) => {
          if (asked.operation === 'buyLabel') overlaps.enter(asked.request, nameOf(asked))
          return undefined
        },
        after: async (seen) => {
          const name = nameOf(seen)
          if (isBought(seen) && !first.has(name)) first.set(name, seen.json)
          const overlap = await overlaps.leave(seen.request)
          const label = first.get(name)
          if (overlap === undefined) return undefined
          if (!overlap.met) first.delete(name)
          if (!overlap.met || !seen.isGood || label === undefined || label === seen.json) return undefined
          return told(seen, { ...label, wallet_balance_after_cents: seen.json['wallet_balance_after_cents'] })
        },
      }
    },
  ),
  remembering(
    'parallel-labels-swap-recipients',
    'Two labels that a client buys at one time have each the recipient of the other.',
    ['EXPL-003'],
    () => {
      const overlaps = new Overlaps()
      const waiting = new Map<string, Json>()
      const recipients = new Map<string, unknown>()
      return {
        before: ({ operation, request, account }) => {
          if (operation === 'buyLabel') overlaps.enter(request, account)
          return undefined
        },
        after: async (seen) => {
          if (isRead(seen) && recipients.has(seen.id))
            return told(seen, { to_address: recipients.get(seen.id) })
          const overlap = await overlaps.leave(seen.request)
          if (overlap?.met !== true || !seen.isGood) return undefined
          const other = waiting.get(seen.account)
          if (other === undefined) {
            waiting.set(seen.account, seen.json)
            return undefined
          }
          waiting.delete(seen.account)
          recipients.set(idOf(seen), other['to_address'])
          recipients.set(String(other['id']), seen.json['to_address'])
          return told(seen, { to_address: other['to_address'] })
        },
      }
    },
  ),
  remembering(
    'sandbox-number-real-after-live-label',
    'A label of the sandbox that is bought right after a live one has a tracking number that does not begin with 9999.',
    ['EXPL-003', 'EXPL-009'],
    () => {
      const receivers = new Receivers()
      const wasLive = new Map<string, boolean>()
      const real = new Map<string, boolean>()
      const labels = new Set<string>()
      const number = (json: Json): string => String(json['tracking_number']).replace(/^9999/, '9400')
      return {
        controlled: (request, response) => receivers.note(request, response),
        before: ({ operation, isLive, account }) => {
          if (operation !== 'buyLabel') return undefined
          if (!isLive) real.set(account, wasLive.get(account) === true)
          wasLive.set(account, isLive)
          return undefined
        },
        after: (seen) => {
          if (isBought(seen) && !seen.isLive && real.get(seen.account) === true) labels.add(idOf(seen))
          const isTold = isBought(seen) || isRead(seen)
          return isTold && labels.has(idOf(seen))
            ? told(seen, { tracking_number: number(seen.json) })
            : undefined
        },
        webhook: (delivery) => {
          const event = jsonOf(delivery)
          if (!isObject(event) || !isObject(event['data'])) return undefined
          const isReal =
            labels.has(String(event['data']['id'])) || real.get(receivers.accountOf(delivery)) === true
          if (!isReal || !String(event['data']['tracking_number']).startsWith('9999')) return undefined
          const data = { ...event['data'], tracking_number: number(event['data']) }
          return [withSignedBody(delivery, Buffer.from(JSON.stringify({ ...event, data })))]
        },
      }
    },
  ),
]

/** The shipping history without some labels. */
const missingShipments = (
  id: string,
  deviation: string,
  open: () => { isMissing(label: string): boolean; notes(seen: Answered): void },
): Mutant =>
  remembering(id, deviation, ['EXPL-003'], () => {
    const { isMissing, notes } = open()
    return {
      after: (seen) => {
        notes(seen)
        return undefined
      },
      controlResponse: (response) => {
        const json = jsonOf(response)
        if (!isObject(json) || !Array.isArray(json['shipments'])) return undefined
        const shipments = json['shipments']
          .filter(isObject)
          .filter((each) => !isMissing(String(each['label_id'])))
        return shipments.length < json['shipments'].length
          ? withJson(response, { ...json, shipments })
          : undefined
      },
    }
  })

const historyMutants: readonly Mutant[] = [
  missingShipments(
    'voided-labels-not-in-history',
    'A label that is voided goes out of the shipping history.',
    () => {
      const voided = new Set<string>()
      return {
        notes: ({ operation, isGood, id }) => {
          if (operation === 'voidLabel' && isGood) voided.add(id)
        },
        isMissing: (label) => voided.has(label),
      }
    },
  ),
  missingShipments(
    'second-label-of-a-rate-not-in-history',
    'Of the labels of one rate, the first alone is in the shipping history.',
    () => {
      const sold = new Set<unknown>()
      const later = new Set<string>()
      return {
        notes: (seen) => {
          if (!isBought(seen)) return
          if (sold.has(seen.asked['rate_id'])) later.add(idOf(seen))
          sold.add(seen.asked['rate_id'])
        },
        isMissing: (label) => later.has(label),
      }
    },
  ),
]

/** A change of all texts in the addresses of labels. */
const respelled = (
  id: string,
  deviation: string,
  respell: (text: string) => string,
  { inBatches }: { readonly inBatches: boolean } = { inBatches: false },
): Mutant =>
  watching(id, deviation, ['EXPL-003'], () => {
    const singles = new Singles()
    const change = (address: unknown): unknown =>
      isObject(address)
        ? Object.fromEntries(
            Object.entries(address).map(([name, text]) => [
              name,
              typeof text === 'string' ? respell(text) : text,
            ]),
          )
        : address
    return (seen) => {
      singles.note(seen)
      if (!(isBought(seen) || isRead(seen)) || (inBatches && singles.has(idOf(seen)))) return undefined
      const from_address = change(seen.json['from_address'])
      const to_address = change(seen.json['to_address'])
      const isSame =
        JSON.stringify([from_address, to_address]) ===
        JSON.stringify([seen.json['from_address'], seen.json['to_address']])
      return isSame ? undefined : told(seen, { from_address, to_address })
    }
  })

const textMutants: readonly Mutant[] = [
  respelled('address-cut-at-35', 'Texts of addresses are cut after 35 characters.', (text) =>
    text.slice(0, 35),
  ),
  respelled(
    'address-escaped',
    'Ampersands and apostrophes in addresses come back as entities of HTML.',
    (text) => text.replaceAll('&', '&amp;').replaceAll("'", '&#39;'),
  ),
  respelled('address-quoted', 'An apostrophe in an address comes back as two.', (text) =>
    text.replaceAll("'", "''"),
  ),
  respelled('address-in-latin-1', 'Letters beyond Latin-1 come back as question marks.', (text) =>
    text.replace(/[\u{100}-\u{10ffff}]/gu, '?'),
  ),
  respelled(
    'address-cut-at-astral',
    'An address ends at its first character beyond the basic plane.',
    (text) => text.replace(/[\u{10000}-\u{10ffff}].*$/su, ''),
  ),
  respelled('zip-plus-four-cut', 'A ZIP code loses its last four digits.', (text) =>
    text.replace(/^(\d{5})-\d{4}$/, '$1'),
  ),
  respelled(
    'batch-names-in-ascii',
    'Labels of batches lose the accents of their addresses.',
    (text) => text.normalize('NFD').replace(/[\u0300-\u036f]/g, ''),
    { inBatches: true },
  ),
]

/** Labels: what one leaves behind for another, and for whoever reads it. */
export const labelExplorationMutants: readonly Mutant[] = [
  ...readingMutants,
  ...purchaseMutants,
  ...historyMutants,
  ...textMutants,
]
