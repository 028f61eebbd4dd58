import type { Finding } from '../../finding.ts'
import { RepeatedRefusals } from '../repeated-refusals.ts'

export const voidRefusalRepeated: Finding = {
  id: 'VOID-REFUSAL-REPEATED',
  severity: 'warning',
  title: 'The client tried again and again to void a label that it could no longer void.',
  means:
    'The client received LABEL.VOID.INELIGIBLE or LABEL.VOID.ALREADY_REQUESTED at least three times for one label, each time ' +
    'on the same connection after the refusal before. It is not reported if the control protocol changed the account in between.',
  advice: 'Treat ALREADY_REQUESTED as success. After INELIGIBLE, stop: the carrier has the parcel.',
  why: 'A scan is never undone, so each further request fails.',
  createWatcher: (report) => {
    const refusals = new RepeatedRefusals(report)
    return {
      operations: ['voidLabel'],
      successes: [],
      observeExchange(exchange) {
        if (exchange.operation?.name !== 'voidLabel' || !exchange.errorCode?.startsWith('LABEL.VOID.')) return
        refusals.noteRefusal(`${exchange.key?.id} ${exchange.resourceId}`, exchange)
      },
      observeSettingsChange: () => refusals.forgetRefusals(),
    }
  },
}
