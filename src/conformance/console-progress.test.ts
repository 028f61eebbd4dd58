import { expect, it } from 'vitest'
import { openProgress } from './console-progress.ts'
import { resultWith } from './reporters/report-builder.ts'

const show = (isTTY: boolean): string => {
  let text = ''
  const progress = openProgress({ isTTY, columns: 40, write: (part) => (text += part) })
  progress.show(resultWith({ id: 'RATE-001', status: 'passed' }), { done: 1, total: 3 })
  progress.show(resultWith({ id: 'RATE-002', status: 'failed' }), { done: 2, total: 3 })
  progress.end()
  return text
}

it('progress is one line on a terminal, written over and taken away', () => {
  expect(show(true)).toBe('\r\u001b[2K1/3  RATE-001\r\u001b[2K2/3  1 failed  RATE-002\r\u001b[2K')
})

it('progress is nothing where no person looks', () => {
  expect(show(false)).toBe('')
})
