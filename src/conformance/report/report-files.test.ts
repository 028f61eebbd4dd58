import { spawnSync } from 'node:child_process'
import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createReport, createRuleResult } from '../../../test/support/conformance/report-builder.ts'
import { createRedactor } from '../http/redaction.ts'
import type { Report } from './report.ts'
import { checkReportFiles, formatNames, parseReportOption, writeReports } from './report-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'drydock-reports-'))
afterAll(() => rmSync(folder, { recursive: true }))

const key = `pr_test_${'ab'.repeat(16)}`

function writeTestReports(
  options: readonly string[],
  actual = 'something',
  change: Partial<Report> = {},
  isTTY = false,
  stepSummary?: string,
) {
  const redactor = createRedactor()
  redactor.addSecret(key)
  redactor.addSecret('a secret of some length')
  const report = createReport(
    [createRuleResult({ id: 'RATE-001', status: 'failed', expected: 'this', actual })],
    change,
  )
  const written = { stdout: '', stderr: '' }
  const isWritten = writeReports(
    { report, findSecret: redactor.findSecret },
    options.map((each) => parseReportOption(each, formatNames)),
    {
      stdout: { isTTY, write: (text) => (written.stdout += text) },
      stderr: { write: (text) => (written.stderr += text) },
      stepSummary,
    },
  )
  return { isWritten, ...written }
}

