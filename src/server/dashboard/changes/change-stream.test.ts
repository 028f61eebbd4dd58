import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Simulator } from '../../../simulator/simulator.ts'
import { openChangeStream, PendingPages } from './change-stream.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A fake response with the functions that the event stream uses. */
class FakeResponse extends EventEmitter {
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

function openStream() {
  const simulator = new Simulator({ baseUrl: () => '', send: () => Promise.resolve(null), seed: 'ticks' })
  simulator.begin(null)
  const endings = new Set<() => void>()
  const connection = new FakeResponse()
  // @ts-expect-error the fake lacks functions of a response that the stream does not use
  openChangeStream(simulator, { account: 'default', endings: [endings] }).begin(connection)
  connection.written.length = 0
  return { simulator, connection, endings }
}

it('the event stream of a dashboard page sends the topics of changes at most four times a second, and does not omit the last change', () => {
  const { simulator, connection } = openStream()
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

it('closing the server ends the event stream of a dashboard page, and leaves no watcher and no timer', () => {
  const { simulator, connection, endings } = openStream()
  expect(simulator.watchers.of('default')).toBeDefined()
  for (const end of endings) end()
  expect(simulator.watchers.of('default')).toBeUndefined()
  expect(endings.size).toBe(0)
  connection.emit('close')
  expect(vi.getTimerCount()).toBe(0)
})

it('PendingPages returns the missed changes of a dashboard page once, and forgets a page that opens no event stream for 30 seconds', () => {
  const { simulator, endings } = openStream()
  for (const end of endings) end()
  const pendingPages = new PendingPages()
  const name = pendingPages.addPage(simulator, 'default')
  const { wallet } = simulator.defaultAccount.state
  wallet.set({ ...wallet.get(), balanceCents: 7 })
  expect([...pendingPages.takeMissed(name)]).toEqual(['wallet'])
  expect([...pendingPages.takeMissed(name)]).toEqual([])
  expect(simulator.watchers.of('default')).toBeUndefined()
  const late = pendingPages.addPage(simulator, 'default')
  vi.advanceTimersByTime(30_000)
  expect(simulator.watchers.of('default')).toBeUndefined()
  wallet.set({ ...wallet.get(), balanceCents: 8 })
  expect([...pendingPages.takeMissed(late)]).toEqual([])
  const first = pendingPages.addPage(simulator, 'default')
  for (let more = 0; more < 100; more += 1) pendingPages.addPage(simulator, 'default')
  expect(simulator.watchers.of('default')?.size).toBe(100)
  wallet.set({ ...wallet.get(), balanceCents: 9 })
  expect([...pendingPages.takeMissed(first)]).toEqual([])
  vi.advanceTimersByTime(30_000)
})

it('the event stream of a dashboard page sends missed changes as soon as the stream is open', () => {
  const { simulator } = openStream()
  const connection = new FakeResponse()
  const options = { account: 'default', missed: new Set(['keys'] as const), endings: [] }
  // @ts-expect-error the fake lacks functions of a response that the stream does not use
  openChangeStream(simulator, options).begin(connection)
  vi.advanceTimersByTime(250)
  expect(connection.written.at(-1)).toBe('event: keys\ndata:\n\n')
})
