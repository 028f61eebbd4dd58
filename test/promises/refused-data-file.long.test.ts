import { spawnSync } from 'node:child_process'
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { openDataFile } from '../../src/simulator/storage/data-file/data-file.ts'
import { encodeLine } from '../../src/simulator/storage/data-file/data-line.ts'
import { runDrydock, serveDrydock } from '../support/commands/built-command.ts'
import { TestStore } from '../support/simulator/store.ts'

const root = mkdtempSync(join(tmpdir(), 'drydock-refused-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** The bytes of a file that a simulator with the seed `first` wrote, and of two incomplete files. */
let good = Buffer.alloc(0)
let incomplete = Buffer.alloc(0)
let odd = Buffer.alloc(0)
beforeAll(async () => {
  const file = join(root, 'good.db')
  await (await serveDrydock(['--quiet', '--data', file, '--seed', 'first'])).stop()
  good = readFileSync(file)
  const store = new TestStore()
  await (await openDataFile(file, store)).close()
  const write = async (name: string, change: (kept: TestStore) => void) => {
    const kept = new TestStore()
    change(kept)
    await (await openDataFile(join(root, name), kept)).close()
    return readFileSync(join(root, name))
  }
  incomplete = await write('incomplete.db', (kept) => {
    for (const entry of store.everything()) if (entry.collection !== 'wallet') kept.change(entry)
  })
  odd = await write('odd.db', (kept) => {
    for (const entry of store.everything()) kept.change(entry)
    kept.put('it', 1, { collection: 'odd' })
  })
})

/** A line that says that another running process has the file open: the parent of this test. */
function withOpener(bytes: Buffer): Buffer {
  const last = bytes.toString('latin1').trimEnd().split('\n').at(-1) ?? ''
  const payload = JSON.stringify({ opened: { pid: process.ppid, started: null, host: hostname() } })
  return Buffer.concat([bytes, encodeLine(payload, Number.parseInt(last.slice(0, 8), 16)).bytes])
}

interface Refusal {
  readonly bytes: () => Buffer
  readonly words?: readonly string[]
  readonly says: RegExp
  /** Other changes to the file or beside it. */
  readonly prepare?: (file: string) => void
}

const refusals: Readonly<Record<string, Refusal>> = {
  'was made with another seed': {
    bytes: () => good,
    words: ['--seed', 'second'],
    says: /made with the seed first/,
  },
  'was made with another seed and ends in half a line': {
    bytes: () => Buffer.concat([good, Buffer.from('0123abcd 000000ff [["default"')]),
    words: ['--seed', 'second'],
    says: /made with the seed first/,
  },
  'lacks a record that an account needs': {
    bytes: () => incomplete,
    says: /account default in it has no wallet/,
  },
  'is not ours': { bytes: () => Buffer.from('notes of somebody\n'), says: /does not begin with/ },
  'is empty': { bytes: () => Buffer.alloc(0), says: /it is empty/ },
  'is of another version': {
    bytes: () => Buffer.from('drydock-data 2\n'),
    says: /format 2, and this version/,
  },
  'is damaged': {
    bytes: () => Buffer.from(good).fill('0', 200, 210),
    says: /line \d+: its checksum does not match/,
  },
  'holds a kind of record that there is none of': {
    bytes: () => odd,
    says: /line \d+: a record in it cannot be used \(unknown collection odd\)/,
  },
  'is held by another process': {
    bytes: () => good,
    says: /process \d+ has it open/,
    prepare: (file) =>
      writeFileSync(`${file}.lock`, JSON.stringify({ pid: process.pid, started: null, host: hostname() })),
  },
  'is held by a process of another host': {
    bytes: () => good,
    says: /on host elsewhere holds it/,
    prepare: (file) =>
      writeFileSync(`${file}.lock`, JSON.stringify({ pid: 1, started: null, host: 'elsewhere' })),
  },
  'is open under another name': {
    bytes: () => withOpener(good),
    says: /has it open under another name/,
    prepare: (file) => linkSync(file, `${file}-too`),
  },
  'is good, but the port is taken': { bytes: () => good, words: ['--port', 'taken'], says: /in use/ },
  'is good, but the scenario is not': { bytes: () => good, words: ['--scenario', 'none'], says: /scenario/ },
}

it.each(Object.entries(refusals))(
  'leaves a data file that %s as it is, with all files beside it',
  async (_, refusal) => {
    const folder = mkdtempSync(join(root, 'case-'))
    const file = join(folder, 'data.db')
    writeFileSync(file, refusal.bytes(), { mode: 0o644 })
    refusal.prepare?.(file)
    // Files that a successful start would remove.
    writeFileSync(`${file}.tmp-7`, 'drydock-data 1\nhalf a base')
    mkdirSync(`${file}.lock-aaaaaa`)
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), 1_000_000_000, 1_000_000_000)
    const before = contentOf(folder)

    const words = (refusal.words ?? []).map((word) => (word === 'taken' ? takenPort : word))
    const port = words.includes('--port') ? [] : ['--port', '0']
    const outcome = await runDrydock(['serve', '--quiet', ...port, '--data', file, ...words])

    expect(outcome.stderr).toMatch(refusal.says)
    expect(outcome.status).toBe(2)
    expect(contentOf(folder)).toEqual(before)
  },
)

let takenPort = ''
beforeAll(async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  takenPort = String(typeof address === 'object' ? address?.port : '')
  return () => server.close()
})

it('a start that finds its port taken leaves no new data file', async () => {
  const folder = mkdtempSync(join(root, 'new-'))
  const outcome = await runDrydock([
    'serve',
    '--quiet',
    '--port',
    takenPort,
    '--data',
    join(folder, 'data.db'),
  ])
  expect(outcome.stderr).toMatch(/in use/)
  expect(readdirSync(folder)).toEqual([])
})

it('a data file refused once opens afterwards with all its content', async () => {
  const file = join(root, 'again.db')
  writeFileSync(file, Buffer.concat([good, Buffer.from('0123abcd 000000ff [["default"')]))
  const stale = JSON.stringify({ pid: spawnSync('true').pid, started: null, host: hostname() })
  writeFileSync(`${file}.lock`, stale)
  const refused = await runDrydock(['serve', '--port', '0', '--data', file, '--seed', 'second'])
  expect(refused.stderr).toMatch(/made with the seed/)
  expect(refused.stderr).not.toMatch(/cut short/)
  expect(readFileSync(`${file}.lock`, 'utf8')).toBe(stale)
  const served = await serveDrydock(['--quiet', '--data', file])
  onTestFinished(async () => {
    await served.stop()
  })
  await served.complained(/the last write was cut short and has been dropped/)
  expect(existsSync(`${file}.lock`)).toBe(true)
})

/** Returns bytes, time of the last change, mode and number of each file in a folder. */
function contentOf(folder: string) {
  return readdirSync(folder).map((name) => {
    const path = join(folder, name)
    const { mtimeMs, mode, ino } = statSync(path)
    const bytes = statSync(path).isFile() ? readFileSync(path, 'latin1') : ''
    return { name, bytes, mtimeMs, mode, ino }
  })
}
