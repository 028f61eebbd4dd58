import { BoundedMap } from '../bounded-map.ts'
import { type Exchange, readTextMember } from '../exchange.ts'
import type { Finding } from '../finding.ts'

export const rateExpiredReused: Finding = {
  id: 'RATE-EXPIRED-REUSED',
  severity: 'error',
  title: 'The client tried again to buy a rate that it knew had expired.',
  means:
    'The client received RATE.EXPIRED for a rate and then sent the same rate to POST /v1/labels again, with the same key on the same connection. ' +
    'Purchases that were under way when the refusal came do not count, nor purchases whose refusal was lost. It is not reported ' +
    'if the control protocol changed the account in between.',
  advice: 'After RATE.EXPIRED, call POST /v1/rates again and buy one of its rates.',
  why: 'An expired rate never becomes valid again, so the purchase fails however often it is tried.',
  createWatcher: (report) => {
    const refusals = new BoundedMap<string, Pick<Exchange, 'id' | 'endMs' | 'connection'>>()
    return {
      get isIdle() {
        return refusals.size === 0
      },
      operations: ['buyLabel'],
      observeSettingsChange: () => refusals.clear(),
      observeExchange(exchange) {
        const { key, operation, id, endMs, connection } = exchange
        if (operation?.name !== 'buyLabel' || key === null) return
        const isExpired = exchange.errorCode === 'RATE.EXPIRED'
        const rateId = readTextMember(exchange.parseRequest(), 'rate_id')
        if (rateId === undefined) return
        const purchase = `${key.id} ${connection.id} ${rateId}`
        const refusal = refusals.get(purchase)
        if (refusal !== undefined && exchange.isReactionTo(refusal)) report.asReaction(refusal.id, id)
        if (isExpired && !exchange.isLost && refusal === undefined)
          refusals.set(purchase, { id, endMs, connection })
      },
    }
  },
}
