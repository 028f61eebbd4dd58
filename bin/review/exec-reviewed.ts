import { buildAccountControls } from '../../src/client/account.ts'
import { createControlCaller } from '../../src/client/http/control.ts'
import type { ReviewBody } from '../../src/simulator/bodies/control/review.ts'
import type { CommandInput } from '../parsing/command.ts'
import { defineFlag } from '../parsing/option.ts'
import { UsageError } from '../parsing/usage-error.ts'
import { controlTokenSetting, noControlSetting } from '../server-options.ts'
import type { FinishRun } from '../varying/command-runs.ts'
import { report } from '../varying/exec-varied.ts'
import { demandOptions, findUnusedReviewOption, readDemands } from './review-options.ts'
import { readReviewReports, writeReview } from './review-reports.ts'
import { judgeReview } from './verdict.ts'

export const reviewFlag = defineFlag({
  name: 'review',
  describe:
    "review the default account after COMMAND; exit with COMMAND's status, or else that of the review",
})

export const execReviewOptions = [reviewFlag, ...demandOptions]

/**
 * Returns the function that reviews the default account after the command of `drydock exec --review`; undefined without
 * `--review`. Throws a UsageError for invalid options, before the command runs.
 */
export function prepareReview(given: CommandInput): FinishRun | undefined {
  if (!given.of(reviewFlag)) {
    const idle = findUnusedReviewOption(given)
    if (idle !== undefined) throw new UsageError(`--${idle} needs --review.`)
    return undefined
  }
  if (given.of(noControlSetting))
    throw new UsageError('--review reads the control protocol. Leave --no-control out.')
  const wanted = readReviewReports(given.of(report))
  const demands = readDemands(given)
  return async ({ url }, status) => {
    const control = createControlCaller({ url, token: given.of(controlTokenSetting) })
    // The commands in the review name no URL, because this simulator stops after it.
    const text = JSON.stringify(await buildAccountControls(control, 'default').review())
    const review: ReviewBody = JSON.parse(text.replaceAll(` --url ${url}`, ''))
    const pageCommand = 'drydock exec --review --report html=review.html -- COMMAND'
    const reviewed = writeReview(judgeReview(review, { ...demands, account: 'default', pageCommand }), wanted)
    return status === 0 ? reviewed : status
  }
}
