import { expect, it } from 'vitest'
import { openReviewHistory, type ReviewHistory } from '../../test/support/review-history.ts'
import type { Finding, Report } from './finding.ts'

function finding(open: Finding['open']): Finding {
  return { id: 'TEST', severity: 'note', title: '', means: '', advice: '', why: '', open }
}

/** Reports every exchange. */
const everything = finding((report) => ({ exchange: ({ id }) => void report(id) }))

it('counts every occurrence, and keeps the ids of the latest twenty requests', () => {
  const history = openReviewHistory(everything)
  for (let number = 0; number < 1_000; number += 1) history.exchange()
  expect(history.count).toBe(1_000)
  expect(history.requests).toEqual(Array.from({ length: 20 }, (_, at) => `req_${981 + at}`))
})

it('takes an occurrence back once', () => {
  let takeBack = (): void => undefined
  const first = (report: Report) => ({
    exchange: ({ id }: { readonly id: string }) => {
      takeBack = report(id)
    },
  })
  const history: ReviewHistory = openReviewHistory(finding(first))
  history.exchange()
  history.exchange()
  takeBack()
  takeBack()
  expect([history.count, history.requests]).toEqual([1, ['req_1']])
})

it('keeps each detail once, and at most ten', () => {
  const history = openReviewHistory(
    finding((report) => ({ exchange: ({ id, status }) => report.because(`Status ${status}.`, id) })),
  )
  for (let status = 400; status < 420; status += 1) {
    history.exchange({ status })
    history.exchange({ status })
  }
  expect(history.count).toBe(40)
  expect(history.details).toEqual(Array.from({ length: 10 }, (_, at) => `Status ${400 + at}.`))
})

it('passes attempts, moves of the clock and changes of settings to the watchers that want them', () => {
  const history = openReviewHistory(
    finding((report) => ({
      attempt: ({ deliveryId }) => void report(deliveryId),
      clockMoved: ({ fromMs, toMs }) => void report(String(toMs - fromMs)),
      settingsChanged: () => void report('settings'),
    })),
  )
  history.exchange()
  history.attempt({ deliveryId: 'whd_7' })
  history.moveClock(60_000)
  history.changeSettings()
  expect(history.requests).toEqual(['whd_7', '60000', 'settings'])
})
