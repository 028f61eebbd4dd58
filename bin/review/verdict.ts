import { plural } from '../../src/conformance/plural.ts'
import type { CoverageKind } from '../../src/review/coverage-items.ts'
import { type Severity, severities } from '../../src/review/finding.ts'
import type { FindingBody, ReviewBody } from '../../src/simulator/bodies/control/review.ts'

/** The demands that the options make on a review: minimum counts, and the findings that fail it. */
export interface ReviewDemands {
  readonly minimums: readonly { readonly kind: CoverageKind; readonly count: number }[]
  readonly failOn: Severity | 'never'
  readonly ignored: readonly string[]
}

/** A kind of coverage, such as error codes, of which the app met fewer items than --min demands. */
export interface Shortfall {
  readonly kind: CoverageKind
  readonly met: number
  readonly wanted: number
}

/** A review and whether it meets the demands of the options. */
export interface JudgedReview {
  /** The id of the account; null for a review of several accounts. */
  readonly account: string | null
  /** The number of accounts that received requests. */
  readonly accounts: number
  /** Whether there was nothing to review: no request and no finding. Such a review has failed. */
  readonly isEmpty: boolean
  /** The command that writes an HTML page with every operation, error and situation that the app has not met. */
  readonly pageCommand: string
  readonly review: ReviewBody
  /** The findings that --ignore does not name, the worst first. */
  readonly findings: readonly (FindingBody & { readonly isFailure: boolean })[]
  readonly ignored: readonly string[]
  readonly minimums: readonly (Shortfall & { readonly isFailure: boolean })[]
  readonly hasFailed: boolean
}

/** Compares a review with the demands of the options, and returns whether the review meets them. */
export function compareWithDemands(
  review: ReviewBody,
  {
    failOn,
    ignored,
    minimums: wanted,
    ...about
  }: ReviewDemands & Pick<JudgedReview, 'account' | 'accounts' | 'pageCommand'>,
): JudgedReview {
  const isFailingFinding = ({ severity }: FindingBody): boolean =>
    failOn !== 'never' && severities.indexOf(severity) <= severities.indexOf(failOn)
  const findings = review.findings
    .filter(({ id }) => !ignored.includes(id))
    .map((finding) => ({ ...finding, isFailure: isFailingFinding(finding) }))
  const minimums = wanted.map(({ kind, count }) => {
    const met = review.coverage[kind].met.length
    return { kind, met, wanted: count, isFailure: met < count }
  })
  const isEmpty = review.requests === 0 && review.findings.length === 0
  const hasFailed = isEmpty || [...findings, ...minimums].some((each) => each.isFailure)
  return { ...about, review, findings, ignored, minimums, isEmpty, hasFailed }
}

/** The reason for the failure of a review without requests. */
export const noRequest = 'no request was reviewed'

/** Describes which accounts a review is about, such as `account default` or `3 accounts`. */
export function describeAccounts({ account, accounts }: Pick<JudgedReview, 'account' | 'accounts'>): string {
  return account === null ? plural(accounts, 'account') : `account ${account}`
}

/**
 * Describes the result of a review: the counts of findings, and each shortfall. If the review failed, the findings that
 * did not cause the failure come last.
 */
export function describeVerdict({ findings, minimums, hasFailed, isEmpty }: JudgedReview): string {
  if (isEmpty) return noRequest
  const short = minimums.filter(({ isFailure }) => isFailure).map(describeShortfall)
  if (!hasFailed) return countFindings(findings) ?? 'no findings'
  const failing = countFindings(findings.filter(({ isFailure }) => isFailure))
  const others = countFindings(findings.filter(({ isFailure }) => !isFailure))
  return [
    ...(failing === undefined ? [] : [failing]),
    ...short,
    ...(others === undefined ? [] : [`not a failure: ${others}`]),
  ].join('; ')
}

/** Counts findings by severity, such as `1 error, 2 warnings`; undefined if there are none. */
function countFindings(findings: readonly FindingBody[]): string | undefined {
  const counted = severities.flatMap((severity) => {
    const { length } = findings.filter((finding) => finding.severity === severity)
    return length === 0 ? [] : [plural(length, severity)]
  })
  return counted.length === 0 ? undefined : counted.join(', ')
}

/** Describes a kind of coverage that falls short, such as `2 of the 3 operations that --min asks for`. */
export function describeShortfall({ kind, met, wanted }: Shortfall): string {
  return `${met} of the ${wanted} ${formatCoverageKind(kind)} that --min asks for`
}

/** Returns the name of a kind of coverage with spaces, such as `error codes`. */
export function formatCoverageKind(kind: CoverageKind): string {
  return kind.replaceAll('_', ' ')
}

/** Describes how often a finding occurred. */
export function describeFindingCount({ count }: Pick<FindingBody, 'count'>): string {
  return count === 1 ? 'once' : `${count} times`
}
