import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openRecordFile } from './record.ts'

const folder = mkdtempSync(join(tmpdir(), 'drydock-record-'))
afterAll(() => rmSync(folder, { recursive: true }))
const buildResult = (name: string, proved = true) => ({
  name,
  proved,
  wrong: proved ? 0 : 1,
  lines: [`killed    ${name}`],
  durationMs: 3,
})

describe('the record of proved cases', () => {
  it('the record of the self-test stores proved cases and no failed cases', () => {
    const file = join(folder, 'new', 'proved.jsonl')
    const record = openRecordFile(file, 'this code')
    record.add(buildResult('mutant:a'))
    record.add(buildResult('mutant:b', false))
    expect([...openRecordFile(file, 'this code').known.values()]).toEqual([buildResult('mutant:a')])
  })

  it('the record of the self-test drops cases that were proved with another version of the code', () => {
    const file = join(folder, 'other.jsonl')
    openRecordFile(file, 'this code').add(buildResult('mutant:a'))
    expect(openRecordFile(file, 'that code').known.size).toBe(0)
    expect(openRecordFile(file, 'this code').known.size).toBe(0)
  })

  it('the record of the self-test drops a last line that is incomplete', () => {
    const file = join(folder, 'cut.jsonl')
    openRecordFile(file, 'this code').add(buildResult('mutant:a'))
    appendFileSync(file, '{"name":"mutant:b","proved":tr')
    const record = openRecordFile(file, 'this code')
    record.add(buildResult('mutant:c'))
    expect([...openRecordFile(file, 'this code').known.keys()]).toEqual(['mutant:a', 'mutant:c'])
  })

  it('the record of the self-test ignores lines that do not say that a case is proved', () => {
    const file = join(folder, 'claimed.jsonl')
    openRecordFile(file, 'this code').add(buildResult('mutant:a'))
    writeFileSync(file, readFileSync(file, 'utf8').replace('"proved":true', '"proved":false'))
    expect(openRecordFile(file, 'this code').known.size).toBe(0)
  })

  it('the record of the self-test refuses a file that cannot be written', () => {
    expect(() => openRecordFile(folder, 'this code')).toThrow(/^--resume .* cannot be written: EISDIR/)
  })
})
