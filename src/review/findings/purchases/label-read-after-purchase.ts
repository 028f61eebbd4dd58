import { BoundedMap } from '../../bounded-map.ts'
import { type Exchange, readTextMember } from '../../exchange.ts'
import type { Finding } from '../../finding.ts'

/** A client that reads the label after this many purchases in a row always does so, not only in a test. */
const minReportedPurchases = 3

/** If a client reads a label later than this after its purchase, it may have another reason. */
const maxPauseMs = 1_000

interface Purchase extends Pick<Exchange, 'id' | 'endMs' | 'atMs' | 'connection'> {
  readonly labelId: string | undefined
}

interface PurchaseStreak {
  purchase: Purchase | undefined
  streak: number
}

export const labelReadAfterPurchase: Finding = {
  id: 'LABEL-READ-AFTER-PURCHASE',
  severity: 'note',
  title:
    'The client read each label at once after its purchase, although the response to the purchase has the whole label.',
  means:
    'Three purchases in a row with one key were each followed, within a second and as the next request, by GET of the ' +
    'same label on the same connection. The label cannot have changed until then. It is reported from the third purchase on. If the ' +
    'event of a label reached the webhook receiver, its handler may have read it, so such labels do not count.',
  advice: 'Use the label in the response of POST /v1/labels. Read it again only for its void status.',
  why: 'Each of these reads costs time and counts for the rate limit, but it does no harm.',
  createWatcher: (report) => {
    /** The last purchase with each key, and how many purchases in a row before it were followed by a read. */
    const last = new BoundedMap<string, PurchaseStreak>()
    /** The ids of labels whose event was sent to the receiver. */
    const announced = new BoundedMap<string, true>()
    /** Functions that remove a reported occurrence, by the id of its label. */
    const removers = new BoundedMap<string, () => void>(100)
    return {
      observeExchange(exchange) {
        const { key, operation, id, connection } = exchange
        if (key === null) return
        if (operation?.name === 'buyLabel' && exchange.wasCarriedOut) {
          const before = last.get(key.id)
          if (before === undefined) last.set(key.id, { purchase: readPurchase(exchange), streak: 0 })
          else notePurchase(before, exchange)
          return
        }
        if (last.size === 0) return
        // A void changes the label, so the client has a reason to read it again. The void may come with another key.
        if (operation?.name === 'voidLabel') last.clear()
        const streakOfKey = last.get(key.id)
        if (streakOfKey?.purchase === undefined) return
        const { purchase } = streakOfKey
        const labelId = operation?.name === 'getLabel' ? exchange.resourceId : undefined
        const isRead =
          labelId !== undefined &&
          labelId === purchase.labelId &&
          connection.id === purchase.connection.id &&
          !announced.has(labelId)
        if (!isRead || !isSoonAfterPurchase(purchase, exchange)) {
          last.delete(key.id)
          return
        }
        const streak = streakOfKey.streak + 1
        last.set(key.id, { purchase: undefined, streak })
        if (streak >= minReportedPurchases) removers.set(labelId, report(purchase.id, id))
      },
      observeAttempt({ labelId, fault }) {
        if (fault === 'drop') return
        announced.set(labelId, true)
        last.clear()
        removers.get(labelId)?.()
      },
      observeSettingsChange: () => last.clear(),
    }
  },
}

/** Returns the purchase of an exchange; undefined if the response was lost, as the client then knows no label. */
function readPurchase(exchange: Exchange): Purchase | undefined {
  const { id, endMs, atMs, connection, isLost } = exchange
  return isLost
    ? undefined
    : { id, endMs, atMs, connection, labelId: readTextMember(exchange.parseResponse(), 'id') }
}

function notePurchase(streakOfKey: PurchaseStreak, exchange: Exchange): void {
  // `purchase` is still set if the client did not read the label of the last purchase. Then the streak ends.
  if (exchange.isLost || streakOfKey.purchase !== undefined) streakOfKey.streak = 0
  streakOfKey.purchase = readPurchase(exchange)
}

function isSoonAfterPurchase({ endMs, atMs }: Purchase, exchange: Exchange): boolean {
  const pauseMs = exchange.startMs - endMs
  return pauseMs >= 0 && pauseMs < maxPauseMs && exchange.atMs - atMs < maxPauseMs
}
