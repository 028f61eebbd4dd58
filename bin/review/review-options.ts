import { coverageKinds, listCoverageItems } from '../../src/review/coverage-items.ts'
import { severities } from '../../src/review/finding.ts'
import { findFinding, findings } from '../../src/review/findings/catalogue.ts'
import { describeAllowedWords } from '../../src/simulator/requests/similar-words.ts'
import { createChoiceReader, createTextReaderWithCompletions, type Reader } from '../files/reader.ts'
import { BadValue } from '../parsing/bad-value.ts'
import type { CommandInput } from '../parsing/command.ts'
import { defineListOption, defineOptionWithDefault } from '../parsing/option.ts'
import { reviewFormatNames } from './review-reports.ts'
import type { ReviewDemands } from './verdict.ts'

/** The options of `drydock review`, and of `drydock exec --review`. */

const minimumReader: Reader<ReviewDemands['minimums'][number]> = {
  json: ['string'],
  read: (given) => {
    const [, name = '', number = ''] = /^([a-z_]+)=(\d{1,4})$/.exec(given) ?? []
    const kind = coverageKinds.find((known) => known === name)
    if (kind === undefined)
      throw new BadValue(`must be KIND=N with KIND one of ${coverageKinds.join(', ')}, not "${given}"`)
    const count = Number(number)
    const total = listCoverageItems(kind).length
    if (count > total) throw new BadValue(`asks for ${count} ${kind}, and there are only ${total}`)
    return { kind, count }
  },
}

/** Reads the id of a finding, in any letter case. */
export const findingIdReader: Reader<string> = {
  json: ['string'],
  completes: findings.map(({ id }) => id),
  read: (given) => {
    const finding = findFinding(given)
    if (finding === undefined)
      throw new BadValue(
        describeAllowedWords(
          findings.map(({ id }) => id),
          given,
        ),
      )
    return finding.id
  },
}

export const reports = defineListOption({
  name: 'report',
  describe: `FORMAT[=FILE] out of ${reviewFormatNames.join(', ')} (repeatable)`,
  reader: createTextReaderWithCompletions(reviewFormatNames),
})
const minimums = defineListOption({
  name: 'min',
  describe: `KIND=N: fail if the app met fewer than N of this kind (repeatable); KIND is one of ${coverageKinds.join(', ')}`,
  reader: minimumReader,
})
const failOn = defineOptionWithDefault({
  name: 'fail-on',
  describe: 'fail on findings of this severity or worse: error, warning, note or never',
  reader: createChoiceReader([...severities, 'never']),
  otherwise: 'error',
})
const ignored = defineListOption({
  name: 'ignore',
  describe: 'id of a finding to leave out (repeatable)',
  reader: findingIdReader,
})

/** The options of a review except `--report`. */
export const demandOptions = [minimums, failOn, ignored]

/** Returns the name of a given option that has an effect only with a review; undefined if there is none. */
export function findUnusedReviewOption(input: CommandInput): string | undefined {
  const used = [minimums, ignored].find((each) => input.get<readonly unknown[]>(each).length > 0)
  return used?.name ?? (input.get(failOn) === 'error' ? undefined : failOn.name)
}

/** Returns the demands that the options make on a review. */
export function readDemands(input: CommandInput): ReviewDemands {
  return { minimums: input.get(minimums), failOn: input.get(failOn), ignored: input.get(ignored) }
}
