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
export function buildReviewBody(review: Review, target: CommandTarget): ReviewBody {
  const buildCoverageOf = (kind: CoverageKind): CoverageBody =>
    buildCoverageBody(review.coverage, kind, target)
  return {
    since: toTimestamp(review.sinceMs),
    requests: review.requests,
    coverage: {
      operations: buildCoverageOf('operations'),
      error_codes: buildCoverageOf('error_codes'),
      tracking_statuses: buildCoverageOf('tracking_statuses'),
      webhook_outcomes: buildCoverageOf('webhook_outcomes'),
      situations: buildCoverageOf('situations'),
    },
    scopes: review.coverage.listKeyUses().map(buildKeyUseBody),
    findings: review.listOccurrences().map(buildFindingBody),
  }
}

function buildCoverageBody(coverage: Coverage, kind: CoverageKind, target: CommandTarget): CoverageBody {
  return {
    met: coverage.listMet(kind).map(({ id, count }) => ({ id: formatItemId(kind, id), count })),
    missed: coverage
      .listMissed(kind)
      .map((id) => ({ id: formatItemId(kind, id), how: describeHowToMeetItem(kind, id, target) })),
  }
}

/** Returns the scopes of a key as reports show them, in the order of the specification. */
export function buildKeyUseBody({ shown, granted, used, refused }: KeyUse): ReviewBody['scopes'][number] {
  const filterScopes = (has: (scope: string) => boolean) => scopes.filter(has)
  return {
    key: shown,
    granted: filterScopes((scope) => granted.includes(scope)),
    used: filterScopes((scope) => used.has(scope)),
    refused: filterScopes((scope) => refused.has(scope)),
  }
}

/** Returns the occurrences of a finding as reports show them. */
export function buildFindingBody({
  finding,
  count,
  requests,
  details,
}: Occurrences): ReviewBody['findings'][number] {
  const { id, severity, title, advice } = finding
  return { id, severity, title, advice, count, requests, details }
}
