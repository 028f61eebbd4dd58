import { describe, expect, it } from 'vitest'
import { createConcurrencyControl, createSemaphore } from './semaphore.ts'

/** Creates a promise and the function that resolves it. */
function createGate() {
  let open = (): void => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open }
}

const waitForTasks = () => new Promise((resolve) => setImmediate(resolve))

describe('semaphore', () => {
  it('a semaphore runs as many tasks at a time as it has slots, in the order of their calls', async () => {
    const semaphore = createSemaphore(2)
    const gates = [createGate(), createGate(), createGate()]
    const begun: number[] = []
    const all = gates.map(({ passed }, index) =>
      semaphore.run(() => {
        begun.push(index)
        return passed
      }),
    )
    await waitForTasks()
    expect(begun).toEqual([0, 1])
    gates[1]?.open()
    await waitForTasks()
    expect(begun).toEqual([0, 1, 2])
    for (const { open } of gates) open()
    await Promise.all(all)
  })

  it('a semaphore gives the slot of a waiting task to other tasks', async () => {
    const semaphore = createSemaphore(1)
    const longWait = createGate()
    const begun: string[] = []
    const waiter = semaphore.run(async () => {
      await semaphore.releaseDuring(() => longWait.passed)
      begun.push('waiter again')
    })
    await semaphore.run(async () => {
      begun.push('another')
    })
    expect(begun).toEqual(['another'])
    longWait.open()
    await waiter
    expect(begun).toEqual(['another', 'waiter again'])
  })

  it('a semaphore frees the slot of a task that throws', async () => {
    const semaphore = createSemaphore(1)
    await expect(semaphore.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await semaphore.run(async () => 'in')).toBe('in')
  })
})

describe('the concurrency of a run', () => {
  const open = (work = () => 0.1) => {
    const told: number[] = []
    const concurrency = createConcurrencyControl({
      min: 6,
      max: 64,
      onChange: (each) => told.push(each),
      load: work,
    })
    return { ...concurrency, now: () => told.at(-1) ?? 6 }
  }

  it('a conformance run keeps its concurrency while responses are fast', () => {
    const { record: heard, now } = open()
    for (let count = 0; count < 500; count += 1) heard('getWallet', 5 + (count % 7))
    expect(now()).toBe(6)
  })

  it('a conformance run raises its concurrency up to the maximum if the target is slow but not busy', () => {
    const { record: heard, now, forecastConcurrency } = open()
    expect(forecastConcurrency()).toBe(6)
    for (let count = 0; count < 10; count += 1) heard('getWallet', 2_000 + count)
    expect([now(), forecastConcurrency()]).toEqual([16, 64])
    for (let count = 0; count < 200; count += 1) heard('createRates', 2_000 + count)
    expect(now()).toBe(64)
  })

  it('a conformance run lowers its concurrency if its own process is slow', () => {
    let work = 0.1
    const { record: heard, now } = open(() => work)
    for (let count = 0; count < 4; count += 1) heard('getWallet', 2_000)
    expect(now()).toBe(10)
    work = 0.9
    for (let count = 0; count < 3; count += 1) heard('getWallet', 2_000)
    expect(now()).toBe(7)
  })

  it('a conformance run lowers its concurrency if responses get slower with the number of requests', () => {
    const { record: heard, now } = open()
    for (let count = 0; count < 20; count += 1) heard('getWallet', 1_000)
    expect(now()).toBe(26)
    for (let count = 0; count < 100; count += 1) heard('getWallet', 5_000)
    expect(now()).toBe(6)
  })
})
