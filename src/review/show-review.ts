import type { CoverageBody, ReviewBody } from '../simulator/bodies/control/review.ts'
import { scopes } from '../simulator/specification/scopes.ts'
import { toTimestamp } from '../simulator/time/timestamp.ts'
import type { Coverage, KeyUse } from './coverage.ts'
import {
  type CommandTarget,
  type CoverageKind,
  describeHowToMeetItem,
  formatItemId,
} from './coverage-items.ts'
import type { Occurrences } from './occurrences.ts'
import type { Review } from './review.ts'

/** Returns a review as the body of the control protocol. Its texts on how to meet an item have commands for `target`. */
export function showReview(review: Review, target: CommandTarget): ReviewBody {
  const showCovered = (kind: CoverageKind): CoverageBody => showCoverage(review.coverage, kind, target)
  return {
    since: toTimestamp(review.sinceMs),
    requests: review.requests,
    coverage: {
      operations: showCovered('operations'),
      error_codes: showCovered('error_codes'),
      tracking_statuses: showCovered('tracking_statuses'),
      webhook_outcomes: showCovered('webhook_outcomes'),
      situations: showCovered('situations'),
    },
    scopes: review.coverage.listKeyUses().map(showKeyUse),
    findings: review.listOccurrences().map(showOccurrences),
  }
}

function showCoverage(coverage: Coverage, kind: CoverageKind, target: CommandTarget): CoverageBody {
  return {
    met: coverage.listMet(kind).map(({ id, count }) => ({ id: formatItemId(kind, id), count })),
    missed: coverage
      .listMissed(kind)
      .map((id) => ({ id: formatItemId(kind, id), how: describeHowToMeetItem(kind, id, target) })),
  }
}

/** Returns the scopes of a key as reports show them, in the order of the specification. */
export function showKeyUse({ shown, granted, used, refused }: KeyUse): ReviewBody['scopes'][number] {
  const filterScopes = (has: (scope: string) => boolean) => scopes.filter(has)
  return {
    key: shown,
    granted: filterScopes((scope) => granted.includes(scope)),
    used: filterScopes((scope) => used.has(scope)),
    refused: filterScopes((scope) => refused.has(scope)),
  }
}

/** Returns the occurrences of a finding as reports show them. */
export function showOccurrences({
  finding,
  count,
  requests,
  details,
}: Occurrences): ReviewBody['findings'][number] {
  const { id, severity, title, advice } = finding
  return { id, severity, title, advice, count, requests, details }
}
