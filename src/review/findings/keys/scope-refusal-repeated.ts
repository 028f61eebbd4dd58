import type { Finding } from '../../finding.ts'
import { RepeatedRefusals } from '../repeated-refusals.ts'

export const scopeRefusalRepeated: Finding = {
  id: 'SCOPE-REFUSAL-REPEATED',
  severity: 'warning',
  title: 'The client went on to use an operation for which its key lacks the scope.',
  means:
    'The key was refused at least three times with AUTH.KEY.INSUFFICIENT_SCOPE at the same operation, each time on the same ' +
    'connection after the refusal before. It is not reported if the control protocol changed the account in between.',
  advice:
    'Create a key with the scope that the field required_scope of the error names, or do not call the operation.',
  why: 'The scopes of a key never change, so each further request fails.',
  createWatcher: (report) => {
    const refusals = new RepeatedRefusals(report)
    return {
      successes: [],
      observeExchange(exchange) {
        const { errorCode, key, operation } = exchange
        if (errorCode !== 'AUTH.KEY.INSUFFICIENT_SCOPE' || key === null || operation === undefined) return
        refusals.noteRefusal(`${key.id} ${operation.name}`, exchange)
      },
      observeSettingsChange: () => refusals.forgetRefusals(),
    }
  },
}
