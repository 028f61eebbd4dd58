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

const testFolder = mkdtempSync(join(tmpdir(), 'drydock-refused-'))
afterAll(() => rmSync(testFolder, { recursive: true, force: true }))

/**
 * The bytes of three data files: from a simulator with the seed `first`, the same without a wallet, and with an unknown
 * record.
 */
let goodFile = Buffer.alloc(0)
let fileWithoutWallet = Buffer.alloc(0)
let fileWithUnknownRecord = Buffer.alloc(0)
beforeAll(async () => {
  const file = join(testFolder, 'good.db')
  await (await serveDrydock(['--quiet', '--data', file, '--seed', 'first'])).stop()
  goodFile = readFileSync(file)
  const store = new TestStore()
  await (await openDataFile(file, store)).close()
  const write = async (name: string, change: (kept: TestStore) => void) => {
    const kept = new TestStore()
    change(kept)
    await (await openDataFile(join(testFolder, name), kept)).close()
    return readFileSync(join(testFolder, name))
  }
  fileWithoutWallet = await write('incomplete.db', (kept) => {
    for (const entry of store.listRecords()) if (entry.collection !== 'wallet') kept.change(entry)
  })
  fileWithUnknownRecord = await write('odd.db', (kept) => {
    for (const entry of store.listRecords()) kept.change(entry)
    kept.put('it', 1, { collection: 'odd' })
  })
})

/** Appends the line that says that another running process has the file open: the parent process of this test. */
function addOpenerLine(bytes: Buffer): Buffer {
  const last = bytes.toString('latin1').trimEnd().split('\n').at(-1) ?? ''
  const payload = JSON.stringify({ opened: { pid: process.ppid, started: null, host: hostname() } })
  return Buffer.concat([bytes, encodeLine(payload, Number.parseInt(last.slice(0, 8), 16)).bytes])
}

interface Refusal {
  readonly bytes: () => Buffer
  readonly words?: readonly string[]
  readonly says: RegExp
  /** Makes a file beside the data file: a lock, or another name of the data file. */
  readonly prepare?: (file: string) => void
}

const refusals: Readonly<Record<string, Refusal>> = {
  'was made with another seed': {
    bytes: () => goodFile,
    words: ['--seed', 'second'],
    says: /made with the seed first/,
  },
  'was made with another seed and ends in half a line': {
    bytes: () => Buffer.concat([goodFile, Buffer.from('0123abcd 000000ff [["default"')]),
    words: ['--seed', 'second'],
    says: /made with the seed first/,
  },
  'lacks a record that an account needs': {
    bytes: () => fileWithoutWallet,
    says: /account default in it has no wallet/,
  },
  'is no data file': { bytes: () => Buffer.from('notes of somebody\n'), says: /does not begin with/ },
  'is empty': { bytes: () => Buffer.alloc(0), says: /it is empty/ },
  'has the format of another version': {
    bytes: () => Buffer.from('drydock-data 2\n'),
    says: /format 2, but this version/,
  },
  'is damaged': {
    bytes: () => Buffer.from(goodFile).fill('0', 200, 210),
    says: /line \d+: its checksum does not match/,
  },
  'has an unknown kind of record': {
    bytes: () => fileWithUnknownRecord,
    says: /line \d+: a record in it cannot be used \(unknown collection odd\)/,
  },
  'is locked by another process': {
    bytes: () => goodFile,
    says: /process \d+ has it open/,
    prepare: (file) =>
      writeFileSync(`${file}.lock`, JSON.stringify({ pid: process.pid, started: null, host: hostname() })),
  },
  'is locked by a process of another host': {
    bytes: () => goodFile,
    says: /on host elsewhere holds it/,
    prepare: (file) =>
      writeFileSync(`${file}.lock`, JSON.stringify({ pid: 1, started: null, host: 'elsewhere' })),
  },
  'is open under another name': {
    bytes: () => addOpenerLine(goodFile),
    says: /has it open under another name/,
    prepare: (file) => linkSync(file, `${file}-too`),
  },
  'is good, but the port is taken': { bytes: () => goodFile, words: ['--port', 'taken'], says: /in use/ },
  'is good, but the scenario is not': {
    bytes: () => goodFile,
    words: ['--scenario', 'none'],
    says: /scenario/,
  },
}

it.each(Object.entries(refusals))(
  'a start that is refused because the data file %s changes neither the data file nor the files beside it',
  async (_, refusal) => {
    const folder = mkdtempSync(join(testFolder, 'case-'))
    const file = join(folder, 'data.db')
    writeFileSync(file, refusal.bytes(), { mode: 0o644 })
    refusal.prepare?.(file)
    // A successful start would remove these files.
    writeFileSync(`${file}.tmp-7`, 'drydock-data 1\nhalf a base')
    mkdirSync(`${file}.lock-aaaaaa`)
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), 1_000_000_000, 1_000_000_000)
    const before = readFolder(folder)

    const words = (refusal.words ?? []).map((word) => (word === 'taken' ? takenPort : word))
    const port = words.includes('--port') ? [] : ['--port', '0']
    const outcome = await runDrydock(['serve', '--quiet', ...port, '--data', file, ...words])

    expect(outcome.stderr).toMatch(refusal.says)
    expect(outcome.status).toBe(2)
    expect(readFolder(folder)).toEqual(before)
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

it('a start that fails because another program uses the port leaves no new data file', async () => {
  const folder = mkdtempSync(join(testFolder, 'new-'))
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

it('a data file that was refused because of another seed can be opened afterwards with all its content', async () => {
  const file = join(testFolder, 'again.db')
  writeFileSync(file, Buffer.concat([goodFile, Buffer.from('0123abcd 000000ff [["default"')]))
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
function readFolder(folder: string) {
  return readdirSync(folder).map((name) => {
    const path = join(folder, name)
    const { mtimeMs, mode, ino } = statSync(path)
    const bytes = statSync(path).isFile() ? readFileSync(path, 'latin1') : ''
    return { name, bytes, mtimeMs, mode, ino }
  })
}
