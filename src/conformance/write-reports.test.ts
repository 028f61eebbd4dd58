import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openRedactor } from './redaction.ts'
import { reportWith, resultWith } from './reporters/report-builder.ts'
import { parseReportOption, writeReports } from './write-reports.ts'

const folder = mkdtempSync(join(tmpdir(), 'drydock-reports-'))
afterAll(() => rmSync(folder, { recursive: true }))

const key = `pr_test_${'ab'.repeat(16)}`

function write(options: readonly string[], actual = 'something') {
  const redactor = openRedactor()
  redactor.learn(key)
  redactor.learn('a secret of some length')
  const report = reportWith([resultWith({ id: 'RATE-001', status: 'failed', expected: 'this', actual })])
  const written = { stdout: '', stderr: '' }
  const isWritten = writeReports(
    { report, findSecret: redactor.findSecret, sent: new Map() },
    options.map(parseReportOption),
    {
      stdout: { write: (text) => (written.stdout += text) },
      stderr: { write: (text) => (written.stderr += text) },
    },
  )
  return { isWritten, ...written }
}

describe('reports', () => {
  it('go to the terminal, or to files in folders that are made', () => {
    const file = join(folder, 'deep', 'er', 'out.json')
    const { isWritten, stdout, stderr } = write(['console', `json=${file}`])
    expect({ isWritten, stderr }).toEqual({ isWritten: true, stderr: '' })
    expect(stdout).toContain('RATE-001')
    expect(JSON.parse(readFileSync(file, 'utf8')).summary.failed).toBe(1)
  })

  it.each([key, Buffer.from(key).toString('base64'), 'a secret of some length', `pr_live_${'0'.repeat(32)}`])(
    'are not written while they hold a secret: %s',
    (secret) => {
      const { isWritten, stdout, stderr } = write(['json'], `before ${secret} after`)
      expect({ isWritten, stdout }).toEqual({ isWritten: false, stdout: '' })
      expect(stderr).toMatch(/the json report is not written/)
      expect(stderr).not.toContain(secret)
    },
  )

  it('that cannot be written keep no other from it', () => {
    const file = join(folder, 'out.tap')
    const { isWritten, stderr } = write([`json=${folder}`, `tap=${file}`])
    expect(isWritten).toBe(false)
    expect(stderr).toContain(`cannot be written to ${folder}`)
    expect(readFileSync(file, 'utf8')).toContain('TAP version 14')
  })

  it('of an unknown format are refused with those there are', () => {
    expect(() => parseReportOption('pictures=x')).toThrow(/console, json, junit, html, markdown, tap, github/)
    expect(parseReportOption('junit=a=b.xml')).toEqual({ format: 'junit', file: 'a=b.xml' })
  })
})
