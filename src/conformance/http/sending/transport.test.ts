import { expect, it } from 'vitest'
import { createRequestQueue } from './transport.ts'

const waitForTasks = () => new Promise((resolve) => setImmediate(resolve))

it('the request queue limits the requests in progress, and prefers the rule that has the fewest of them', async () => {
  const line = createRequestQueue(2)
  const gone: string[] = []
  const sendAs = async (who: string): Promise<void> => {
    await line.enter(who)
    gone.push(who)
  }
  const asked = ['crowd', 'crowd', 'crowd', 'crowd', 'one', 'other'].map(sendAs)
  await waitForTasks()
  expect(gone).toEqual(['crowd', 'crowd'])
  // The rule `crowd` still has one request in progress, so its next request waits in the queue.
  line.leave('crowd')
  await waitForTasks()
  line.leave('one')
  await waitForTasks()
  expect(gone.slice(2)).toEqual(['one', 'other'])
  line.leave('other')
  line.leave('crowd')
  await Promise.all(asked)
  expect(gone.slice(4)).toEqual(['crowd', 'crowd'])
})
