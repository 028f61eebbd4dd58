import type { Finding } from '../../finding.ts'
import { RepeatedRefusals } from '../repeated-refusals.ts'

export const keyRefusalRepeated: Finding = {
  id: 'KEY-REFUSAL-REPEATED',
  severity: 'warning',
  title: 'The client went on to use a key that was revoked or had expired.',
  means:
    'The key was refused at least three times with AUTH.KEY.REVOKED or AUTH.KEY.EXPIRED at the same operation, each time ' +
    'on the same connection after the refusal before. It is not reported if the control protocol changed the account in between.',
  advice: 'After such a refusal, stop and ask the operator for a new key.',
  why: 'A revoked or expired key never becomes valid again, so each further request fails.',
  createWatcher: (report) => {
    const refusals = new RepeatedRefusals(report)
    return {
      successes: [],
      observeExchange(exchange) {
        const { errorCode, key, operation } = exchange
        if (errorCode !== 'AUTH.KEY.REVOKED' && errorCode !== 'AUTH.KEY.EXPIRED') return
        // A test may call each operation once with a refused key, so the refusals of each operation are counted
        // separately.
        if (key !== null) refusals.noteRefusal(`${key.id} ${operation?.name}`, exchange)
      },
      observeSettingsChange: () => refusals.forgetRefusals(),
    }
  },
}
