import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { everywhere, hostile, mixed } from '../../../../test/support/conformance/sample-reports.ts'
import {
  listSpoiltVersions,
  readRefusalMessage,
  zodMessages,
} from '../../../../test/support/original-wording.ts'
import { readReport, readWholeReport, reportSchema } from '../read-report.ts'
import { formats } from './format.ts'

describe('the JSON report', () => {
  it('the JSON report matches the published schema', async () => {
    const schema = z.toJSONSchema(reportSchema, { target: 'draft-2020-12' })
    const titled = { title: 'The report of drydock conformance', ...schema }
    await expect(`${JSON.stringify(titled, null, 2)}\n`).toMatchFileSnapshot(
      '../../../../schemas/conformance-report.schema.json',
    )
    expect(readReport(formats.json(everywhere), 'it').observations[0]?.value).toBe(hostile)
    expect(reportSchema.parse(JSON.parse(formats.json(mixed)))).toEqual(mixed)
  })

  it('readReport reads a report that has only the fields of its first version', () => {
    const rules = [{ id: 'RATE-001', title: 'Rates.', section: 'Endpoints', status: 'failed' }]
    const read = readReport(
      JSON.stringify({ tool: 'drydock', version: '0', target: 'http://a', rules }),
      'it',
    )
    expect(read.rules).toMatchObject([{ id: 'RATE-001', status: 'failed' }])
  })

  it.each([
    ['{', /^a\.json is no JSON report: it is damaged, or ends too early\. Write it with --report json=FILE/],
    ['', /^a\.json is no JSON report: it is empty\. Write it/],
    ['<testsuites/>', /^a\.json is no JSON report: it is of another format\. Write it/],
    ['[]', /^a\.json is no report of this suite: it: must be an object\. Write it/],
    [
      '{}',
      /^a\.json is no report of this suite: tool: is missing; target: is missing; rules: is missing\. Write/,
    ],
    [
      formats.json(mixed).replace('"status": "failed"', '"status": "green"'),
      /: rules\.1\.status: must be passed or failed or skipped or errored\. Write it/,
    ],
  ])('readReport refuses %j, which is no report', (text, says) => {
    expect(() => readReport(text, 'a.json')).toThrow(says)
  })

  it('readReport and readWholeReport refuse damaged reports with a message of the suite', async () => {
    expect(() => readWholeReport('{}', 'a.json')).toThrow(
      /^a\.json is no whole report of this version of drydock: tool: is missing; .*; and \d+ more\. Write it/,
    )
    const told: string[] = []
    for (const report of listSpoiltVersions(mixed)) {
      const text = JSON.stringify(report) ?? ''
      for (const read of [readReport, readWholeReport])
        told.push(await readRefusalMessage(() => read(text, 'a.json')))
    }
    expect(new Set(told.filter((words) => zodMessages.test(words)))).toEqual(new Set())
    expect(told.filter((words) => words !== '').length).toBeGreaterThan(100)
  })
})
