import { BoundedMap } from '../../bounded-map.ts'
import type { Finding } from '../../finding.ts'
import { memberIn } from '../../situations.ts'

/** So many purchases in a row show that it is the rule in this client, and not a test of one label. */
const reportedPurchases = 3

/** A later read may be for another reason. */
const soonMs = 1_000

interface Purchase {
  readonly id: string
  readonly labelId: string
  readonly endMs: number
  readonly atMs: number
}

export const labelReadAfterPurchase: Finding = {
  id: 'LABEL-READ-AFTER-PURCHASE',
  severity: 'note',
  title: 'The client read each label at once after its purchase, whose response has all of it.',
  means:
    'Three purchases in a row with one key were each followed, within a second and as the next request, by GET of the ' +
    'same label. Nothing can have changed. It is reported from the third purchase on.',
  advice: 'Use the label in the response of POST /v1/labels. Read it again only for its void status.',
  why: 'Each read costs time and a request of the limit, but does no harm.',
  open: (report) => {
    /** For each key, the last purchase, and how many before it were read at once. */
    const last = new BoundedMap<string, { purchase: Purchase | undefined; streak: number }>()
    return {
      exchange(exchange) {
        const { key, operation, id, startMs, endMs, atMs } = exchange
        if (key === null) return
        if (operation?.name === 'buyLabel' && exchange.wasCarriedOut) {
          const labelId = memberIn(exchange.responseText(), 'id')
          const before = last.get(key.id)
          // A purchase that was not read ends the streak.
          const streak = before === undefined || before.purchase !== undefined ? 0 : before.streak
          const purchase = exchange.isLost ? undefined : { id, labelId, endMs, atMs }
          last.set(key.id, { purchase, streak: purchase === undefined ? 0 : streak })
          return
        }
        const noted = last.get(key.id)
        if (noted?.purchase === undefined) return
        const { purchase } = noted
        const isRead = operation?.name === 'getLabel' && exchange.resourceId === purchase.labelId
        const isSoon =
          startMs >= purchase.endMs && startMs - purchase.endMs < soonMs && atMs - purchase.atMs < soonMs
        if (!isRead || !isSoon) {
          last.delete(key.id)
          return
        }
        const streak = noted.streak + 1
        last.set(key.id, { purchase: undefined, streak })
        if (streak >= reportedPurchases) report(purchase.id, id)
      },
      settingsChanged: () => last.clear(),
    }
  },
}
