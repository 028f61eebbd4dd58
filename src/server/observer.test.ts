import { expect, test } from 'vitest'
import { startDrydock } from '../index.ts'

test.each([
  [
    'throws',
    () => {
      throw new Error('of the observer')
    },
  ],
  ['rejects', () => Promise.reject(new Error('of the observer'))],
])('an observer that %s changes no answer, hears of each once, and is told of once', async (_, fail) => {
  const heard: string[] = []
  const notices: string[] = []
  await using dock = await startDrydock({
    onExchange: ({ path }) => {
      heard.push(path)
      return fail()
    },
    onNotice: (text) => {
      notices.push(text)
      throw new Error('of the other')
    },
  })
  const before = heard.length
  const [one, two] = [await fetch(`${dock.url}/v1/nothing`), await fetch(`${dock.url}/v1/nothing`)]
  expect([one.status, two.status]).toEqual([404, 404])
  expect(heard.slice(before)).toEqual(['/v1/nothing', '/v1/nothing'])
  expect(notices).toEqual(['onExchange failed, which changed no answer: Error: of the observer'])
})
