import { expect, test } from 'vitest'
import { CommitQueue } from './commit-queue.ts'

/** Returns a commit queue with numbers in place of changes. The test decides when and how each write ends. */
function createQueue() {
  let waiting: number[] = []
  const writes: { readonly changes: readonly number[]; readonly end: (error?: Error) => void }[] = []
  const queue = new CommitQueue({
    collect: () => waiting.length > 0,
    write: () => {
      const changes = waiting
      waiting = []
      return new Promise((resolve, reject) => {
        const end = (error?: Error) => {
          if (error === undefined) return resolve()
          waiting = [...changes, ...waiting]
          reject(error)
        }
        writes.push({ changes, end })
      })
    },
  })
  const outcomes: string[] = []
  const commit = (name: string, ...changes: readonly number[]) => {
    waiting.push(...changes)
    return queue.commit().then(
      () => outcomes.push(`${name} kept`),
      () => outcomes.push(`${name} failed`),
    )
  }
  return { queue, writes, outcomes, commit, changes: () => writes.map((write) => write.changes) }
}

const waitForCallbacks = () => new Promise((resolve) => setImmediate(resolve))

test('commits that are requested at the same time share one write to the data file', async () => {
  const { writes, outcomes, commit, changes } = createQueue()
  void commit('a', 1)
  void commit('b', 2)
  await waitForCallbacks()
  void commit('c', 3)
  void commit('d', 4)
  await waitForCallbacks()
  expect(changes()).toEqual([[1, 2]])
  expect(outcomes).toEqual([])

  writes[0]?.end()
  await waitForCallbacks()
  expect(outcomes).toEqual(['a kept', 'b kept'])
  expect(changes()).toEqual([
    [1, 2],
    [3, 4],
  ])

  writes[1]?.end()
  await waitForCallbacks()
  expect(outcomes).toEqual(['a kept', 'b kept', 'c kept', 'd kept'])
})

test('a commit without changes to the data file waits only for the write in progress', async () => {
  const { writes, outcomes, commit, changes } = createQueue()
  void commit('a', 1)
  await waitForCallbacks()
  void commit('b')
  await waitForCallbacks()
  expect(outcomes).toEqual([])

  writes[0]?.end()
  await waitForCallbacks()
  expect(outcomes).toEqual(['a kept', 'b kept'])
  expect(changes()).toEqual([[1]])
})

test('a failed write to the data file rejects its commits, and the next write includes their changes', async () => {
  const { writes, outcomes, commit, changes } = createQueue()
  void commit('a', 1)
  await waitForCallbacks()
  void commit('b')
  void commit('c', 2)
  await waitForCallbacks()

  writes[0]?.end(new Error('disk full'))
  await waitForCallbacks()
  expect(outcomes).toEqual(['a failed', 'b failed'])
  expect(changes()).toEqual([[1], [1, 2]])

  writes[1]?.end()
  await waitForCallbacks()
  expect(outcomes).toEqual(['a failed', 'b failed', 'c kept'])
})

test('a commit without changes after a failed write tries the write again', async () => {
  const { writes, outcomes, commit, changes } = createQueue()
  void commit('a', 1)
  await waitForCallbacks()
  writes[0]?.end(new Error('disk full'))
  await waitForCallbacks()
  void commit('b')
  await waitForCallbacks()
  writes[1]?.end()
  await waitForCallbacks()

  expect(outcomes).toEqual(['a failed', 'b kept'])
  expect(changes()).toEqual([[1], [1]])
})

test('a commit queue writes nothing if nothing changed', async () => {
  const { queue, commit, outcomes, changes } = createQueue()
  await commit('a')

  expect(queue.isWriting).toBe(false)
  expect(outcomes).toEqual(['a kept'])
  expect(changes()).toEqual([])
})

test('a commit queue says whether a write is in progress', async () => {
  const { queue, writes, commit } = createQueue()
  const seen = [queue.isWriting]
  void commit('a', 1)
  seen.push(queue.isWriting)
  await waitForCallbacks()
  void commit('b', 2)
  writes[0]?.end()
  await waitForCallbacks()
  seen.push(queue.isWriting)
  writes[1]?.end()
  await waitForCallbacks()
  seen.push(queue.isWriting)

  expect(seen).toEqual([false, true, true, false])
})
