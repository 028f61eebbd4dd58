import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { projectFile } from './support/project.ts'

const folder = mkdtempSync(join(tmpdir(), 'drydock-regexes-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Checks a file that consists of these lines, as `npm run check` does. */
function checkLines(...lines: readonly string[]) {
  writeFileSync(join(folder, 'planted.tsx'), lines.join('\n'))
  const { status, stderr } = spawnSync(process.execPath, [projectFile('scripts/check-regexes.mjs'), folder])
  return { status, complaint: stderr.toString() }
}

describe('the check of regular expressions in the source', () => {
  it.each([
    ["export const bare = (path: string) => path.replace(/\\/+$/, '')", 'quadratic'],
    ['export const nested = /^(a+)+$/', 'exponential'],
    ['export const traded = <b>{/^(.*),(.*),(.*)$/.test("")}</b>', 'quadratic'],
    ['export const made = (text: string) => new RegExp(text)', 'makes a regular expression from text'],
    ['export const called = (text: string) => RegExp(text)', 'makes a regular expression from text'],
  ])('the check of regular expressions refuses %s', (line, complaint) => {
    const outcome = checkLines('', line)
    expect(outcome.status).toBe(1)
    expect(outcome.complaint).toContain('planted.tsx:2 ')
    expect(outcome.complaint).toContain(complaint)
  })

  it('the check of regular expressions accepts an expression with quadratic time only if a comment above it limits the length of the text', () => {
    const line = "export const bare = (path: string) => path.replace(/\\/+$/, '')"
    expect(checkLines('export const linear = /^[^,]*,[^,]*$/')).toEqual({ status: 0, complaint: '' })
    expect(checkLines('// safe regex: at most 500 characters.', line).status).toBe(0)
    expect(checkLines('// safe regex:', line).status).toBe(1)
    expect(checkLines('// safe regex: at most 500 characters.', '', line).status).toBe(1)
  })
})