describe('reports', () => {
  it('writeReports writes reports to the terminal or to files, and creates folders', () => {
    const file = join(folder, 'deep', 'er', 'out.json')
    const { isWritten, stdout, stderr } = writeTestReports(['console', `json=${file}`])
    expect({ isWritten, stderr }).toEqual({ isWritten: true, stderr: '' })
    expect(stdout).toContain('RATE-001')
    expect(JSON.parse(readFileSync(file, 'utf8')).summary.failed).toBe(1)
  })

  it.each([key, Buffer.from(key).toString('base64'), 'a secret of some length', `pr_live_${'0'.repeat(32)}`])(
    'writeReports does not write a report that contains a secret: %s',
    (secret) => {
      const { isWritten, stdout, stderr } = writeTestReports(['json'], `before ${secret} after`)
      expect({ isWritten, stdout }).toEqual({ isWritten: false, stdout: '' })
      expect(stderr).toMatch(/the json report is not written/)
      expect(stderr).not.toContain(secret)
    },
  )

  it('writeReports prints the counts and the file names if there is no console report', () => {
    const counts = '0 passed, 1 failed, 0 skipped, 0 errored\n'
    const file = join(folder, 'out.xml')
    expect(writeTestReports([`junit=${file}`])).toEqual({
      isWritten: true,
      stdout: '',
      stderr: `${counts}drydock: the junit report is in ${file}\n`,
    })
    expect(writeTestReports(['json']).stderr).toBe(counts)
    expect(writeTestReports([`console=${file}`]).stderr).toContain(counts)
    expect(writeTestReports(['console', `junit=${file}`]).stderr).toBe('')
    expect(writeTestReports([`junit=${folder}`]).stderr).not.toContain('report is in')
  })

  it('writeReports writes to stderr why a run did not finish, except if a console report on a terminal already says so', () => {
    const dead = { stopped: { kind: 'unreachable', reason: 'Nobody there.' } } as const
    const why = 'drydock: The run did not finish. Nobody there.\n'
    expect(writeTestReports(['console'], 'something', dead)).toMatchObject({ stderr: why })
    expect(writeTestReports(['json'], 'something', dead).stderr).toContain(why)
    expect(writeTestReports(['console'], 'something', dead, true)).toMatchObject({ stderr: '' })
    expect(
      writeTestReports(['json'], 'something', { stopped: { kind: 'crashed', reason: key } }).stderr,
    ).not.toContain(key)
  })

  it("writeReports appends a summary, cut to GitHub's maximum length, to the summary file of the workflow step", () => {
    const file = join(folder, 'summary.md')
    writeFileSync(file, 'Before.\n')
    expect(writeTestReports(['github'], 'that', {}, false, file)).toMatchObject({ isWritten: true })
    expect(readFileSync(file, 'utf8')).toMatch(/^Before\.\n# Conformance of [\s\S]*## Fix first/)
    expect(writeTestReports(['console'], 'that', {}, false, file).isWritten).toBe(true)
    expect(readFileSync(file, 'utf8').split('# Conformance of')).toHaveLength(2)

    const many = Array.from({ length: 4_000 }, (_, index) => ({ topic: `${index}`, value: 'x'.repeat(400) }))
    writeFileSync(file, '')
    writeTestReports(['github'], 'that', { observations: many }, false, file)
    expect(readFileSync(file, 'utf8').length).toBeLessThan(1_024 * 1_024)
    expect(readFileSync(file, 'utf8')).toMatch(
      /`\n\nThe rest is left out, as GitHub limits the length of a summary\.\n$/,
    )
    expect(writeTestReports(['github'], `before ${key} after`, {}, false, file).isWritten).toBe(false)
    expect(readFileSync(file, 'utf8')).not.toContain(key)
  })

  it('a report file is written whole or not at all, and no temporary file stays', () => {
    const place = mkdtempSync(join(folder, 'whole-'))
    const report = join(place, 'out.json')
    writeFileSync(report, 'before', { mode: 0o640 })
    // `ulimit -f 1` limits files to one block of 512 or 1,024 bytes, less than the report needs. The shell ignores the
    // signal that the system sends for a larger file.
    const program = join(import.meta.dirname, '../../../dist/drydock.js')
    const line = `trap '' XFSZ; ulimit -f 1; exec "$0" "$@"`
    const words = [
      'conformance',
      'http://127.0.0.1:1',
      '--control',
      'off',
      '--key',
      'pr_test_x',
      '--report',
      `json=${report}`,
    ]
    const { status, stderr } = spawnSync('bash', ['-c', line, process.execPath, program, ...words], {
      encoding: 'utf8',
    })
    expect(stderr).toContain(`the json report cannot be written to ${report}: EFBIG`)
    expect(status).toBe(3)
    expect(readFileSync(report, 'utf8')).toBe('before')
    expect(writeTestReports([`json=${report}`])).toMatchObject({ isWritten: true })
    expect(JSON.parse(readFileSync(report, 'utf8')).tool).toBe('drydock')
    expect(statSync(report).mode & 0o777).toBe(0o640)
    expect(readdirSync(place)).toEqual(['out.json'])
  })

  it('a report is written to the file behind a link, and directly to a device', () => {
    const real = join(folder, 'real.json')
    const link = join(folder, 'link.json')
    writeFileSync(real, '')
    symlinkSync(real, link)
    expect(writeTestReports([`json=${link}`, 'tap=/dev/null'])).toMatchObject({ isWritten: true })
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(JSON.parse(readFileSync(real, 'utf8')).tool).toBe('drydock')
    expect(statSync('/dev/null').isFile()).toBe(false)
  })

  it('writeReports writes the remaining reports if one report cannot be written', () => {
    const file = join(folder, 'out.tap')
    const { isWritten, stderr } = writeTestReports([`json=${folder}`, `tap=${file}`])
    expect(isWritten).toBe(false)
    expect(stderr).toContain(`cannot be written to ${folder}`)
    expect(readFileSync(file, 'utf8')).toContain('TAP version 14')
  })

  it('a report file that cannot be written is refused before the run', () => {
    const checkOptions = (...options: readonly string[]) =>
      checkReportFiles(options.map((each) => parseReportOption(each, formatNames)))
    const file = join(folder, 'a file')
    writeFileSync(file, '')
    expect(() => checkOptions(`json=${join(folder, 'x', 'y.json')}`, `tap=${file}`, 'console')).not.toThrow()
    expect(() => checkOptions(`json=${folder}`)).toThrow(/it is a folder/)
    expect(() => checkOptions('json=/proc/out.json')).toThrow(/cannot be written: ENOENT/)
    expect(() => checkOptions('json=/proc/no/folder/out.json')).toThrow(/cannot be written: ENOENT/)
    expect(readdirSync(join(folder, 'x'))).toEqual([])
    expect(() => checkOptions(`json=${join(file, 'out.json')}`)).toThrow(/is no folder/)
    expect(() => checkOptions(`json=${file}`, `tap=${folder}/./a file`)).toThrow(/two reports cannot both/)
    expect(() => checkOptions('json', 'tap=-')).toThrow(/Only one report/)
    expect(() => checkOptions('json=')).toThrow(/names no file/)
  })

  it('--report refuses an unknown format and lists the formats', () => {
    expect(() => parseReportOption('pictures=x', formatNames)).toThrow(
      /console, json, junit, html, markdown, tap, github/,
    )
    expect(parseReportOption('junit=a=b.xml', formatNames)).toEqual({ format: 'junit', file: 'a=b.xml' })
  })
})
