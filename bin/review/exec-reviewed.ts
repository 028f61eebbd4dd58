import { openAccount } from '../../src/client/account.ts'
import { openControl } from '../../src/client/http/control.ts'
import type { ReviewBody } from '../../src/simulator/bodies/control/review.ts'
import type { CommandInput } from '../parsing/command.ts'
import { flag } from '../parsing/option.ts'
import { UsageError } from '../parsing/usage-error.ts'
import { controlTokenSetting, noControlSetting } from '../server-options.ts'
import type { FinishRun } from '../varying/command-runs.ts'
import { report } from '../varying/exec-varied.ts'
import { demandOptions, idleReviewOption, readDemands } from './review-options.ts'
import { readReviewReports, writeReview } from './review-reports.ts'
import { judgeReview } from './verdict.ts'

export const reviewFlag = flag({
  name: 'review',
  describe:
    "review the default account after COMMAND; exit with COMMAND's status, or else that of the review",
})

export const execReviewOptions = [reviewFlag, ...demandOptions]

/**
 * Returns the end of a run with `--review`, which reviews the default account; undefined without it. Throws before the
 * command runs for options that cannot be used.
 */
export function prepareReview(given: CommandInput): FinishRun | undefined {
  if (!given.of(reviewFlag)) {
    const idle = idleReviewOption(given)
    if (idle !== undefined) throw new UsageError(`--${idle} needs --review.`)
    return undefined
  }
  if (given.of(noControlSetting))
    throw new UsageError('--review reads the control protocol. Leave --no-control out.')
  const wanted = readReviewReports(given.of(report))
  const demands = readDemands(given)
  return async ({ url }, status) => {
    const control = openControl({ url, token: given.of(controlTokenSetting) })
    // The commands in it are for the next simulator: this one is about to stop.
    const text = JSON.stringify(await openAccount(control, 'default').review())
    const review: ReviewBody = JSON.parse(text.replaceAll(` --url ${url}`, ''))
    const pageCommand = 'drydock exec --review --report html=review.html -- COMMAND'
    const reviewed = writeReview(judgeReview(review, { ...demands, account: 'default', pageCommand }), wanted)
    return status === 0 ? reviewed : status
  }
}
