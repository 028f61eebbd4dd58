import { describe, expect, it } from 'vitest'
import { RuleBroken } from './failures.ts'
import { fieldsOf, readTimestamp } from './fields.ts'

describe('a timestamp', () => {
  it.each([
    '2030-01-02T03:04:05Z',
    '2030-01-02T03:04:05.000Z',
    '2030-01-02T03:04:05.000000Z',
    '2030-01-02T03:04:05,0Z',
    '2030-01-02T03:04:05+00:00',
    '2030-01-02T04:04:05+0100',
    '2030-01-02T04:04:05+01',
    '2030-01-02T03:04:05',
    '2030-01-02 03:04:05Z',
    '2030-01-02t03:04:05z',
    '20300102T030405Z',
    '20300102T030405.000+0000',
  ])('readTimestamp reads %s', (text) => {
    expect(readTimestamp(text)).toBe(Date.UTC(2030, 0, 2, 3, 4, 5))
  })

  it('readTimestamp reads a timestamp without seconds', () => {
    expect(readTimestamp('2030-01-02T03:04Z')).toBe(Date.UTC(2030, 0, 2, 3, 4))
    expect(readTimestamp('2030-01-02T03:04+00:00')).toBe(Date.UTC(2030, 0, 2, 3, 4))
  })

  it.each([
    ['tomorrow'],
    ['1893553445'],
    [1893553445000],
    ['2030-13-02T03:04:05Z'],
    ['2030-01-02'],
    ['20300102'],
    ['20300102 030405Z'],
    [''],
    [null],
    ['02/01/2030 03:04:05'],
  ])('readTimestamp refuses %j', (value) => {
    expect(readTimestamp(value)).toBeUndefined()
  })
})

describe('the fields of an object', () => {
  const fields = fieldsOf(
    {
      text: 'a',
      empty: '',
      count: 3,
      part: 0.5,
      numeral: '3',
      huge: Number.POSITIVE_INFINITY,
      is: false,
      none: null,
      day: '2030-02-29',
    },
    'thing',
  )
  const refusal = (read: () => unknown): string => {
    try {
      read()
    } catch (error) {
      if (error instanceof RuleBroken) return `expected ${error.expected}, got ${error.actual}`
      throw error
    }
    return 'read'
  }

  it('Fields reads each field of an object by its type', () => {
    expect(fields.text('text')).toBe('a')
    expect(fields.integer('count')).toBe(3)
    expect(fields.number('part')).toBe(0.5)
    expect(fields.boolean('is')).toBe(false)
    expect([fields.has('none'), fields.has('gone')]).toEqual([true, false])
  })

  it.each([
    [
      () => fields.text('gone'),
      'expected thing.gone to be a text, got no gone; thing has text, empty, count, part, numeral, huge, is, none, day',
    ],
    [() => fields.text('empty'), 'expected thing.empty to be a text, got ""'],
    [() => fields.integer('part'), 'expected thing.part to be a whole number, got thing.part is 0.5'],
    [() => fields.integer('numeral'), 'expected thing.numeral to be a whole number, got "3"'],
    [
      () => fields.integer('count', { min: 4 }),
      'expected thing.count to be a whole number from 4 up, got thing.count is 3',
    ],
    [() => fields.number('huge'), 'expected thing.huge to be a number, got thing.huge is Infinity'],
    [() => fields.boolean('none'), 'expected thing.none to be true or false, got thing.none is null'],
    [() => fields.list('text'), 'expected thing.text to be a list, got "a"'],
    [() => fields.object('text'), 'expected thing.text to be an object, got "a"'],
    [() => fields.date('day'), 'expected thing.day to be a date YYYY-MM-DD, got "2030-02-29"'],
    [
      () => fields.expect('text', 'b', { why: 'as sent' }),
      'expected thing.text "b", as sent, got thing.text "a"',
    ],
    [() => fields.expect('count', '3'), 'expected thing.count to be "3", got thing.count is 3'],
    [() => fieldsOf([], 'list'), 'expected list to be an object, got []'],
    [
      () => fieldsOf({}, '').text('id'),
      'expected id to be a text, got no id; the response is an empty object',
    ],
    [() => fieldsOf(undefined, 'error'), 'expected error to be an object, got no error'],
    [() => fieldsOf(null, ''), 'expected the body to be an object, got no body'],
    [
      () => fieldsOf({ a: 1 }, 'it').text('constructor'),
      'expected it.constructor to be a text, got no constructor; it has a',
    ],
  ])('Fields throws RuleBroken if a field has another type: %#', (read, says) => {
    expect(refusal(read)).toBe(says)
  })
})
