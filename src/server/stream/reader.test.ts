import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StreamReader } from './reader.ts'

/** A fake response with the functions that StreamReader uses. */
class Connection extends EventEmitter {
  readonly written: string[] = []
  destroyed = false
  writableLength = 0
  writableNeedDrain = false
  isEnded = false

  write(text: string): boolean {
    this.written.push(text)
    return this.writableLength === 0
  }

  end(): this {
    this.isEnded = true
    return this
  }

  destroy(): this {
    this.destroyed = true
    this.emit('close')
    return this
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function connect() {
  const connection = new Connection()
  const gone = vi.fn()
  // @ts-expect-error a response has more functions, which a reader does not use
  const reader = new StreamReader(connection, gone)
  return { connection, gone, reader }
}

describe('an event stream without events', () => {
  it('an event stream without events sends a comment every 15 seconds', () => {
    const { connection } = connect()
    vi.advanceTimersByTime(14_999)
    expect(connection.written).toEqual([])
    vi.advanceTimersByTime(30_001)
    expect(connection.written).toEqual([':\n\n', ':\n\n', ':\n\n'])
  })

  it('an event stream waits 15 seconds after an event before it sends a comment', () => {
    const { connection, reader } = connect()
    vi.advanceTimersByTime(10_000)
    reader.send('an event')
    vi.advanceTimersByTime(14_999)
    expect(connection.written).toEqual(['an event'])
    vi.advanceTimersByTime(1)
    expect(connection.written).toEqual(['an event', ':\n\n'])
  })

  it('an event stream sends no comment after it was closed', () => {
    const { connection, gone } = connect()
    connection.destroy()
    vi.advanceTimersByTime(60_000)
    expect(connection.written).toEqual([])
    expect(gone).toHaveBeenCalledOnce()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a reader of the event stream that does not read', () => {
  it('an event stream disconnects a reader that does not read', () => {
    const { connection, reader, gone } = connect()
    connection.writableLength = 4 * 1024 * 1024
    reader.send('still')
    expect(connection.written).toEqual(['still'])
    connection.writableLength += 1
    reader.send('no more')
    reader.send('nor this')
    expect(connection.written).toEqual(['still'])
    expect(connection.destroyed).toBe(true)
    expect(gone).toHaveBeenCalledOnce()
  })
})

describe('a reader of the event stream that reads slowly', () => {
  it('waitUntilRead resolves as soon as a slow reader has read all sent events', async () => {
    const { connection, reader } = connect()
    expect(reader.waitUntilRead()).toBeUndefined()
    connection.writableNeedDrain = true
    const caughtUp = reader.waitUntilRead()
    vi.advanceTimersByTime(1_999)
    connection.emit('drain')
    await caughtUp
    expect(reader.waitUntilRead()).toBeDefined()
    connection.destroy()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('waitUntilRead waits at most two seconds for a slow reader, and does not wait again until this reader has read', async () => {
    const { connection, reader } = connect()
    connection.writableNeedDrain = true
    const caughtUp = reader.waitUntilRead()
    vi.advanceTimersByTime(2_000)
    await caughtUp
    expect(reader.waitUntilRead()).toBeUndefined()
    connection.emit('drain')
    expect(reader.waitUntilRead()).toBeDefined()
    connection.destroy()
  })
})
