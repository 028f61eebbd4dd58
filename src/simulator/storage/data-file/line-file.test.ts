import { expect, test } from 'vitest'
import { encodeLine } from './data-line.ts'
import { type AppendableHandle, LineFile } from './line-file.ts'

/** A file in memory of limited size, which accepts a few bytes at a time and may refuse to truncate. */
class SmallDisk implements AppendableHandle {
  bytes: Buffer = Buffer.alloc(0)
  roomBytes = 1_000_000
  mostAtOnceBytes = 7
  canCut = true
  calls: string[] = []

  async write(bytes: Buffer, offset: number, length: number, position: number) {
    const bytesWritten = Math.min(length, this.mostAtOnceBytes, this.roomBytes - position)
    this.calls.push('write')
    if (bytesWritten <= 0) throw new Error('no space')
    const grown = Buffer.alloc(Math.max(this.bytes.length, position + bytesWritten))
    this.bytes.copy(grown)
    bytes.copy(grown, position, offset, offset + bytesWritten)
    this.bytes = grown
    return { bytesWritten }
  }

  async truncate(lengthBytes: number) {
    this.calls.push('truncate')
    if (!this.canCut) throw new Error('no cut')
    this.bytes = this.bytes.subarray(0, lengthBytes)
  }

  async datasync() {
    this.calls.push('datasync')
  }

  async close() {
    this.calls.push('close')
  }
}

const first = encodeLine('["first"]', 0)
const second = encodeLine('["second"]', first.checksum)
const start = { endBytes: 0, checksum: 0 } as const

test('LineFile reads the lines of a data file one after another, however few bytes each read returns', async () => {
  const disk = new SmallDisk()
  const lines = new LineFile(disk, start)
  await lines.append('["first"]')
  await lines.append('["second"]')

  expect(disk.bytes).toEqual(Buffer.concat([first.bytes, second.bytes]))
  expect(lines.endBytes).toBe(disk.bytes.length)
  expect(disk.calls).not.toContain('truncate')
})

test('LineFile writes several lines at once, each with a checksum that includes the line before', async () => {
  const disk = new SmallDisk()
  disk.mostAtOnceBytes = 1_000
  const lines = new LineFile(disk, start)
  await lines.append('["first"]', '["second"]')

  expect(disk.bytes).toEqual(Buffer.concat([first.bytes, second.bytes]))
  expect(disk.calls).toEqual(['write'])
})

test('LineFile cuts off a line that did not fit on the disk, and writes it once there is room', async () => {
  const disk = new SmallDisk()
  const lines = new LineFile(disk, start)
  await lines.append('["first"]')
  disk.roomBytes = first.bytes.length + 10

  await expect(lines.append('["second"]')).rejects.toThrow('no space')
  expect(disk.bytes).toEqual(first.bytes)
  expect(lines.endBytes).toBe(first.bytes.length)

  disk.roomBytes = 1_000
  await lines.append('["second"]')
  expect(disk.bytes).toEqual(Buffer.concat([first.bytes, second.bytes]))
})

test('LineFile cuts off an incomplete line before its next write if cutting it off had failed before', async () => {
  const disk = new SmallDisk()
  const lines = new LineFile(disk, start)
  disk.roomBytes = 10
  disk.canCut = false
  await expect(lines.append(`["${'long'.repeat(10)}"]`)).rejects.toThrow('no space')
  disk.roomBytes = 1_000

  await expect(lines.append('["first"]')).rejects.toThrow('no cut')
  disk.canCut = true
  disk.calls = []
  await lines.append('["first"]')

  expect(disk.calls[0]).toBe('truncate')
  expect(disk.bytes).toEqual(first.bytes)
})
