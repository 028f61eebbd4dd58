import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { createReport, createRuleResult } from '../../../../test/support/conformance/report-builder.ts'
import { mixed } from '../../../../test/support/conformance/sample-reports.ts'
import { formats } from './format.ts'

describe('the JUnit report', () => {
  it('the JUnit report is XML that a strict parser reads, with failures, errors and skips', () => {
    const program = `
import sys, json, xml.etree.ElementTree as tree
root = tree.fromstring(sys.stdin.buffer.read())
cases = root.findall('.//testcase')
print(json.dumps({
  'root': {name: root.get(name) for name in ('tests', 'failures', 'errors', 'skipped')},
  'suites': [[suite.get('name'), suite.get('tests'), suite.get('failures')] for suite in root],
  'cases': [[case.get('name'), [child.tag for child in case]] for case in cases],
  'known': next(skip.get('message') for skip in root.findall('.//skipped') if 'known' in skip.get('message')),
  'failure': root.find('.//failure').get('message'),
}))`
    const { stdout, stderr } = spawnSync('python3', ['-c', program], {
      input: formats.junit(mixed),
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    const read = JSON.parse(stdout)
    expect(read.root).toEqual({ tests: '9', failures: '1', errors: '3', skipped: '4' })
    expect(read.suites[0]).toEqual(['run', '1', '0'])
    expect(read.cases[0][1]).toEqual(['error'])
    expect(read.known).toBe('known to fail: an old sin (#7); expected a, got b')
    expect(read.suites).toContainEqual(['RATE', '3', '1'])
    expect(read.cases).toContainEqual(['RATE-001 Something is so.', ['failure']])
    expect(read.cases).toContainEqual(['WALLET-001 Something is so.', []])
    expect(read.cases).toContainEqual(['KEY-009 Something is so.', ['skipped']])
    expect(read.cases).toContainEqual(['RATE-002 Something is so.', ['error']])
    expect(read.failure).toContain('expected rates, got')
  })
})

describe('the TAP report', () => {
  it('the TAP report numbers every rule and explains skips and failures', () => {
    const lines = formats.tap(mixed).split('\n')
    expect(lines.slice(0, 2)).toEqual(['TAP version 14', '1..8'])
    expect(lines).toContain('ok 1 - WALLET-001 Something is so.')
    expect(lines).toContain('not ok 2 - RATE-001 Something is so.')
    expect(lines).toContain('ok 5 - HOOK-001 Something is so. # SKIP Needs an inbox.')
    expect(lines).toContain('not ok 8 - ADDR-001 Something is so. # TODO an old sin (\\#7)')
    expect(lines).toContain('Bail out! The run did not finish. The run was interrupted.')
  })
})

describe('the GitHub report', () => {
  it('the GitHub report annotates at most ten causes, and names the remaining causes in the last annotation', () => {
    const many = createReport(
      Array.from({ length: 25 }, (_, index) =>
        createRuleResult({ id: `RATE-${index}`, status: 'failed', expected: 'a', actual: 'b' }),
      ),
    )
    const commands = formats
      .github(many)
      .split('\n')
      .filter((line) => line.startsWith('::error'))
    expect(commands).toHaveLength(10)
    expect(commands.at(-1)).toMatch(/^::error title=16 more::RATE-9 failed%0A/)
  })

  it('the GitHub report has one command per line, whatever the target sends', () => {
    const lines = formats.github(mixed).trimEnd().split('\n')
    expect(lines.filter((line) => line.startsWith('::error'))).toHaveLength(3)
    expect(lines.filter((line) => line.startsWith('::notice'))).toEqual([
      '::notice title=ADDR-001 known to fail::Something is so.%0Aknown to fail: an old sin (#7)%0Aexpected a, got b',
    ])
    expect(lines).toHaveLength(5)
    expect(lines[0]).toBe('::error title=The run did not finish::The run was interrupted.')
    expect(lines[2]).toContain('%250A::error')
  })
})
