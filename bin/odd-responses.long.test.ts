import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { runDrydock } from '../test/support/commands/built-command.ts'
import { runCommandQuickly } from '../test/support/commands/typed-command.ts'
import { commandTable } from './parsing/command-table.ts'
import { urlOption } from './remote.ts'

/** Runs every command against a server whose responses do not follow the control protocol. */

const folder = mkdtempSync(join(tmpdir(), 'drydock-odd-'))
const snapshot = join(folder, 'snapshot.json')
const saved = '{"format":"drydock-snapshot"}'
let body = ''
let url = ''
beforeAll(async () => {
  writeFileSync(snapshot, saved)
  const server = createServer((request, response) => {
    request.resume()
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return () => {
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true })
  }
})

/** A word for each placeholder in the lines of commands. */
const placeholderWords: Readonly<Record<string, string>> = {
  TARGET: 'carrier:*',
  MODE: 'down',
  SPAN: '1h',
  KIND: 'any',
  ISO: '2031-01-01T00:00:00Z',
  ID: 'some-id',
  '[ID]': 'some-id',
  CENTS: '500',
  URL: 'http://127.0.0.1:1/',
  NUMBER: '9400',
  NAME: 'lost',
  STATUS: 'delivered',
  LABEL_ID: 'lbl_1',
  CARRIER: 'UPS',
  'NAME|FILE': 'carrier-outage',
  FILE: snapshot,
}

/** The options without which a command would make no call, or would not end. */
const neededOptions: Readonly<Record<string, readonly string[]>> = {
  'wallet set': ['--balance', '5000'],
  'accounts prune': ['--idle', '7d'],
  'webhook listen': ['--set', '--port', '0'],
  'snapshot save': [snapshot, '--force'],
  'snapshot load': [snapshot],
  'snapshot delete': ['--name', 'kept'],
}

async function listCommandLines(): Promise<readonly (readonly string[])[]> {
  const lines: (readonly string[])[] = [['requests', '--follow']]
  for (const { line, load } of commandTable) {
    const name = line.replace(/ (--|\[|[A-Z]).*$/, '')
    // These commands accept the odd response: `wait` takes any response, `doctor` reports it, `scenario check` makes no
    // call, and `scenario list` needs no simulator.
    if (
      ['wait', 'doctor', 'scenario check', 'scenario list'].includes(name) ||
      !(await load()).options.includes(urlOption)
    )
      continue
    const typed = line.split(' ').map((word) => placeholderWords[word] ?? word)
    lines.push([...typed.filter((word) => !word.startsWith('[')), ...(neededOptions[name] ?? [])])
  }
  return lines
}

it.each([
  ['{}'],
  ['null'],
  ['[]'],
  ['{"requests":[{}],"accounts":[null],"now":5}'],
  ['"text"'],
  ['<h1>Welcome</h1>'],
])(
  'every drydock command exits with status 3 and prints one line if the simulator responds with %s',
  async (odd) => {
    body = odd
    const lines = await listCommandLines()
    expect(lines.length).toBeGreaterThan(40)
    for (const line of lines) {
      // The two commands that run until a signal need their own process.
      const run = line.some((word) => ['listen', '--follow'].includes(word)) ? runDrydock : runCommandQuickly
      const { status, stdout, stderr } = await run([...line, '--url', url])
      expect({ line, stderr }).toEqual({
        line,
        stderr: expect.stringMatching(/^drydock: No simulator responds at \S+: .*its response to .*\.\n$/),
      })
      expect({ line, status }).toEqual({ line, status: 3 })
      if (line[0] !== 'webhook') expect({ line, stdout }).toEqual({ line, stdout: '' })
    }
    expect(readFileSync(snapshot, 'utf8')).toBe(saved)
  },
  60_000,
)

it('a drydock command names the first field of a response that is missing or has the wrong type', async () => {
  const runLine = async (text: string, ...line: readonly string[]) => {
    body = text
    return (await runCommandQuickly([...line, '--url', url])).stderr
  }
  expect(await runLine('{"now":"2030-01-01T00:00:00.000Z","rate":1}', 'clock', 'show')).toContain(
    '(its response to GET /accounts/default/clock has no mode)',
  )
  expect(await runLine('{"faults":[{"id":7}]}', 'fault', 'list')).toMatch(/has no faults\[0\]\.\w+\)/)
  expect(await runLine('[]', 'accounts', 'list')).toContain('is a list, not an object)')
  expect(await runLine('{"accounts":{}}', 'accounts', 'list')).toContain(
    'has an object at accounts, not a list)',
  )
})
