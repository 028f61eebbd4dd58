import { describe, expect, it } from 'vitest'
import { openSlots } from './slots.ts'

/** A promise and what resolves it. */
function gate() {
  let open = (): void => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('slots', () => {
  it('let only so many in at a time, in the order they came', async () => {
    const slots = openSlots(2)
    const gates = [gate(), gate(), gate()]
    const begun: number[] = []
    const all = gates.map(({ passed }, index) =>
      slots.take(() => {
        begun.push(index)
        return passed
      }),
    )
    await settled()
    expect(begun).toEqual([0, 1])
    gates[1]?.open()
    await settled()
    expect(begun).toEqual([0, 1, 2])
    for (const { open } of gates) open()
    await Promise.all(all)
  })

  it('are free for others while one waits for time to pass', async () => {
    const slots = openSlots(1)
    const longWait = gate()
    const begun: string[] = []
    const waiter = slots.take(async () => {
      await slots.leave(() => longWait.passed)
      begun.push('waiter again')
    })
    await slots.take(async () => {
      begun.push('another')
    })
    expect(begun).toEqual(['another'])
    longWait.open()
    await waiter
    expect(begun).toEqual(['another', 'waiter again'])
  })

  it('are free again after a failure', async () => {
    const slots = openSlots(1)
    await expect(slots.take(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await slots.take(async () => 'in')).toBe('in')
  })
})
