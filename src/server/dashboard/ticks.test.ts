import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Simulator } from '../../simulator/simulator.ts'
import { ticksOf } from './ticks.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

class Connection extends EventEmitter {
  readonly written: string[] = []
  destroyed = false
  writableLength = 0

  write(text: string): void {
    this.written.push(text)
  }

  end(): void {
    this.emit('close')
  }
}

function open() {
  const simulator = new Simulator({ baseUrl: () => '', send: () => Promise.resolve(null), seed: 'ticks' })
  simulator.begin(null)
  const endings = new Set<() => void>()
  const connection = new Connection()
  // @ts-expect-error a response has more, of which nothing is used
  ticksOf(simulator, 'default', endings).begin(connection)
  connection.written.length = 0
  return { simulator, connection, endings }
}

it('a page is told four times a second at most, of each topic once, and of the last change, too', () => {
  const { simulator, connection } = open()
  const { wallet } = simulator.defaultAccount.state
  for (let at = 0; at < 1_000; at += 10) {
    wallet.set({ ...wallet.get(), balanceCents: at })
    vi.advanceTimersByTime(10)
  }
  vi.advanceTimersByTime(250)
  expect(connection.written.length).toBeGreaterThanOrEqual(4)
  expect(connection.written.length).toBeLessThanOrEqual(5)
  expect(new Set(connection.written)).toEqual(new Set(['event: wallet\ndata:\n\n']))
})

it('nobody looks on for a page that is closed, and a server that closes ends it', () => {
  const { simulator, connection, endings } = open()
  expect(simulator.watchers.of('default')).toBeDefined()
  for (const end of endings) end()
  expect(simulator.watchers.of('default')).toBeUndefined()
  expect(endings.size).toBe(0)
  connection.emit('close')
  expect(vi.getTimerCount()).toBe(0)
})
