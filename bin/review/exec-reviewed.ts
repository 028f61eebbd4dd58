import type { CommandInput } from '../parsing/command.ts'
import { defineFlag } from '../parsing/option.ts'
import { UsageError } from '../parsing/usage-error.ts'
import { printProblem } from '../printing/output.ts'
import { noControlSetting } from '../server-options.ts'
import type { FinishRun } from '../varying/command-runs.ts'
import { report } from '../varying/exec-varied.ts'
import { demandOptions, findUnusedReviewOption, readDemands } from './review-options.ts'
import { readReviewReports, writeReview } from './review-reports.ts'
import { compareWithDemands } from './verdict.ts'

export const reviewFlag = defineFlag({
  name: 'review',
  describe: "review all accounts after COMMAND; exit with COMMAND's status, or else that of the review",
})

const nothingReviewed = [
  'No request reached the simulator that drydock exec started, so nothing was reviewed.',
  'Let the app send its requests to the URL in DRYDOCK_URL, with the key in DRYDOCK_TEST_KEY.',
  'If the tests start a simulator of their own, check expect(await account.review()).toHaveNoFindings() in them instead.',
]

export const execReviewOptions = [reviewFlag, ...demandOptions]

/**
 * Returns the function that reviews all accounts after the command of `drydock exec --review`, also those that the command
 * has deleted; undefined without `--review`. Throws a UsageError for invalid options, before the command runs.
 */
export function prepareReview(input: CommandInput): FinishRun | undefined {
  if (!input.get(reviewFlag)) {
    const idle = findUnusedReviewOption(input)
    if (idle !== undefined) throw new UsageError(`--${idle} needs --review.`)
    return undefined
  }
  if (input.get(noControlSetting))
    throw new UsageError('--review needs the control protocol. Leave --no-control out.')
  const wanted = readReviewReports(input.get(report))
  const demands = readDemands(input)
  return async (server, status) => {
    const { review, account, accounts } = server.endReviews()
    const pageCommand = 'drydock exec --review --report html=review.html -- COMMAND'
    const judged = compareWithDemands(review, { ...demands, account, accounts, pageCommand })
    const reviewed = writeReview(judged, wanted)
    if (status !== 0) return status
    if (judged.isEmpty) printProblem(...nothingReviewed)
    return reviewed
  }
}
