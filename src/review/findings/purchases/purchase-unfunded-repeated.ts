import { readTextMember } from '../../exchange.ts'
import type { Finding } from '../../finding.ts'
import { RepeatedRefusals } from '../repeated-refusals.ts'

const unfundedErrorCodes: ReadonlySet<string> = new Set([
  'WALLET.INSUFFICIENT_BALANCE',
  'WALLET.PAYMENT_METHOD.MISSING',
])

export const purchaseUnfundedRepeated: Finding = {
  id: 'PURCHASE-UNFUNDED-REPEATED',
  severity: 'warning',
  title: 'The client tried again and again to buy a rate that the wallet could not pay.',
  means:
    'The client received WALLET.INSUFFICIENT_BALANCE or WALLET.PAYMENT_METHOD.MISSING at least three times for one rate ' +
    'on one connection, and neither read the wallet nor voided a label in between. It is not reported if the control protocol changed the account or its clock ' +
    'in between.',
  advice:
    'After such a refusal, stop and let somebody fund the wallet. Read GET /v1/wallet before the next purchase.',
  why: 'The wallet does not fill by itself, so the retries fail, and the operator learns of the problem later.',
  createWatcher: (report) => {
    const refusals = new RepeatedRefusals(report)
    return {
      get isIdle() {
        return refusals.isEmpty
      },
      operations: ['buyLabel', 'voidLabel', 'getWallet'],
      observeExchange(exchange) {
        const { operation, errorCode, key } = exchange
        // A void may refund money, and a client that reads the wallet has checked its balance. After either, a new
        // attempt to buy is no mistake.
        if (operation?.name !== 'buyLabel') refusals.forgetRefusals()
        if (operation?.name !== 'buyLabel' || errorCode === null || !unfundedErrorCodes.has(errorCode)) return
        const rateId = readTextMember(exchange.parseRequest(), 'rate_id')
        if (key !== null && rateId !== undefined) refusals.noteRefusal(`${key.id} ${rateId}`, exchange)
      },
      observeClockMove: () => refusals.forgetRefusals(),
      observeSettingsChange: () => refusals.forgetRefusals(),
    }
  },
}
