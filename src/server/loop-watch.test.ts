import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { beginRequestWork, endRequestWork, type LoopHold, watchLoop } from './loop-watch.ts'

/** Uses the processor for this many milliseconds, measured in processor time and in real time. */
function useProcessor(durationMs: number): void {
  const startMs = performance.now()
  const before = process.cpuUsage()
  for (let usedMs = 0; usedMs < durationMs; ) {
    const { user, system } = process.cpuUsage(before)
    usedMs = Math.min((user + system) / 1000, performance.now() - startMs)
  }
}

function createRequest(url: string): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), { method: 'PUT', url })
}

/** Runs work in one turn of the event loop. Returns the reported times in which the work blocked the loop. */
async function reportHolds(work: () => void): Promise<readonly LoopHold[]> {
  const holds: LoopHold[] = []
  const end = watchLoop((hold) => holds.push(hold))
  // Between requests, watchLoop checks the loop by a timer. This wait lets the timer run.
  await wait(100)
  holds.length = 0
  work()
  await wait(100)
  end()
  return holds
}

const [body, other] = [createRequest('/body'), createRequest('/other')]

it('watchLoop reports a request that blocks the event loop in many short parts', async () => {
  const holds = await reportHolds(() => {
    for (let part = 0; part < 10; part += 1) {
      beginRequestWork(body)
      useProcessor(50)
    }
    endRequestWork(body)
  })
  expect(holds).toMatchObject([{ request: { url: '/body' } }])
  expect(holds[0]?.heldMs).toBeGreaterThanOrEqual(500)
})

it('if several requests block one turn of the event loop, watchLoop reports the request that took the most time', async () => {
  const holds = await reportHolds(() => {
    for (const [request, durationMs] of [
      [other, 50],
      [body, 400],
      [other, 50],
    ] as const) {
      beginRequestWork(request)
      useProcessor(durationMs)
      endRequestWork(request)
    }
  })
  expect(holds).toMatchObject([{ request: { url: '/body' } }])
})

it('watchLoop reports nothing if the same work is spread over many turns of the event loop', async () => {
  const holds: LoopHold[] = []
  const end = watchLoop((hold) => holds.push(hold))
  for (let part = 0; part < 10; part += 1) {
    await wait(1)
    beginRequestWork(body)
    useProcessor(20)
    endRequestWork(body)
  }
  end()
  expect(holds).toEqual([])
})
