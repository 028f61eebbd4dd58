import type { Finding } from '../../src/review/finding.ts'
import { findings } from '../../src/review/findings/catalogue.ts'
import { renderCommandLine } from '../../src/server/command-line.ts'
import type { Command, CommandInput } from '../parsing/command.ts'
import { defineFlag, defineOption } from '../parsing/option.ts'
import { UsageError } from '../parsing/usage-error.ts'
import { formatColumns } from '../printing/columns.ts'
import { print, printProblem } from '../printing/output.ts'
import { createRemoteSimulator, indentJson, jsonOption, printRefusal, remoteOptions } from '../remote.ts'
import { demandOptions, findingIdReader, readDemands, reports } from '../review/review-options.ts'
import { getReviewExitStatus, readReviewReports, writeReview } from '../review/review-reports.ts'
import { compareWithDemands } from '../review/verdict.ts'

const listFlag = defineFlag({ name: 'list', describe: 'list all possible findings; needs no simulator' })
const explain = defineOption({
  name: 'explain',
  describe: 'print everything about a finding; needs no simulator',
  reader: findingIdReader,
})

const otherAccounts = [
  'If the tests make accounts of their own, run them with drydock exec --review, which reviews all accounts.',
]

/**
 * The exit status if the simulator refuses the call, such as for an unknown account. It is not 1, because 1 means that
 * the review failed.
 */
const refusalStatus = 2

export const review: Command = {
  options: [reports, ...demandOptions, listFlag, explain, ...remoteOptions],
  examples: [
    { line: 'drydock review', does: 'Show which situations the app has met, and its mistakes' },
    {
      line: 'drydock review --min operations=8 --min situations=10 --fail-on warning',
      does: 'Exit with 1 if the app used too few operations, met too few situations, or has an error or warning',
    },
    {
      line: 'drydock review --report html=review.html',
      does: 'Write a page with all operations, errors and situations that the app has not met',
    },
    { line: 'drydock review --explain RETRY-AFTER-IGNORED', does: 'Describe a finding and what to change' },
  ],
  refusalStatus,
  run: async (input) => {
    const explained = input.get(explain)
    if (explained === undefined && !input.get(listFlag)) return reviewAccount(input)
    if (input.get(reports).length > 0)
      throw new UsageError('--list and --explain review nothing, so there is no report. Leave --report out.')
    const chosen = findings.filter(({ id }) => explained === undefined || id === explained)
    if (input.get(jsonOption))
      print(`${JSON.stringify({ findings: chosen.map(toFindingRecord) }, null, 2)}\n`)
    else
      print(
        `${(explained === undefined ? formatFindingList(chosen) : chosen.flatMap(explainFinding)).join('\n')}\n`,
      )
    return 0
  },
}

async function reviewAccount(input: CommandInput): Promise<number> {
  const isJson = input.get(jsonOption)
  if (isJson && input.get(reports).length > 0) throw new UsageError('Choose one of --json and --report.')
  try {
    const wanted = isJson ? [] : readReviewReports(input.get(reports))
    let response = ''
    const { account, control } = createRemoteSimulator(input, (text) => {
      response = text
    })
    const judged = compareWithDemands(await account.review(), {
      ...readDemands(input),
      account: account.id,
      accounts: 1,
      pageCommand: renderCommandLine(control.url, account.id, 'review --report html=review.html'),
    })
    if (judged.isEmpty)
      printProblem(`The account ${account.id} has had no request, so nothing was reviewed.`, ...otherAccounts)
    if (!isJson) return writeReview(judged, wanted)
    print(indentJson(response))
    return getReviewExitStatus(judged)
  } catch (error) {
    printRefusal(error, isJson)
    return refusalStatus
  }
}

function toFindingRecord({ id, severity, title, means, advice, why }: Finding) {
  return { id, severity, title, means, advice, why }
}

function formatFindingList(chosen: readonly Finding[]): readonly string[] {
  return formatColumns(chosen.map(({ id, severity, title }) => [id, severity, title]))
}

function explainFinding({ id, severity, title, means, advice, why }: Finding): readonly string[] {
  return [`${id} (${severity})`, title, '', means, '', advice, '', why]
}
