import { expect, it } from 'vitest'
import { openReviewHistory, type ReviewHistory } from '../../test/support/review-history.ts'
import type { Finding, Report } from './finding.ts'

function buildFinding(createWatcher: Finding['createWatcher']): Finding {
  return { id: 'METHOD-WRONG', severity: 'note', title: '', means: '', advice: '', why: '', createWatcher }
}

/** A finding that reports every exchange. */
const everyExchange = buildFinding((report) => ({ observeExchange: ({ id }) => void report(id) }))

it('a finding counts every occurrence, and keeps the ids of the latest twenty requests', () => {
  const history = openReviewHistory(everyExchange)
  for (let number = 0; number < 1_000; number += 1) history.exchange()
  expect(history.count).toBe(1_000)
  expect(history.requests).toEqual(Array.from({ length: 20 }, (_, at) => `req_${981 + at}`))
})

it('an occurrence of a finding is removed only once even if the function that removes it is called twice', () => {
  let removeOccurrence = (): void => undefined
  const first = (report: Report) => ({
    observeExchange: ({ id }: { readonly id: string }) => {
      removeOccurrence = report(id)
    },
  })
  const history: ReviewHistory = openReviewHistory(buildFinding(first))
  history.exchange()
  history.exchange()
  removeOccurrence()
  removeOccurrence()
  expect([history.count, history.requests]).toEqual([1, ['req_1']])
})

it('a finding keeps each of its details once, and at most ten details', () => {
  const history = openReviewHistory(
    buildFinding((report) => ({
      observeExchange: ({ id, status }) => report.withDetail(`Status ${status}.`, id),
    })),
  )
  for (let status = 400; status < 420; status += 1) {
    history.exchange({ status })
    history.exchange({ status })
  }
  expect(history.count).toBe(40)
  expect(history.details).toEqual(Array.from({ length: 10 }, (_, at) => `Status ${400 + at}.`))
})

it('the watcher of a finding receives webhook attempts, clock moves and settings changes if the watcher has methods for them', () => {
  const history = openReviewHistory(
    buildFinding((report) => ({
      observeAttempt: ({ deliveryId }) => void report(deliveryId),
      observeClockMove: ({ fromMs, toMs }) => void report(String(toMs - fromMs)),
      observeSettingsChange: () => void report('settings'),
    })),
  )
  history.exchange()
  history.attempt({ deliveryId: 'whd_7' })
  history.moveClock(60_000)
  history.changeSettings()
  expect(history.requests).toEqual(['whd_7', '60000', 'settings'])
})
