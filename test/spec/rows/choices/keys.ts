import {
  acceptsInsteadOf,
  answersWith,
  confuses,
  errorIn,
  refused,
  refusesGood,
  refusesWith,
} from '../answers.ts'
import { listed } from '../breakage.ts'

/** Keys, scopes and environments (choices 14 to 16). */

export const keyChoices = listed({
  14: [
    answersWith('An empty header is an invalid key.', (response, request) =>
      request.headers['authorization']?.trim() === '' ? refused(response, 'AUTH.KEY.INVALID') : undefined,
    ),
    acceptsInsteadOf('AUTH.KEY.INVALID'),
    confuses(
      'AUTH.KEY.INVALID',
      'AUTH.KEY.MISSING',
      (_, { headers }) => !/^Bearer /.test(headers['authorization'] ?? ''),
    ),
    confuses('AUTH.KEY.REVOKED', 'AUTH.KEY.EXPIRED'),
  ],
  15: [
    refusesGood(
      'To register a tracker takes another scope.',
      'registerTracker',
      'AUTH.KEY.INSUFFICIENT_SCOPE',
    ),
    refusesGood('To list deliveries takes a scope.', 'listDeliveries', 'AUTH.KEY.INSUFFICIENT_SCOPE'),
  ],
  16: [
    refusesWith('What is live is not found by a test key.', 'AUTH.KEY.SANDBOX_IN_PRODUCTION', (_, response) =>
      refused(response, 'LABEL.NOT_FOUND'),
    ),
    answersWith("What is another's is told to be so.", (response) => {
      const code = String(errorIn(response)?.['code'])
      return /^(RATE|LABEL|BATCH|TRACKER)\.NOT_FOUND$/.test(code)
        ? refused(response, 'AUTH.KEY.SANDBOX_IN_PRODUCTION')
        : undefined
    }),
  ],
})
