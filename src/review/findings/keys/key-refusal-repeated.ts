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
  open: (report) => {
    const refusals = new RepeatedRefusals(report)
    return {
      successes: [],
      exchange(exchange) {
        const { errorCode, key, operation } = exchange
        if (errorCode !== 'AUTH.KEY.REVOKED' && errorCode !== 'AUTH.KEY.EXPIRED') return
        // Tests may ask each operation once how it refuses the key.
        if (key !== null) refusals.note(`${key.id} ${operation?.name}`, exchange)
      },
      settingsChanged: () => refusals.forget(),
    }
  },
}
