import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { createDataFilePath } from '../../../../test/support/simulator/directory.ts'
import { TestStore } from '../../../../test/support/simulator/store.ts'
import { isAccountRemoval, type RecordEntry } from '../journal.ts'
import { encodeEntries } from './data-entries.ts'
import { openDataFile } from './data-file.ts'
import { DataFileError } from './data-file-error.ts'
import { encodeLine } from './data-line.ts'
import {
  encodeOpenerLine,
  encodeSnapshotEndLine,
  header,
  headerChecksum,
  readDataFile,
} from './data-reader.ts'

const createEntry = (id: string): RecordEntry => ({
  account: 'a',
  collection: 'c',
  id,
  json: JSON.stringify({ id, pad: 'é' }),
})
const base = [
  encodeEntries([createEntry('s1'), createEntry('s2')]),
  encodeEntries([createEntry('s3')]),
  encodeSnapshotEndLine(3),
]
const commits = [
  encodeEntries([createEntry('c1')]),
  encodeEntries([createEntry('c2'), createEntry('c3')]),
  encodeEntries([createEntry('c4')]),
]

/** Returns the bytes of a data file with these lines, each with the correct checksum. */
function createFileBytes(payloads: readonly string[]): Buffer {
  const parts: Buffer[] = [Buffer.from(`${header}\n`)]
  let previous = headerChecksum
  for (const payload of payloads) {
    const { bytes, checksum } = encodeLine(payload, previous)
    parts.push(bytes)
    previous = checksum
  }
  return Buffer.concat(parts)
}

const good = createFileBytes([...base, ...commits])
const snapshotBytes = createFileBytes(base).length
const wholeCommits = [0, 1, 2, 3].map(
  (count) => createFileBytes([...base, ...commits.slice(0, count)]).length,
)

/**
 * Reads these bytes as a data file; returns the ids found, or the error. `isWanted` chooses entries by whether this
 * version wrote them.
 */
async function read(
  bytes: Buffer,
  isWanted = (_isOwn: boolean) => true,
): Promise<{ readonly ids: readonly string[]; readonly tail: boolean } | DataFileError> {
  const file = createDataFilePath()
  writeFileSync(file, bytes)
  const handle = await open(file)
  const ids: string[] = []
  try {
    const { droppedTail } = await readDataFile(handle, {
      file,
      take: (entry, isOwn) => {
        if (isWanted(isOwn)) ids.push(isAccountRemoval(entry) ? '' : entry.id)
      },
    })
    return { ids, tail: droppedTail }
  } catch (error) {
    if (error instanceof DataFileError) return error
    throw error
  } finally {
    await handle.close()
  }
}

test('an undamaged data file is read to its end', async () => {
  expect(await read(good)).toEqual({ ids: ['s1', 's2', 's3', 'c1', 'c2', 'c3', 'c4'], tail: false })
})

test('reading a data file says which entries this version of the simulator wrote', async () => {
  const mark = { pid: 1, started: null, host: 'dock' }
  const [own, older] = [encodeOpenerLine(mark), encodeOpenerLine(mark, '0.0.9')]
  const unversioned = `{"opened":${JSON.stringify(mark)}}`
  const [first = '', second = '', third = ''] = commits
  const file = createFileBytes([own, ...base, older, first, own, second, unversioned, third])
  expect(await read(file, (isOwn) => isOwn)).toMatchObject({ ids: ['s1', 's2', 's3', 'c2', 'c3'] })
  expect(await read(good, (isOwn) => isOwn)).toMatchObject({ ids: [] })
})

test('a data file that is cut at any byte is read up to its last whole commit, or refused', async () => {
  const ids = ['c1', 'c2', 'c3', 'c4']
  const idsAfter = [0, 1, 3, 4]
  for (let length = 0; length < good.length; length += 1) {
    const outcome = await read(good.subarray(0, length))
    if (length < snapshotBytes) {
      expect(outcome, `cut at ${length}`).toBeInstanceOf(DataFileError)
      continue
    }
    const whole = wholeCommits.filter((end) => end <= length).length - 1
    const expected = ['s1', 's2', 's3', ...ids.slice(0, idsAfter[whole])]
    expect(outcome, `cut at ${length}`).toEqual({ ids: expected, tail: !wholeCommits.includes(length) })
  }
})

test.each([0x01, 0xa0])('a data file with any one byte changed by %i is refused', async (flip) => {
  const passed: number[] = []
  for (let at = 0; at < good.length; at += 1) {
    const altered = Buffer.from(good)
    altered.writeUInt8(altered.readUInt8(at) ^ flip, at)
    if (!((await read(altered)) instanceof DataFileError)) passed.push(at)
  }
  expect(passed).toEqual([])
})

test('a data file with a line missing, doubled or moved is refused', async () => {
  const [head = '', ...lines] = good.toString().trimEnd().split('\n')
  const of = (some: readonly string[]) => Buffer.from(`${[head, ...some].join('\n')}\n`)
  for (let at = 0; at < lines.length - 1; at += 1) {
    const [line = '', next = ''] = lines.slice(at, at + 2)
    expect(await read(of(lines.toSpliced(at, 1))), `line ${at} missing`).toBeInstanceOf(DataFileError)
    expect(await read(of(lines.toSpliced(at, 0, line))), `line ${at} doubled`).toBeInstanceOf(DataFileError)
    expect(await read(of(lines.toSpliced(at, 2, next, line))), `line ${at} late`).toBeInstanceOf(
      DataFileError,
    )
  }
})

