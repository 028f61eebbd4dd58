import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openRecord } from './record.ts'

const folder = mkdtempSync(join(tmpdir(), 'drydock-record-'))
afterAll(() => rmSync(folder, { recursive: true }))
const resultOf = (name: string, proved = true) => ({
  name,
  proved,
  wrong: proved ? 0 : 1,
  lines: [`killed    ${name}`],
  durationMs: 3,
})

describe('a record of what is proved', () => {
  it('the record of proved cases remembers proved cases and no failed ones', () => {
    const file = join(folder, 'new', 'proved.jsonl')
    const record = openRecord(file, 'this code')
    record.add(resultOf('mutant:a'))
    record.add(resultOf('mutant:b', false))
    expect([...openRecord(file, 'this code').known.values()]).toEqual([resultOf('mutant:a')])
  })

  it('the record of proved cases forgets cases of other code', () => {
    const file = join(folder, 'other.jsonl')
    openRecord(file, 'this code').add(resultOf('mutant:a'))
    expect(openRecord(file, 'that code').known.size).toBe(0)
    expect(openRecord(file, 'this code').known.size).toBe(0)
  })

  it('the record of proved cases continues after the last complete line if the last one is cut short', () => {
    const file = join(folder, 'cut.jsonl')
    openRecord(file, 'this code').add(resultOf('mutant:a'))
    appendFileSync(file, '{"name":"mutant:b","proved":tr')
    const record = openRecord(file, 'this code')
    record.add(resultOf('mutant:c'))
    expect([...openRecord(file, 'this code').known.keys()]).toEqual(['mutant:a', 'mutant:c'])
  })

  it('the record of proved cases ignores lines that do not say that a case is proved', () => {
    const file = join(folder, 'claimed.jsonl')
    openRecord(file, 'this code').add(resultOf('mutant:a'))
    writeFileSync(file, readFileSync(file, 'utf8').replace('"proved":true', '"proved":false'))
    expect(openRecord(file, 'this code').known.size).toBe(0)
  })

  it('the record of proved cases refuses a file that cannot be written', () => {
    expect(() => openRecord(folder, 'this code')).toThrow(/^--resume .* cannot be written: EISDIR/)
  })
})
