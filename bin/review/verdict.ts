import { plural } from '../../src/conformance/plural.ts'
import type { CoverageKind } from '../../src/review/coverage-items.ts'
import { type Severity, severities } from '../../src/review/finding.ts'
import type { FindingBody, ReviewBody } from '../../src/simulator/bodies/control/review.ts'

/** The demands on a review, as options state them. */
export interface Demands {
  readonly minimums: readonly { readonly kind: CoverageKind; readonly count: number }[]
  readonly failOn: Severity | 'never'
  readonly ignored: readonly string[]
}

/** A kind of coverage with too few items met. */
export interface Shortfall {
  readonly kind: CoverageKind
  readonly met: number
  readonly wanted: number
}

/** A review with its result. */
export interface JudgedReview {
  readonly account: string
  /** The command that writes a page with all that was missed. */
  readonly pageCommand: string
  readonly review: ReviewBody
  /** The findings that are not ignored, the worst first. */
  readonly findings: readonly (FindingBody & { readonly isFailure: boolean })[]
  readonly ignored: readonly string[]
  readonly minimums: readonly (Shortfall & { readonly isFailure: boolean })[]
  readonly hasFailed: boolean
}

/** Judges a review by what is asked of it. */
export function judgeReview(
  review: ReviewBody,
  { failOn, ignored, ...demands }: Demands & Pick<JudgedReview, 'account' | 'pageCommand'>,
): JudgedReview {
  const { account, pageCommand } = demands
  const isFailure = ({ severity }: FindingBody): boolean =>
    failOn !== 'never' && severities.indexOf(severity) <= severities.indexOf(failOn)
  const findings = review.findings
    .filter(({ id }) => !ignored.includes(id))
    .map((finding) => ({ ...finding, isFailure: isFailure(finding) }))
  const minimums = demands.minimums.map(({ kind, count }) => {
    const met = review.coverage[kind].met.length
    return { kind, met, wanted: count, isFailure: met < count }
  })
  const hasFailed = [...findings, ...minimums].some((each) => each.isFailure)
  return { account, pageCommand, review, findings, ignored, minimums, hasFailed }
}

/** Describes the result in one sentence. */
export function verdictLine({ findings, minimums }: JudgedReview): string {
  const short = minimums.filter(({ isFailure }) => isFailure)
  const counted = severities.flatMap((severity) => {
    const { length } = findings.filter((finding) => finding.severity === severity)
    return length === 0 ? [] : [plural(length, severity)]
  })
  const found = counted.length === 0 ? 'no findings' : counted.join(', ')
  return [found, ...short.map(shortfallLine)].join('; ')
}

/** Describes a kind of coverage with too few items met. */
export function shortfallLine({ kind, met, wanted }: Shortfall): string {
  return `${met} of the ${wanted} ${kindName(kind)} that --min asks for`
}

/** Returns a kind of coverage as people write it. */
export function kindName(kind: CoverageKind): string {
  return kind.replaceAll('_', ' ')
}

/** Describes how often a finding occurred. */
export function timesOf({ count }: Pick<FindingBody, 'count'>): string {
  return count === 1 ? 'once' : `${count} times`
}