describe('opening a damaged data file', () => {
  test.each<[string, number | null, RegExp, Buffer]>([
    ['an empty file', null, /it is empty/, Buffer.alloc(0)],
    ['null', 1, /does not begin with "drydock-data 1"/, Buffer.from('null')],
    ['[]', 1, /does not begin with/, Buffer.from('[]\n')],
    ['a JSON document', 1, /does not begin with/, Buffer.from('{"accounts": []}\n')],
    ['zeros', 1, /does not begin with/, Buffer.alloc(4096)],
    ['a byte order mark', 1, /does not begin with/, Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), good])],
    ['carriage returns', 1, /does not begin with/, Buffer.from(good.toString().replaceAll('\n', '\r\n'))],
    ['a header alone', null, /ends within its snapshot/, Buffer.from(`${header}\n`)],
    [
      'a newer format',
      1,
      /format 2, but this version of the simulator reads only format 1\. Use the version/,
      Buffer.from('drydock-data 2\nx'),
    ],
    ['format 0', 1, /does not begin with/, Buffer.from('drydock-data 0\n')],
    ['zeros at the end', 8, /./, Buffer.concat([good, Buffer.alloc(512)])],
    ['text at the end', 8, /./, Buffer.concat([good, Buffer.from('and so on')])],
    [
      'an empty line at the end',
      8,
      /does not begin with a checksum/,
      Buffer.concat([good, Buffer.from('\n')]),
    ],
    [
      'zeros in a line',
      5,
      /checksum does not match/,
      Buffer.from(good).fill(0, snapshotBytes + 20, snapshotBytes + 30),
    ],
    ['a whole number as a line', 5, /something other than records/, createFileBytes([...base, '7'])],
    ['null as a line', 5, /something other than records/, createFileBytes([...base, 'null'])],
    ['an entry without its id', 5, /something other than records/, createFileBytes([...base, '[["a","c"]]'])],
    [
      'a second end of the snapshot',
      5,
      /something other than records/,
      createFileBytes([...base, encodeSnapshotEndLine(3)]),
    ],
    [
      'an end of the snapshot with a wrong count',
      2,
      /something other than records/,
      createFileBytes([encodeSnapshotEndLine(1)]),
    ],
    [
      'a record that is not JSON',
      5,
      /a record in it cannot be used/,
      createFileBytes([...base, '[["a","c","i",\t{]]']),
    ],
  ])(
    'opening a damaged data file is refused with its line, and changes nothing: %s',
    async (_, line, reason, bytes) => {
      const file = createDataFilePath()
      writeFileSync(file, bytes, { mode: 0o640 })
      const before = statSync(file)

      const refusal = openDataFile(file, new TestStore())

      await expect(refusal).rejects.toBeInstanceOf(DataFileError)
      await expect(refusal).rejects.toMatchObject({
        file,
        line,
        message: expect.stringMatching(reason),
      })
      expect(readFileSync(file)).toEqual(bytes)
      expect(statSync(file)).toMatchObject({ mtimeMs: before.mtimeMs, mode: before.mode, ino: before.ino })
      expect(existsSync(`${file}.lock`)).toBe(false)
    },
  )
})

test('a data file whose last commit is incomplete is opened without that commit, and this is reported', async () => {
  const file = createDataFilePath()
  const long = { ...createEntry('c5'), json: JSON.stringify('x'.repeat(5_000)) }
  writeFileSync(file, createFileBytes([...base, ...commits, encodeEntries([long])]).subarray(0, -5))
  const store = new TestStore()
  const journal = await openDataFile(file, store)
  expect(journal.recovered).toEqual({ records: 7, droppedTail: true })
  store.put('lbl_1')
  await journal.commit()
  expect(readFileSync(file).subarray(0, good.length)).toEqual(good)
  expect(readFileSync(file, 'utf8').slice(good.toString().length)).toMatch(
    /^\S+ \S+ \{"opened":.*\}\n\S+ \S+ .*"lbl_1".*\n$/,
  )
  await journal.close()

  const after = new TestStore()
  const again = await openDataFile(file, after)
  await again.close()
  expect(again.recovered).toEqual({ records: 8, droppedTail: false })
  expect(after.ids()).toEqual(['s1', 's2', 's3', 'c1', 'c2', 'c3', 'c4', 'lbl_1'])
})

test('a data file with a line that is too long for one read is read completely', async () => {
  const file = createDataFilePath()
  const store = new TestStore()
  const journal = await openDataFile(file, store)
  for (let n = 0; n < 300; n += 1) store.put(`lbl_${n}`, 'ü'.repeat(1_000))
  await journal.commit()
  store.put('last')
  await journal.close()

  const after = new TestStore()
  await (await openDataFile(file, after)).close()
  expect(after.listRecords()).toEqual(store.listRecords())
})
