import { expect, it } from 'vitest'
import { openRequestQueue } from './transport.ts'

const waitForTasks = () => new Promise((resolve) => setImmediate(resolve))

it('the request queue limits the requests in progress, and lets the rule with the fewest go next', async () => {
  const line = openRequestQueue(2)
  const gone: string[] = []
  const sendAs = async (who: string): Promise<void> => {
    await line.enter(who)
    gone.push(who)
  }
  const asked = ['crowd', 'crowd', 'crowd', 'crowd', 'one', 'other'].map(sendAs)
  await waitForTasks()
  expect(gone).toEqual(['crowd', 'crowd'])
  // `crowd` still has one request in progress.
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
