import { BoundedMap } from '../../bounded-map.ts'
import { type Exchange, textIn } from '../../exchange.ts'
import type { Finding } from '../../finding.ts'

/** So many purchases in a row show that it is the rule in this client, and not a test of one label. */
const reportedPurchases = 3

/** A later read may be for another reason. */
const soonMs = 1_000

interface Purchase extends Pick<Exchange, 'id' | 'endMs' | 'atMs' | 'connection'> {
  readonly labelId: string | undefined
}

interface Noted {
  purchase: Purchase | undefined
  streak: number
}

export const labelReadAfterPurchase: Finding = {
  id: 'LABEL-READ-AFTER-PURCHASE',
  severity: 'note',
  title: 'The client read each label at once after its purchase, whose response has all of it.',
  means:
    'Three purchases in a row with one key were each followed, within a second and as the next request, by GET of the ' +
    'same label on the same connection. Nothing can have changed. It is reported from the third purchase on. If the ' +
    'event of a label reached the webhook receiver, its handler may have read it, so such labels do not count.',
  advice: 'Use the label in the response of POST /v1/labels. Read it again only for its void status.',
  why: 'Each read costs time and a request of the limit, but does no harm.',
  open: (report) => {
    /** For each key, the last purchase, and how many before it were read at once. */
    const last = new BoundedMap<string, Noted>()
    /** Labels whose event was sent to the receiver. */
    const announced = new BoundedMap<string, true>()
    /** Takes back the occurrence of a label, by its id. */
    const takeBack = new BoundedMap<string, () => void>(100)
    return {
      exchange(exchange) {
        const { key, operation, id, connection } = exchange
        if (key === null) return
        if (operation?.name === 'buyLabel' && exchange.wasCarriedOut) {
          const before = last.get(key.id)
          if (before === undefined) last.set(key.id, { purchase: purchaseIn(exchange), streak: 0 })
          else rememberPurchase(before, exchange)
          return
        }
        if (last.size === 0) return
        // A void changes its label, whichever key asks for it.
        if (operation?.name === 'voidLabel') last.clear()
        const noted = last.get(key.id)
        if (noted?.purchase === undefined) return
        const { purchase } = noted
        const labelId = operation?.name === 'getLabel' ? exchange.resourceId : undefined
        const isRead =
          labelId !== undefined &&
          labelId === purchase.labelId &&
          connection.id === purchase.connection.id &&
          !announced.has(labelId)
        if (!isRead || !isSoonAfter(purchase, exchange)) {
          last.delete(key.id)
          return
        }
        const streak = noted.streak + 1
        last.set(key.id, { purchase: undefined, streak })
        if (streak >= reportedPurchases) takeBack.set(labelId, report(purchase.id, id))
      },
      attempt({ labelId, fault }) {
        if (fault === 'drop') return
        announced.set(labelId, true)
        last.clear()
        takeBack.get(labelId)?.()
      },
      settingsChanged: () => last.clear(),
    }
  },
}

/** Returns the purchase; undefined if the client cannot know of it. */
function purchaseIn(exchange: Exchange): Purchase | undefined {
  const { id, endMs, atMs, connection, isLost } = exchange
  return isLost ? undefined : { id, endMs, atMs, connection, labelId: textIn(exchange.response(), 'id') }
}

function rememberPurchase(noted: Noted, exchange: Exchange): void {
  // A purchase that was not read ends the streak.
  if (exchange.isLost || noted.purchase !== undefined) noted.streak = 0
  noted.purchase = purchaseIn(exchange)
}

function isSoonAfter({ endMs, atMs }: Purchase, exchange: Exchange): boolean {
  const pauseMs = exchange.startMs - endMs
  return pauseMs >= 0 && pauseMs < soonMs && exchange.atMs - atMs < soonMs
}
