import type { CoverageBody, ReviewBody } from '../simulator/bodies/control/review.ts'
import { scopes } from '../simulator/specification/scopes.ts'
import { toTimestamp } from '../simulator/time/timestamp.ts'
import type { Coverage, KeyUse } from './coverage.ts'
import { type CommandTarget, type CoverageKind, howToMeet, shownId } from './coverage-items.ts'
import type { Occurrences } from './occurrences.ts'
import type { Review } from './review.ts'

/** Returns a review as the control protocol shows it, with commands for this account. */
export function showReview(review: Review, target: CommandTarget): ReviewBody {
  const covered = (kind: CoverageKind): CoverageBody => showCoverage(review.coverage, kind, target)
  return {
    since: toTimestamp(review.sinceMs),
    requests: review.requests,
    coverage: {
      operations: covered('operations'),
      error_codes: covered('error_codes'),
      tracking_statuses: covered('tracking_statuses'),
      webhook_outcomes: covered('webhook_outcomes'),
      situations: covered('situations'),
    },
    scopes: review.coverage.keys().map(showKeyUse),
    findings: review.findings().map(showOccurrences),
  }
}

function showCoverage(coverage: Coverage, kind: CoverageKind, target: CommandTarget): CoverageBody {
  const counts = coverage.counts(kind)
  return {
    met: counts.filter(({ count }) => count > 0).map(({ id, count }) => ({ id: shownId(kind, id), count })),
    missed: counts
      .filter(({ count }) => count === 0)
      .map(({ id }) => ({ id: shownId(kind, id), how: howToMeet(kind, id, target) })),
  }
}

function showKeyUse({ shown, granted, used, refused }: KeyUse): ReviewBody['scopes'][number] {
  const among = (has: (scope: string) => boolean) => scopes.filter(has)
  return {
    key: shown,
    granted: among((scope) => granted.includes(scope)),
    used: among((scope) => used.has(scope)),
    refused: among((scope) => refused.has(scope)),
  }
}

function showOccurrences({ finding, count, requests, details }: Occurrences): ReviewBody['findings'][number] {
  const { id, severity, title, advice } = finding
  return { id, severity, title, advice, count, requests, details }
}
