import { assert, integer, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { decodeLine, encodeLine, isCutShort } from './data-line.ts'

const payload = '[["default","labels","lbl_1",\t{"name":"Zoë 配送"}]]'

test('a line of a data file has its checksum, its length in bytes and its payload', () => {
  expect(encodeLine(payload, 0).bytes.toString()).toMatch(/^[0-9a-f]{8} 00000036 \[\[.*\]\]\n$/)
})

test('a line of a data file is read back as it was written', async () => {
  await assert(
    property(string({ unit: 'grapheme' }), integer({ min: 0, max: 0xffffffff }), (text, previous) => {
      const { bytes, checksum } = encodeLine(text, previous)
      expect(decodeLine(bytes.subarray(0, -1), previous)).toEqual({
        payload: Buffer.from(text),
        checksum,
      })
    }),
  )
})

test('a line of a data file is refused if the line before it is not the line after which it was written', () => {
  const { bytes } = encodeLine(payload, 1)

  expect(decodeLine(bytes.subarray(0, -1), 2)).toBe('its checksum does not match')
})

test('a line of a data file in which any byte was changed is refused', () => {
  const { bytes } = encodeLine(payload, 7)
  const passed: string[] = []
  for (let at = 0; at < bytes.length - 1; at += 1) {
    for (const flip of [0x01, 0x20, 0x80, 0xff]) {
      const altered = Buffer.from(bytes.subarray(0, -1))
      altered.writeUInt8(altered.readUInt8(at) ^ flip, at)
      if (typeof decodeLine(altered, 7) !== 'string') passed.push(`${at} ^ ${flip}`)
    }
  }
  expect(passed).toEqual([])
})

test('every incomplete beginning of a line of a data file counts as cut short', () => {
  const { bytes } = encodeLine(payload, 7)
  const unfit: number[] = []
  for (let length = 1; length < bytes.length; length += 1) {
    if (!isCutShort(bytes.subarray(0, length))) unfit.push(length)
  }
  expect(unfit).toEqual([])
})

test.each([
  [
    'a whole line whose newline was altered',
    Buffer.from(`${encodeLine('[]', 0).bytes.toString().slice(0, -1)}x`),
  ],
  ['zeros', Buffer.alloc(40)],
  [
    'zeros after a good beginning',
    Buffer.concat([encodeLine(payload, 0).bytes.subarray(0, 30), Buffer.alloc(5)]),
  ],
  ['other text', Buffer.from('hello')],
  ['capital digits', Buffer.from('ABCDEF01 00')],
])('the text %s is no line of a data file', (_, bytes) => {
  expect(isCutShort(bytes)).toBe(false)
})
