import type { Json } from '../../../../selftest/builders.ts'
import type { Mutant } from '../../../../selftest/mutant.ts'
import { type Answered, refusing, told, watching } from '../../../../selftest/watched.ts'
import { isObject } from '../../../../wire/fields.ts'
import { idOf, isBought, isRead, Singles } from './shared.ts'

const bare = (address: unknown): unknown =>
  isObject(address) ? { ...address, phone: null, email: null } : address

const withoutContacts = (seen: Answered) =>
  told(seen, { from_address: bare(seen.json['from_address']), to_address: bare(seen.json['to_address']) })

/** Labels that are read otherwise than they were bought. */
export const readingMutants: readonly Mutant[] = [
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
    ['EXPL-003', 'LABEL-409'],
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
    ['EXPL-003', 'LABEL-409'],
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
    ['EXPL-003', 'EXPL-004', 'BATCH-030'],
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
    ['EXPL-003', 'LABEL-409'],
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
