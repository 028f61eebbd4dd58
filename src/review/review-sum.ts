import type { CoverageBody, FindingBody, ReviewBody } from '../simulator/bodies/control/review.ts'
import { scopes } from '../simulator/specification/scopes.ts'
import { toTimestamp } from '../simulator/time/timestamp.ts'
import { BoundedMap } from './bounded-map.ts'
import { type CoverageKind, coverageKinds, formatItemId } from './coverage-items.ts'
import { findings as catalogue } from './findings/catalogue.ts'
import { maxDetails, maxRequestIds } from './occurrences.ts'
import { Review } from './review.ts'
import { buildFindingBody, buildKeyUseBody, buildReviewBody } from './show-review.ts'

/** The sum of the reviews of several accounts. */
export interface SummedReview {
  /** The number of accounts that received requests, at most 10,000. */
  readonly accounts: number
  /** The id of the account, if at most one received requests; null if several did. */
  readonly account: string | null
  readonly review: ReviewBody
}

type KeyUse = ReviewBody['scopes'][number]

/** The use of all keys of one environment with the same scopes. */
interface SummedKeys {
  readonly first: KeyUse
  count: number
  readonly used: Set<string>
  readonly refused: Set<string>
}

/**
 * The review of several accounts shows its commands without `--account` and `--url`, because these accounts and their
 * simulator have often ended before anybody reads it.
 */
const target = { account: 'default', url: undefined }

/** Adds up the reviews of any number of accounts; its memory does not grow with their number. */
export class ReviewSum {
  /** The time of the machine's clock at which the sum began. Each account has a clock of its own. */
  readonly #sinceMs = Date.now()
  readonly #accounts = new BoundedMap<string, true>(10_000)
  /** The review that was added last. It is the whole result if no other review had requests. */
  #latest: { readonly account: string; readonly review: Review } | undefined
  #reviews = 0
  #requests = 0
  readonly #coverage = new Map<string, number>()
  readonly #keys = new Map<string, SummedKeys>()
  readonly #findings = new Map<string, FindingBody>()

  /**
   * Adds the review of an account that has ended. A review without requests is shown only if no other one is added. The
   * texts of a review are made only by `getSum`, because tests often open and delete an account each.
   */
  add(account: string, review: Review): void {
    const occurrences = review.listOccurrences()
    const isUsed = review.requests > 0 || occurrences.length > 0
    if (!isUsed && this.#latest !== undefined) return
    this.#latest = { account, review }
    if (!isUsed) return
    this.#accounts.set(account, true)
    this.#reviews += 1
    this.#requests += review.requests
    for (const kind of coverageKinds)
      for (const { id, count } of review.coverage.listMet(kind)) {
        const item = `${kind} ${formatItemId(kind, id)}`
        this.#coverage.set(item, (this.#coverage.get(item) ?? 0) + count)
      }
    for (const keyUse of review.coverage.listKeyUses()) this.#addKeyUse(buildKeyUseBody(keyUse))
    for (const each of occurrences) this.#addFinding(account, buildFindingBody(each))
  }

  /** Returns the sum; the review itself if only one was added. */
  getSum(): SummedReview {
    const accounts = this.#accounts.size
    const { account, review } = this.#latest ?? { account: target.account, review: undefined }
    return {
      accounts,
      account: accounts > 1 ? null : account,
      review:
        review === undefined || this.#reviews > 1 ? this.#buildSumBody() : buildReviewBody(review, target),
    }
  }

  #addKeyUse(keyUse: KeyUse): void {
    const environment = keyUse.key.slice(0, 'pr_test_'.length)
    const group = `${environment} ${keyUse.granted.join(' ')}`
    const keys = this.#keys.get(group) ?? { first: keyUse, count: 0, used: new Set(), refused: new Set() }
    this.#keys.set(group, keys)
    keys.count += 1
    for (const scope of keyUse.used) keys.used.add(scope)
    for (const scope of keyUse.refused) keys.refused.add(scope)
  }

  #addFinding(account: string, { details, ...finding }: FindingBody): void {
    const known = this.#findings.get(finding.id)
    const times = finding.count === 1 ? 'once' : `${finding.count} times`
    const detail = [`Account ${account}, ${times}.`, ...details].join(' ')
    this.#findings.set(finding.id, {
      ...finding,
      count: finding.count + (known?.count ?? 0),
      requests: [...(known?.requests ?? []), ...finding.requests].slice(-maxRequestIds),
      details: [...(known?.details ?? []), detail].slice(0, maxDetails),
    })
  }

  #buildSumBody(): ReviewBody {
    const { coverage } = buildReviewBody(new Review(this.#sinceMs), target)
    return {
      since: toTimestamp(this.#sinceMs),
      requests: this.#requests,
      coverage: {
        operations: this.#sumCoverage('operations', coverage),
        error_codes: this.#sumCoverage('error_codes', coverage),
        tracking_statuses: this.#sumCoverage('tracking_statuses', coverage),
        webhook_outcomes: this.#sumCoverage('webhook_outcomes', coverage),
        situations: this.#sumCoverage('situations', coverage),
      },
      scopes: [...this.#keys.values()].map(buildSummedKeysBody),
      findings: catalogue.flatMap(({ id }) => this.#findings.get(id) ?? []),
    }
  }

  /**
   * Returns the summed coverage of one kind, such as error codes. `nothingMet` is the coverage of a review without
   * requests, so it lists all items.
   */
  #sumCoverage(kind: CoverageKind, nothingMet: ReviewBody['coverage']): CoverageBody {
    const items = nothingMet[kind].missed
    return {
      met: items.flatMap(({ id }) => {
        const count = this.#coverage.get(`${kind} ${id}`)
        return count === undefined ? [] : [{ id, count }]
      }),
      missed: items.filter(({ id }) => !this.#coverage.has(`${kind} ${id}`)),
    }
  }
}

function buildSummedKeysBody({ first, count, used, refused }: SummedKeys): KeyUse {
  return {
    key: count === 1 ? first.key : `${first.key} and ${count - 1} more like it`,
    granted: first.granted,
    used: scopes.filter((scope) => used.has(scope)),
    refused: scopes.filter((scope) => refused.has(scope)),
  }
}
